internal import Glibc

/// The connections whose last answer has ended, by their local port: what one says before it is asked again belongs to
/// no request.
///
/// curl keeps the connections; this only knows their sockets, and believes none that has another port by now.
final class IdleConnections {
    private var sockets: [Int: Int32] = [:]

    /// Notes a connection that speaks HTTP/1 and waits for its next request.
    func note(_ connection: (socket: Int32, localPort: Int)) {
        sockets[connection.localPort] = connection.socket
    }

    /// Takes a connection that is about to be used again; whether it has said something nobody asked for.
    func takeLeftovers(localPort: Int, peerPort: Int) -> Bool {
        guard let socket = sockets.removeValue(forKey: localPort),
            Self.port(of: socket, isPeer: false) == localPort, Self.port(of: socket, isPeer: true) == peerPort
        else { return false }
        var byte: UInt8 = 0
        return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }

    /// The port at one of a socket's ends.
    private static func port(of socket: Int32, isPeer: Bool) -> Int? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutableBytes(of: &address) { bytes in
            guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return nil }
            let status = unsafe isPeer ? getpeername(socket, start, &length) : getsockname(socket, start, &length)
            guard status == 0 else { return nil }
            // Both families have the port in the same place.
            return unsafe Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
        }
    }
}
