internal import Glibc

/// The owner of one non-blocking TCP socket.
struct Socket: ~Copyable {
    /// What came of reading or writing.
    enum Outcome {
        case bytes(Int)
        case wouldBlock
        case closed
    }

    let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        setOption(Int32(IPPROTO_TCP), TCP_NODELAY, to: 1 as Int32)
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// A socket that listens on a loopback address; port 0 takes any that is free.
    static func listening(on loopback: OriginLoopback, port: UInt16) throws(OriginError) -> Socket {
        let family = loopback == .ipv4 ? AF_INET : AF_INET6
        let listener = Socket(descriptor: Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0))
        guard listener.descriptor >= 0 else { throw OriginError("cannot make a socket", errno: errno) }
        listener.setOption(SOL_SOCKET, SO_REUSEADDR, to: 1 as Int32)
        let status: Int32
        switch loopback {
        case .ipv4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            status = unsafe withAddress(&address) { unsafe bind(listener.descriptor, $0, $1.pointee) }
        case .ipv6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            status = unsafe withAddress(&address) { unsafe bind(listener.descriptor, $0, $1.pointee) }
        }
        guard status == 0, listen(listener.descriptor, 4_096) == 0 else {
            throw OriginError("cannot listen on \(loopback.host):\(port)", errno: errno)
        }
        return listener
    }

    /// The port that the socket is bound to.
    var localPort: UInt16 {
        // The port stands at the same place in the addresses of both families.
        var address = sockaddr_in6()
        _ = unsafe Self.withAddress(&address) { pointer, size in unsafe getsockname(descriptor, pointer, size) }
        return UInt16(bigEndian: address.sin6_port)
    }

    /// The next client that waits, if any.
    func accept() -> Socket? {
        let client = Glibc.accept(descriptor, nil, nil)
        return client < 0 ? nil : Socket(descriptor: client)
    }

    /// Appends what has come to `buffer`.
    func read(into buffer: inout [UInt8]) -> Outcome {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { space in
            let count = unsafe recv(descriptor, space.baseAddress, space.count, 0)
            if count > 0 { unsafe buffer.append(contentsOf: space[..<count]) }
            return Self.outcome(of: count, zeroIsEnd: true)
        }
    }

    /// Writes as much of `bytes` from `start` on as there is room for.
    func write(_ bytes: [UInt8], from start: Int) -> Outcome {
        let count = unsafe bytes.withUnsafeBytes { source in
            unsafe send(
                descriptor, source.baseAddress?.advanced(by: start), source.count - start, Int32(MSG_NOSIGNAL))
        }
        return Self.outcome(of: count, zeroIsEnd: false)
    }

    /// Makes closing send a reset instead of an end.
    func resetOnClose() {
        setOption(SOL_SOCKET, SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
    }
}

/// Why the origin could not start.
public struct OriginError: Error, CustomStringConvertible {
    /// What failed and why.
    public let description: String

    init(_ what: String, errno: Int32) {
        let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
        description = "\(what): \(reason.lowercased())"
    }
}

// MARK: - Private

extension Socket {
    private func setOption<Value: BitwiseCopyable>(_ level: Int32, _ name: Int32, to value: Value) {
        var value = value
        unsafe setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Value>.size))
    }

    private static func withAddress<Address>(
        _ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int32 {
        var size = socklen_t(MemoryLayout<Address>.size)
        return unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, &size) }
        }
    }

    private static func outcome(of count: Int, zeroIsEnd: Bool) -> Outcome {
        if count > 0 || (count == 0 && !zeroIsEnd) { return .bytes(count) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .wouldBlock : .closed
    }
}
