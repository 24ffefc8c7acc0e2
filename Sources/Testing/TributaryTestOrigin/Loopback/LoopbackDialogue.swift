/// What a loopback server says on one connection.
protocol LoopbackDialogue: Sendable {
    /// What it says before it is asked.
    var greeting: [UInt8] { get }
    /// Whether it closes the connection once all has been sent.
    var isOver: Bool { get }

    /// Takes what it understands off what has come, and says what to answer.
    mutating func answer(_ received: inout [UInt8]) -> [UInt8]
}

/// One client's connection to a loopback server.
final class LoopbackConnection<Dialogue: LoopbackDialogue> {
    let socket: Socket
    private var dialogue: Dialogue
    private var received: [UInt8] = []
    private var sending: [UInt8]

    init(socket: consuming Socket, dialogue: Dialogue) {
        self.socket = socket
        self.dialogue = dialogue
        sending = dialogue.greeting
    }

    /// Whether something waits to be sent.
    var isWriting: Bool { !sending.isEmpty }

    /// Reads and answers as far as it can now; false when the connection is to be closed.
    func proceed() -> Bool {
        var hasCome = true
        while hasCome {
            switch socket.read(into: &received) {
            case .bytes: sending += dialogue.answer(&received)
            case .wouldBlock: hasCome = false
            case .closed: return false
            }
        }
        while !sending.isEmpty {
            switch socket.write(sending, from: 0) {
            case .bytes(let count): sending.removeFirst(count)
            case .wouldBlock: return true
            case .closed: return false
            }
        }
        return !dialogue.isOver
    }
}
