import EntryMessages
import FeedJSON
import FeedText
import TributaryPluginKit

/// A room of Matrix (https://spec.matrix.org/latest/client-server-api/#sending-events-to-a-room).
///
/// The address ends with the key of the delivery, so that the server takes each once, however often it is sent.
struct MatrixService: WebhookService {
    private let base: String

    /// An event has at most 65,536 bytes; in JSON a text may take twice its own.
    private static let sizeLimit = 30_000
    private static let summaryLimit = 2000

    /// The address of the room's messages, up to `m.room.message`.
    init(_ url: URLParts) {
        base = url.text.hasSuffix("/") ? url.text : url.text + "/"
    }

    func message(about deliveries: ArraySlice<Delivery>) -> WebhookMessage {
        let pieces = MessagePacking.packed(deliveries, limit: Self.sizeLimit) { delivery in
            (text: Self.text(delivery), html: Self.html(delivery))
        } size: {
            $0.text.utf8.count + $0.html.utf8.count
        }
        let key = DeliveryKey.key(of: deliveries.prefix(pieces.count))
        var message = WebhookMessage(
            to: base + key,
            [
                "msgtype": "m.notice", "body": .string(pieces.map(\.text).joined(separator: "\n\n")),
                "format": "org.matrix.custom.html",
                "formatted_body": .string(pieces.map(\.html).joined(separator: "<br><br>")),
            ], count: pieces.count)
        message.method = "PUT"
        return message
    }

    private static func html(_ delivery: Delivery) -> String {
        let text = ServiceText(delivery, summary: summaryLimit, escaping: ServiceText.escapedForHTML)
        let byline = text.byline.isEmpty ? "" : "<i>\(text.byline)</i>"
        return ServiceText.lines(text.linkedTitle, text.summary, byline).joined(separator: "<br>")
    }

    private static func text(_ delivery: Delivery) -> String {
        let text = ServiceText(delivery, summary: summaryLimit) { String($0) }
        return ServiceText.lines(text.title, text.summary, text.byline, text.link ?? "").joined(separator: "\n")
    }
}
