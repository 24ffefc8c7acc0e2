internal import Synchronization

/// A mail server (SMTP, RFC 5321) on 127.0.0.1 that keeps what it takes, and fails as told.
public final class LoopbackMailServer: Sendable {
    /// A message that was taken, with its envelope.
    public struct Mail: Sendable, Hashable {
        /// The address behind `MAIL FROM`.
        public var sender = ""
        /// The addresses behind `RCPT TO`.
        public var recipients: [String] = []
        /// The message without the dots of the wire.
        public var bytes: [UInt8] = []

        /// A message in its envelope.
        public init(sender: String = "", recipients: [String] = [], bytes: [UInt8] = []) {
            self.sender = sender
            self.recipients = recipients
            self.bytes = bytes
        }
    }

    /// What goes wrong.
    public enum Fault: Sendable, Hashable {
        /// A greeting that says to come later.
        case busy
        /// A greeting that says never to come again (554).
        case unwelcome
        /// The mailbox of each recipient is full (552).
        case fullMailbox
        /// Nobody can log in.
        case noLogin
        /// No recipient is known (550).
        case unknownRecipient
        /// Recipients are to come later (451).
        case greylisted
        /// Each message is refused once it is there (554).
        case refusesMessages
        /// The connection is closed instead of taking a message.
        case closes
        /// Nothing is ever answered.
        case silent
    }

    private let record: MailRecord
    private let server: LoopbackServer<MailDialogue>

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - user: who has to say the password before anything else is taken; nil for everyone.
    ///   - fault: what goes wrong from the beginning.
    public init(user: (name: String, password: String)? = nil, fault: Fault? = nil) throws(OriginError) {
        let record = MailRecord(user: user, fault: fault)
        self.record = record
        server = try LoopbackServer { MailDialogue(record: record) }
    }

    /// The port that it listens on.
    public var port: Int { Int(server.port) }

    /// The messages that were taken, in order.
    public var mails: [Mail] { record.state.withLock { $0.mails } }

    /// How many connections there were.
    public var connections: Int { record.state.withLock { $0.connections } }

    /// Has something go wrong from now on, or nothing.
    public func meet(_ fault: Fault?) {
        record.state.withLock { $0.fault = fault }
    }
}

/// What the server has taken, shared by its thread and those who look at it.
final class MailRecord: Sendable {
    struct State {
        var mails: [LoopbackMailServer.Mail] = []
        var connections = 0
        var fault: LoopbackMailServer.Fault?
    }

    let user: (name: String, password: String)?
    let state: Mutex<State>

    init(user: (name: String, password: String)?, fault: LoopbackMailServer.Fault?) {
        self.user = user
        state = Mutex(State(fault: fault))
    }
}
