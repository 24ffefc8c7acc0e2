import EntryMessages
import FeedJSON
import FeedText
public import TributaryPluginKit

/// Sends each entry, or several at once, to a URL by HTTP: as JSON, as a body of one's own, or as a chat service wants it.
public struct Webhook: Sink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var url: String
        var service: String
        var method: String
        var headers: JSONValue
        var token: String?
        var body: JSONValue?
        var batch: Int?
        var secret: String?
        var signatureHeader: String
    }

    /// What people and the engine must know of the sink: a receiver may do anything with an entry, so it is sent once.
    public static let descriptor = PluginDescriptor(
        name: "webhook", role: .sink,
        summary: "sends entries to a URL: as JSON, or to Slack, Discord, ntfy, Matrix, Telegram",
        options: [
            .required("url", .text, "The address that requests are sent to."),
            Option(
                "service", .choice(of: ServiceName.allCases.map(\.rawValue)), default: "json",
                "Who answers there, which decides what is sent and how much at once."),
            Option("method", .choice(of: ["POST", "PUT"]), default: "POST", "How JSON is sent."),
            Option("headers", .map(of: .text), default: [:], "Fields of every request, such as an API key."),
            Option("token", .text, "A bearer token, for the field Authorization."),
            DeliveryBody.option,
            Option(
                "batch", .integer(in: 2...largestBatch),
                "How many entries one request may hold; absent: a request each."),
            Option("secret", .text, "The key of a signature over the body (HMAC-SHA-256); absent: none is sent."),
            Option(
                "signature_header", .text, default: "X-Hub-Signature-256", "The field in which the signature is sent."),
        ],
        example: #"{"use": "webhook", "url": "https://hooks.example.org/feeds", "secret": "${env:HOOK_SECRET}"}"#,
        delivery: .digest(of: largestBatch, firstFetch: .newest(1)),
        deliveryWithout: ["batch": DeliveryTraits(isRepeatable: false, firstFetch: .newest(1))])

    private static let largestBatch = 100

    private let service: any WebhookService
    private let sender: WebhookSender
    private let batch: Int

    /// Makes the sink; what is sent by options that do not go together is a mistake.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        guard let url = URLParts(options.url), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false else {
            throw ConfigurationError("\"\(URLText.redacted(options.url))\" is no URL of http or https", at: "url")
        }
        let name = ServiceName(rawValue: options.service) ?? .json
        guard name == .json || options.body == nil else {
            throw ConfigurationError(
                "\(name.rawValue) has a body of its own; leave out \"body\" or \"service\"", at: "body")
        }
        service = try name.service(options, at: url)
        sender = try WebhookSender(options, host: url.host ?? "", context)
        batch = options.batch ?? 1
    }

    /// Sends a batch in as many requests as it needs; what came before one that failed is confirmed.
    public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        var confirmed: [Delivery.ID] = []
        var rest = batch.deliveries[...]
        while !rest.isEmpty {
            let message = service.message(about: rest.prefix(self.batch))
            let deliveries = rest.prefix(max(message.count, 1))
            do throws(SinkFailure) {
                try await sender.send(message, about: deliveries)
            } catch {
                throw SinkFailure(error.kind, error.message, receipt: Receipt(confirmed: confirmed))
            }
            confirmed += deliveries.map(\.id)
            rest = rest.dropFirst(deliveries.count)
        }
        return Receipt(confirmed: confirmed)
    }
}
