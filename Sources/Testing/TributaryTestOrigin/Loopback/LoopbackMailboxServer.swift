internal import Synchronization

/// A server of mailboxes (IMAP4rev1, RFC 3501) on 127.0.0.1 that notes what it is told, and fails as told.
public final class LoopbackMailboxServer: Sendable {
    /// A message of the one folder.
    public struct Mail: Sendable, Hashable {
        /// Its number (UID).
        public var number: UInt32
        /// The message, its lines ending as on the wire.
        public var bytes: [UInt8]
        /// When it came, as IMAP writes it.
        public var received: String

        /// A message with its number.
        public init(number: UInt32, bytes: [UInt8], received: String = "28-Nov-2026 04:05:06 +0900") {
            self.number = number
            self.bytes = bytes
            self.received = received
        }
    }

    /// What goes wrong.
    public enum Fault: Sendable, Hashable {
        /// A greeting that is a farewell.
        case busy
        /// What is said is not IMAP.
        case garbage
        /// A farewell where messages were asked for.
        case farewell
        /// Searching is refused.
        case refusesSearch
        /// Messages are refused.
        case refusesMails
        /// The connection is closed within a message.
        case cutsMail
        /// A message is longer than is said of it.
        case saysLess
        /// A message is shorter than is said of it.
        case saysMore
        /// A message is said to be as long as nothing can be.
        case saysFarTooMuch
        /// The whole message is sent, however much of it was asked for.
        case sendsAll
        /// Nothing is ever answered.
        case silent
    }

    private let record: MailboxRecord
    private let server: LoopbackServer<MailboxDialogue>

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - user: who has to say the password.
    ///   - folder: the name of the one folder, as it goes over the line.
    public init(
        user: (name: String, password: String) = ("ines", "hunter2"), folder: String = "INBOX", mails: [Mail] = [],
        fault: Fault? = nil
    ) throws(OriginError) {
        let record = MailboxRecord(user: user, folder: folder, mails: mails, fault: fault)
        self.record = record
        server = try LoopbackServer { MailboxDialogue(record: record) }
    }

    /// The port that it listens on.
    public var port: Int { Int(server.port) }

    /// What it was told, each command without its tag and what a login says, in order.
    public var commands: [String] { record.state.withLock { $0.commands } }

    /// Has a message come.
    public func put(_ mail: Mail) {
        record.state.withLock { $0.mails.append(mail) }
    }

    /// Has something go wrong from now on, or nothing.
    public func meet(_ fault: Fault?) {
        record.state.withLock { $0.fault = fault }
    }
}

/// What the server holds, shared by its thread and those who look at it.
final class MailboxRecord: Sendable {
    struct State {
        var mails: [LoopbackMailboxServer.Mail]
        var commands: [String] = []
        var fault: LoopbackMailboxServer.Fault?
    }

    let user: (name: String, password: String)
    let folder: String
    let state: Mutex<State>

    init(
        user: (name: String, password: String), folder: String, mails: [LoopbackMailboxServer.Mail],
        fault: LoopbackMailboxServer.Fault?
    ) {
        self.user = user
        self.folder = folder
        state = Mutex(State(mails: mails, fault: fault))
    }
}
