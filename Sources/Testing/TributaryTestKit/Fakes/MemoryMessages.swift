import Synchronization
public import TributaryPluginKit

/// A mail server and a broker in memory: they keep what they took, and fail as a test wants; and a mailbox.
public final class MemoryMessages: MessageTransport {
    private struct State {
        var mails: [OutgoingMail] = []
        var publications: [Publication] = []
        var servers: [MessageServer] = []
        var failure: MessageFailure?
        var takesFirst = Int.max
    }

    private struct Line: MailLine, BrokerLine {
        let messages: MemoryMessages

        func send(_ mail: OutgoingMail) async throws(MessageFailure) {
            try messages.take { $0.mails.append(mail) }
        }

        func publish(_ publication: Publication) async throws(MessageFailure) {
            try messages.take { $0.publications.append(publication) }
        }

        func close() async {}
    }

    private let state = Mutex(State())
    private let mailbox: MemoryMailbox

    /// Servers that take everything, or so many messages first.
    ///
    /// - Parameters:
    ///   - failure: what comes of all others.
    ///   - mailbox: what is read.
    public init(
        takesFirst count: Int = .max, failure: MessageFailure = MessageFailure(.unavailable, "the line is dead"),
        mailbox: MemoryMailbox = MemoryMailbox()
    ) {
        self.mailbox = mailbox
        state.withLock {
            $0.takesFirst = count
            $0.failure = failure
        }
    }

    /// What the mail server took, in order.
    public var mails: [OutgoingMail] { state.withLock { $0.mails } }

    /// What the broker took, in order.
    public var publications: [Publication] { state.withLock { $0.publications } }

    /// The servers to which there were lines, in order.
    public var servers: [MessageServer] { state.withLock { $0.servers } }

    /// A line to the server in memory.
    public func mailLine(to server: MessageServer) -> any MailLine { line(to: server) }

    /// A line to the broker in memory.
    public func brokerLine(to server: MessageServer) -> any BrokerLine { line(to: server) }

    /// A line to the mailbox in memory.
    public func mailboxLine(to server: MessageServer) -> any MailboxLine {
        state.withLock { $0.servers.append(server) }
        return mailbox.line
    }

    private func line(to server: MessageServer) -> Line {
        state.withLock { $0.servers.append(server) }
        return Line(messages: self)
    }

    private func take(_ note: (inout State) -> Void) throws(MessageFailure) {
        let failure = state.withLock { (state) -> MessageFailure? in
            guard state.mails.count + state.publications.count < state.takesFirst else { return state.failure }
            note(&state)
            return nil
        }
        if let failure { throw failure }
    }
}
