import EntryMessages
import FeedJSON
public import TributaryPluginKit

/// Sends each entry as mail through a server, or several as one digest (RFC 5321).
public actor SMTP: Sink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var host: String
        var port: Int?
        var security: String
        var user: String?
        var password: String?
        var ca: String?
        var timeout: TimeSpan
        var from: MailAddress
        var to: [MailAddress]
        var subject: String
        var digest: String?
    }

    /// What people and the engine must know of the sink: mail cannot be called back, so what is in hand is one message.
    public static let descriptor = PluginDescriptor(
        name: "smtp", role: .sink, summary: "sends entries as mail, each by itself or as a digest",
        options: [
            ServerOptions.host,
            Option("port", .integer(in: 1...65_535), "The port; 465 with tls, 587 with starttls, else 25."),
            Option(
                "security", .choice(of: MessageServer.Security.allCases.map(\.rawValue)), default: "tls",
                "How the connection is protected: from the beginning, after STARTTLS, or not at all."),
            ServerOptions.user, ServerOptions.password, ServerOptions.ca, ServerOptions.timeout,
            .required("from", .mailAddress, "The address that mail is from; a name with it stands for the feed's."),
            .required("to", .list(of: .mailAddress, atLeast: 1), "The addresses that mail is sent to."),
            MailOptions.subject,
            Option(
                "digest", .text,
                "The subject of one mail for all that is new, such as \"{{count}} new entries\"; absent: a mail each."),
        ],
        example:
            #"{"use": "smtp", "host": "mail.example.org", "user": "ines", "password": "${env:MAIL_PASSWORD}", "from": "ines@example.org", "to": ["ines@example.org"]}"#,
        delivery: .digest(of: 100, firstFetch: .newest(1)),
        deliveryWithout: ["digest": DeliveryTraits(isRepeatable: false, firstFetch: .newest(1))])

    private let server: MessageServer
    private let transport: any MessageTransport
    private let mailer: EntryMailer
    private let digest: MessageTemplate?
    private let sender: String
    private let recipients: [String]
    private var line: (any MailLine)?

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        server = try ServerOptions.server(
            host: options.host, port: options.port, security: options.security,
            ports: [.tls: 465, .startTLS: 587, .none: 25], user: options.user, password: options.password,
            ca: options.ca, timeout: options.timeout, in: context)
        transport = context.messages
        mailer = try EntryMailer(
            from: options.from, to: options.to, subject: options.subject, clock: context.clock)
        digest = try options.digest.map { (subject) throws(ConfigurationError) in
            try MessageTemplate(subject, naming: DigestTexts.names, at: "digest")
        }
        sender = options.from.address
        recipients = options.to.map(\.address)
    }

    /// Hands the server a digest of the batch, or its entries one by one.
    public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        let line = self.line ?? transport.mailLine(to: server)
        self.line = line
        if let digest, batch.deliveries.count > 1 {
            try await send(mailer.digest(of: batch.deliveries, subject: digest), over: line, confirmed: [])
            return Receipt(for: batch)
        }
        var confirmed: [Delivery.ID] = []
        for delivery in batch.deliveries {
            try await send(mailer.message(for: delivery), over: line, confirmed: confirmed)
            confirmed.append(delivery.id)
        }
        return Receipt(confirmed: confirmed)
    }

    /// Closes the connection.
    public func close() async throws(SinkFailure) {
        line = nil
    }

    private func send(
        _ message: MailMessage, over line: any MailLine, confirmed: [Delivery.ID]
    ) async throws(SinkFailure) {
        do throws(MessageFailure) {
            try await line.send(
                OutgoingMail(sender: sender, recipients: recipients, bytes: message.bytes(.crlf)))
        } catch {
            throw SinkFailure(error.ofSink.kind, error.message, receipt: Receipt(confirmed: confirmed))
        }
    }
}
