import EntryMessages
import FeedJSON
import FeedMail
import FeedModel
import FeedText
import MailEntries
public import TributaryPluginKit

/// Reads a folder of a mail server as a feed (IMAP, RFC 3501): each message is an entry, and nothing there is changed.
public struct IMAP: FeedAdapter {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var host: String
        var port: Int?
        var security: String
        var user: String
        var password: String
        var ca: String?
        var timeout: TimeSpan
        var folder: String
        var from: [String]?
        var list: String?
        var count: Int
    }

    /// What people and the engine must know of the adapter.
    public static let descriptor = PluginDescriptor(
        name: "imap", role: .adapter, summary: "reads the messages of a mail server's folder, such as newsletters",
        options: [
            .required("host", .text, "The server's name or address.", isIdentifying: true),
            Option("port", .integer(in: 1...65_535), "The port; 993 with tls, else 143."),
            Option(
                "security", .choice(of: MessageServer.Security.allCases.map(\.rawValue)), default: "tls",
                "How the connection is protected: from the beginning, after STARTTLS, or not at all."),
            .required("user", .text, "The user's name.", isIdentifying: true),
            .required("password", .text, "The user's password, best as \"${env:NAME}\"."),
            ServerOptions.ca,
            Option("timeout", .duration, default: "60s", "How long one answer may take."),
            Option("folder", .text, default: "INBOX", "The folder, as mail programs show it.", isIdentifying: true),
            MailChoice.from, MailChoice.listID,
            Option(
                "count", .integer(in: 1...1000), default: 100,
                "How many of the newest messages that count the first reading takes; later ones take all that are new."),
        ],
        example:
            #"{"use": "imap", "host": "mail.example.org", "user": "ines", "password": "${env:MAIL_PASSWORD}", "from": ["news.example.org"]}"#,
        sampleAnswer: """
            From: =?utf-8?B?5rC06LuK?= <mill@news.example.org>
            To: ines@example.org
            Subject: A tide table that fits on one screen
            Date: Sat, 28 Nov 2026 04:00:00 +0900
            Message-ID: <1@news.example.org>
            List-Id: <mill.news.example.org>
            Content-Type: text/plain; charset=utf-8

            Twelve lines, no colours, readable in the rain.
            """)

    private let server: MessageServer
    private let messages: any MessageTransport
    private let folder: String
    private let choice: MailChoice
    private let count: Int
    private let report: @Sendable (Diagnostic) -> Void

    /// Makes the adapter.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        for (name, text) in [("user", options.user), ("password", options.password), ("folder", options.folder)]
        where text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw ConfigurationError(
                "there is a line break or another control character in it", at: .init([.key(name)]))
        }
        server = try ServerOptions.server(
            host: options.host, port: options.port, security: options.security,
            ports: [.tls: 993, .startTLS: 143, .none: 143], user: options.user, password: options.password,
            ca: options.ca, timeout: options.timeout, in: context)
        messages = context.messages
        folder = options.folder
        choice = try MailChoice(from: options.from, list: options.list)
        count = options.count
        report = context.report
    }

    /// So many messages are asked for at once.
    private static let batch = 8
    /// More messages than this are not looked at by one reading; the others follow in the next one.
    private static let mostAtOnce = 1000
    /// More bytes than this are not read by one reading.
    private static let mostBytes = 64 << 20
    /// A larger message is read up to here, in bytes.
    private static let largest = 2 << 20

    /// Reads the messages that have come since the last reading; nothing where none has.
    public func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading {
        let line = messages.mailboxLine(to: server)
        do throws(MessageFailure) {
            let reading = try await reading(over: line, since: last) { message in
                report(Diagnostic(.note, subject: subscription.displayName, message))
            }
            await line.close()
            return reading
        } catch {
            await line.close()
            throw ReadFailure(Task.isCancelled ? .cancelled : .unavailable, error.message)
        }
    }
}

// MARK: - Private

extension IMAP {
    private func reading(
        over line: any MailboxLine, since last: Validators?, note: (String) -> Void
    ) async throws(MessageFailure) -> FeedReading {
        let mailbox = try await line.open(folder)
        var known = last?.adapterState.flatMap(MailboxState.init)
        if let state = known, state.validity != mailbox.validity {
            note("\(server.host) has numbered the messages of \"\(folder)\" anew; the newest are read again")
            known = nil
        }
        if let known, known.number == .max || mailbox.nextNumber.map({ $0 <= known.number + 1 }) == true {
            return .unchanged(last)
        }
        let numbers = try await line.numbers(
            MailboxSearch(first: (known?.number ?? 0) + 1, senders: choice.partsOfSenders, list: choice.list))
        // The first reading takes the newest, and later ones go on from where the last one ended.
        let order = known == nil ? numbers.reversed() : numbers
        var entries: [Entry] = []
        var (looked, size) = (0, 0)
        while looked < min(order.count, Self.mostAtOnce), size < Self.mostBytes, known != nil || entries.count < count {
            let batch = order[looked...].prefix(Self.batch).sorted()
            looked += batch.count
            let mails = try await line.mails(batch, largest: Self.largest)
            for mail in known == nil ? mails.reversed() : mails {
                size += mail.bytes.count
                let message = MailMessage(mail.bytes.span)
                guard choice.holds(of: message) else { continue }
                entries.append(
                    Entry(message, place: "\(mailbox.validity).\(mail.number)", received: mail.received))
            }
        }
        var end = max(mailbox.lastNumber, numbers.last ?? 0, known?.number ?? 0)
        if known != nil, looked < order.count {
            note("\(order.count - looked) more messages follow in the next reading")
            end = order[looked - 1]
        }
        let validators = Validators(adapterState: MailboxState(validity: mailbox.validity, number: end).text)
        if known != nil, entries.isEmpty { return .unchanged(validators) }
        var feed = Feed(title: folder)
        feed.entries = known == nil ? Array(entries.prefix(count)) : entries.reversed()
        return .feed(feed, validators)
    }
}
