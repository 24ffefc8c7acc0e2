import FeedJSON
import FeedText
import TributaryPluginKit

/// How a receiver wants to be told of entries.
protocol WebhookService: Sendable {
    /// The message about as many of the first deliveries as fit into one; at least one of them, there is at least one.
    func message(about deliveries: ArraySlice<Delivery>) -> WebhookMessage
}

/// What one request tells.
struct WebhookMessage: Sendable {
    /// Where it goes.
    var url: String
    var method = "POST"
    var contentType = "application/json"
    var body: [UInt8]
    /// How many deliveries it is about.
    var count: Int

    /// A message of a JSON value.
    init(to url: String, _ value: JSONValue, count: Int) {
        self.url = url
        var writer = JSONWriter()
        writer.value(value)
        body = writer.bytes
        self.count = count
    }

    /// A message of bytes.
    init(to url: String, _ body: [UInt8], count: Int) {
        self.url = url
        self.body = body
        self.count = count
    }
}

/// The receivers that are known.
enum ServiceName: String, CaseIterable {
    case json, slack, discord, ntfy, matrix, telegram

    /// What makes messages for it.
    func service(_ options: Webhook.Options, at url: URLParts) throws(ConfigurationError) -> any WebhookService {
        switch self {
        case .json: try JSONService(options)
        case .slack: SlackService(url: options.url)
        case .discord: DiscordService(url: options.url)
        case .ntfy: try NtfyService(url)
        case .matrix: MatrixService(url)
        case .telegram: try TelegramService(url)
        }
    }
}
