/// What a client of a SOCKS5 proxy (RFC 1928) says before its HTTP request, and what it is answered.
///
/// The origin asks nobody else: it is itself what the client believes to reach through it.
struct SOCKSGreeting {
    private enum State {
        case methods, password, target, done
    }

    private var state = State.methods
    /// The user and the password (RFC 1929), with a colon between them; nil where none were given.
    private(set) var user: String?
    /// Host and port that the client wants to reach.
    private(set) var target = ""

    /// Takes what belongs to the greeting off `received`, as far as it is there.
    ///
    /// - Returns: what is to be sent.
    mutating func answer(to received: inout [UInt8]) -> [UInt8] {
        var answer: [UInt8] = []
        while let reply = step(&received) { answer += reply }
        return answer
    }

    private mutating func step(_ received: inout [UInt8]) -> [UInt8]? {
        switch state {
        case .methods:
            guard received.count >= 2, received.count >= 2 + Int(received[1]) else { return nil }
            let takesPassword = received[2..<(2 + Int(received[1]))].contains(2)
            received.removeFirst(2 + Int(received[1]))
            state = takesPassword ? .password : .target
            return [5, takesPassword ? 2 : 0]
        case .password:
            guard received.count >= 2 else { return nil }
            let passwordStart = 3 + Int(received[1])
            guard received.count >= passwordStart else { return nil }
            let end = passwordStart + Int(received[passwordStart - 1])
            guard received.count >= end else { return nil }
            user =
                String(decoding: received[2..<(passwordStart - 1)], as: UTF8.self) + ":"
                + String(decoding: received[passwordStart..<end], as: UTF8.self)
            received.removeFirst(end)
            state = .target
            return [1, 0]
        case .target:
            guard received.count >= 5 else { return nil }
            let isName = received[3] == 3
            let end = isName ? 5 + Int(received[4]) : 8
            guard received.count >= end + 2 else { return nil }
            let host =
                isName
                ? String(decoding: received[5..<end], as: UTF8.self)
                : received[4..<end].map(String.init).joined(separator: ".")
            target = "\(host):\(Int(received[end]) << 8 | Int(received[end + 1]))"
            received.removeFirst(end + 2)
            state = .done
            return [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        case .done:
            return nil
        }
    }
}
