internal import FeedText
internal import ThreadExecutor
internal import TributaryPluginKit

/// A line to one server of mailboxes, over a connection of curl's.
///
/// curl gets in; what is asked there is asked by this line: curl's own IMAP opens folders for writing and marks what it
/// fetches as read (docs/decisions/0016). Only `EXAMINE`, `UID SEARCH`, `UID FETCH` with `BODY.PEEK` and `LOGOUT` are said.
actor CurlMailboxLine: MailboxLine {
    /// How long an exchange may take, and who ends it early.
    private struct Patience {
        let end: ContinuousClock.Instant
        let flag: CancellationFlag
    }

    private let server: MessageServer
    private let executor = ThreadExecutor(name: "imap")
    private var stream: CurlStream?
    private var input = IMAPInput()
    private var lastTag = 0

    private static let mostNumbers = 2_000_000

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(to server: MessageServer) {
        self.server = server
    }

    func open(_ folder: String) async throws(MessageFailure) -> Mailbox {
        try await asking { (patience) throws(MessageFailure) in try examine(folder, patience) }
    }

    func numbers(_ search: MailboxSearch) async throws(MessageFailure) -> [UInt32] {
        try await asking { (patience) throws(MessageFailure) in try find(search, patience) }
    }

    func mails(_ numbers: [UInt32], largest: Int) async throws(MessageFailure) -> [MailboxMail] {
        guard !numbers.isEmpty else { return [] }
        return try await asking { (patience) throws(MessageFailure) in try fetch(numbers, largest, patience) }
    }

    /// Takes leave of the server, which has a moment to say so too.
    func close() async {
        guard stream != nil else { return }
        let patience = Patience(end: .now + .seconds(2), flag: CancellationFlag())
        _ = try? command("LOGOUT", patience) { _ in }
        stream = nil
    }
}

// MARK: - What is asked

extension CurlMailboxLine {
    private func examine(_ folder: String, _ patience: Patience) throws(MessageFailure) -> Mailbox {
        try connect(patience)
        var validity: UInt32?
        var next: UInt32?
        let refusal = try command("EXAMINE \(IMAPText.quoted(IMAPText.folder(folder)))", patience) { answer in
            validity = answer.number(of: "UIDVALIDITY") ?? validity
            next = answer.number(of: "UIDNEXT") ?? next
        }
        if let refusal { throw failure("has no folder \"\(folder)\" that it lets us read: \(refusal)") }
        guard let validity else { throw failure("keeps no numbers of messages, by which new ones could be told") }
        return Mailbox(validity: validity, nextNumber: next)
    }

    private func find(_ search: MailboxSearch, _ patience: Patience) throws(MessageFailure) -> [UInt32] {
        var criteria = "UID \(max(search.first, 1)):* UNDELETED"
        if let list = search.list, IMAPText.isQuotable(list) { criteria += " HEADER LIST-ID \(IMAPText.quoted(list))" }
        let senders = search.senders.map { "FROM \(IMAPText.quoted($0))" }
        if !senders.isEmpty, search.senders.allSatisfy(IMAPText.isQuotable) {
            criteria += " " + senders.dropLast().map { "OR \($0) " }.joined() + senders[senders.count - 1]
        }
        var numbers: [UInt32] = []
        let refusal = try command("UID SEARCH \(criteria)", patience) { answer in
            guard answer.words.count > 1, String(answer.words[1]).equalsIgnoringASCIICase("SEARCH"),
                numbers.count <= Self.mostNumbers
            else { return }
            numbers += answer.text.split(separator: " ").dropFirst().compactMap { UInt32($0) }
        }
        if let refusal { throw failure("does not search: \(refusal)") }
        guard numbers.count <= Self.mostNumbers else { throw MessageFailure.stranger(server) }
        // The last message is always within `n:*`, also where its number is lower (RFC 3501 §6.4.8).
        return Set(numbers.lazy.filter { $0 >= search.first }).sorted()
    }

    private func fetch(
        _ numbers: [UInt32], _ largest: Int, _ patience: Patience
    ) throws(MessageFailure) -> [MailboxMail] {
        let asked = Set(numbers)
        let list = numbers.map(String.init).joined(separator: ",")
        var mails: [UInt32: MailboxMail] = [:]
        var isWhole = true
        input.largestLiteral = largest
        let refusal = try command("UID FETCH \(list) (UID INTERNALDATE BODY.PEEK[]<0.\(largest)>)", patience) {
            answer in
            guard answer.words.count > 2, String(answer.words[2]).equalsIgnoringASCIICase("FETCH") else { return }
            guard let fetch = IMAPFetch(answer) else { return isWhole = false }
            // A server may also tell that somebody else has read something.
            guard let number = fetch.number, let body = fetch.body, asked.contains(number) else { return }
            mails[number] = MailboxMail(number: number, received: fetch.received, bytes: body)
        }
        input.largestLiteral = 0
        guard isWhole else { throw disorder }
        if let refusal { throw failure("does not hand messages over: \(refusal)") }
        return mails.values.sorted { $0.number < $1.number }
    }
}

// MARK: - Private

extension CurlMailboxLine {
    private func asking<Answer: Sendable>(
        _ ask: (Patience) throws(MessageFailure) -> Answer
    ) async throws(MessageFailure) -> Answer {
        let patience = Patience(end: .now + server.timeout, flag: CancellationFlag())
        let result = await withTaskCancellationHandler {
            attempt(ask, patience)
        } onCancel: {
            patience.flag.set()
        }
        return try result.get()
    }

    private func attempt<Answer: Sendable>(
        _ ask: (Patience) throws(MessageFailure) -> Answer, _ patience: Patience
    ) -> Result<Answer, MessageFailure> {
        do throws(MessageFailure) {
            return .success(try ask(patience))
        } catch {
            // Where an answer broke off, nothing more can be said on this connection.
            stream = nil
            return .failure(error)
        }
    }

    private func connect(_ patience: Patience) throws(MessageFailure) {
        guard stream == nil else { return }
        input = IMAPInput()
        stream = try CurlStream(to: server, login: IMAPLogin(to: server), unless: patience.flag)
    }

    /// Says a command and has each answer to it taken until it is done.
    ///
    /// - Returns: what the server says where it refuses; nil where it has done it.
    @discardableResult
    private func command(
        _ text: String, _ patience: Patience, _ take: (IMAPAnswer) -> Void
    ) throws(MessageFailure) -> String? {
        guard let stream else { throw failure("is asked for what is in a folder before one is open") }
        lastTag += 1
        let tag = "T\(lastTag)"
        try stream.send(Array("\(tag) \(text)\r\n".utf8), until: patience.end, unless: patience.flag)
        while true {
            let answer = try next(from: stream, patience)
            guard let first = answer.words.first else { continue }
            let status = IMAPText.status(of: answer.text)
            if first == "*" {
                if status == "BYE", text != "LOGOUT" {
                    throw MessageFailure.farewell(server, IMAPText.shown(answer.text))
                }
                take(answer)
            } else if first == tag, let status {
                return status == "OK" ? nil : IMAPText.shown(answer.text)
            } else {
                throw disorder
            }
        }
    }

    private func next(from stream: CurlStream, _ patience: Patience) throws(MessageFailure) -> IMAPAnswer {
        while true {
            do throws(IMAPInput.Disorder) {
                if let answer = try input.next() { return answer }
            } catch {
                throw disorder
            }
            try stream.receive(into: &input.bytes, until: patience.end, unless: patience.flag)
        }
    }

    private func failure(_ words: String) -> MessageFailure { MessageFailure(.unavailable, "\(server.host) \(words)") }

    private var disorder: MessageFailure {
        failure("answers with something else than it was asked for, or with more")
    }
}
