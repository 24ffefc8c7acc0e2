import Synchronization
public import TributaryPluginKit

/// A folder of a mail server in memory, which finds more than it was asked for, as servers do.
public final class MemoryMailbox: Sendable {
    private struct State {
        var mails: [UInt32: MailboxMail] = [:]
        var validity: UInt32 = 7
        var saysNext = true
        var searches: [MailboxSearch] = []
        var handedOver: [UInt32] = []
        var failure: (message: String, after: Int)?
        var farewells = 0
    }

    private let state = Mutex(State())
    private let folder: String

    /// An empty folder.
    public init(folder: String = "INBOX") {
        self.folder = folder
    }

    /// Puts a message into the folder.
    public func put(_ mail: MailboxMail) {
        state.withLock { $0.mails[mail.number] = mail }
    }

    /// Numbers the messages anew, so that what was known of them is worth nothing.
    public func renumber() {
        state.withLock { $0.validity += 1 }
    }

    /// Says from now on which number comes next, or does not.
    public func sayNextNumber(_ says: Bool) {
        state.withLock { $0.saysNext = says }
    }

    /// Fails once it has handed over so many messages more; nil for not any more.
    public func fail(_ message: String?, after count: Int = 0) {
        state.withLock { state in state.failure = message.map { ($0, state.handedOver.count + count) } }
    }

    /// What was searched for, in order.
    public var searches: [MailboxSearch] { state.withLock { $0.searches } }

    /// The numbers of the messages that were handed over, in order.
    public var handedOver: [UInt32] { state.withLock { $0.handedOver } }

    /// How often somebody took leave.
    public var farewells: Int { state.withLock { $0.farewells } }

    /// A line to it.
    var line: any MailboxLine { Line(mailbox: self) }
}

// MARK: - Private

extension MemoryMailbox {
    private struct Line: MailboxLine {
        let mailbox: MemoryMailbox

        func open(_ folder: String) async throws(MessageFailure) -> Mailbox {
            guard folder == mailbox.folder else { throw MessageFailure(.unavailable, "there is no folder \(folder)") }
            return try mailbox.answer { state in
                Mailbox(
                    validity: state.validity, nextNumber: state.saysNext ? (state.mails.keys.max() ?? 0) + 1 : nil)
            }
        }

        func numbers(_ search: MailboxSearch) async throws(MessageFailure) -> [UInt32] {
            try mailbox.answer { state in
                state.searches.append(search)
                return state.mails.keys.filter { $0 >= search.first }.sorted()
            }
        }

        func mails(_ numbers: [UInt32], largest: Int) async throws(MessageFailure) -> [MailboxMail] {
            try mailbox.answer { state in
                let mails = numbers.sorted().compactMap { state.mails[$0] }
                state.handedOver += mails.map(\.number)
                return mails.map { mail in
                    MailboxMail(number: mail.number, received: mail.received, bytes: Array(mail.bytes.prefix(largest)))
                }
            }
        }

        func close() async {
            mailbox.state.withLock { $0.farewells += 1 }
        }
    }

    private func answer<Answer: Sendable>(_ make: (inout State) -> Answer) throws(MessageFailure) -> Answer {
        let result = state.withLock { state -> Result<Answer, MessageFailure> in
            if let failure = state.failure, state.handedOver.count >= failure.after {
                return .failure(MessageFailure(.unavailable, failure.message))
            }
            return .success(make(&state))
        }
        return try result.get()
    }
}
