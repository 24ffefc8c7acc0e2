import EntryMessages
import EntryViews
import FeedJSON
import FeedText
import TributaryPluginKit

/// A topic of ntfy, published to as JSON (https://docs.ntfy.sh/publish/#publish-as-json).
struct NtfyService: WebhookService {
    private let server: String
    private let topic: String

    /// A message longer than 4096 bytes would become a file.
    private static let messageLimit = 4096
    private static let titleLimit = 250
    private static let longestLink = 2000

    /// The topic is the last part of the address.
    init(_ url: URLParts) throws(ConfigurationError) {
        let parts = url.path.split(separator: "/")
        guard let topic = parts.last, topic.utf8.allSatisfy(Self.isTopicByte), topic.utf8.count <= 64 else {
            throw ConfigurationError(
                "the topic is missing; write it behind the server, as in https://ntfy.sh/my-topic", at: "url")
        }
        var server = url
        server.path = parts.dropLast().map { "/\($0)" }.joined() + "/"
        self.server = server.text
        self.topic = String(topic)
    }

    func message(about deliveries: ArraySlice<Delivery>) -> WebhookMessage {
        guard deliveries.count > 1 else { return WebhookMessage(to: server, single(deliveries), count: 1) }
        let pieces = MessagePacking.packed(deliveries, limit: Self.messageLimit) { delivery in
            let text = EntryTexts(delivery)
            let title = TextLimit.cut(text.title, bytes: Self.titleLimit)
            return ServiceText.lines(title, Self.fit(text.card.link) ?? "").joined(separator: "\n") + "\n"
        } size: {
            $0.utf8.count
        }
        return WebhookMessage(
            to: server,
            [
                "topic": .string(topic), "title": .string("\(pieces.count) new entries"),
                "message": .string(pieces.joined()),
            ], count: pieces.count)
    }

    private func single(_ deliveries: ArraySlice<Delivery>) -> JSONValue {
        guard let delivery = deliveries.first else { return .null }
        let text = EntryTexts(delivery)
        let message = ServiceText.lines(text.summary ?? "", text.byline).joined(separator: "\n")
        var body: JSONObject = [
            "topic": .string(topic), "title": .string(TextLimit.cut(text.title, bytes: Self.titleLimit)),
            // An empty message would be "triggered".
            "message": .string(TextLimit.cut(message.isEmpty ? text.title : message, bytes: Self.messageLimit)),
        ]
        if let link = Self.fit(text.card.link) { body["click"] = .string(link) }
        return .object(body)
    }

    private static func fit(_ link: String?) -> String? { link.flatMap { $0.utf8.count <= longestLink ? $0 : nil } }

    private static func isTopicByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
