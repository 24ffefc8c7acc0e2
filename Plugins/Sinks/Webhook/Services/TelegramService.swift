import EntryMessages
import FeedJSON
import FeedText
import TributaryPluginKit

/// A chat of Telegram's, written to by a bot (https://core.telegram.org/bots/api#sendmessage).
struct TelegramService: WebhookService {
    private let url: String
    private let parameters: JSONObject

    /// A message has at most 4096 characters, and 100 parts that are marked up.
    private static let sizeLimit = 4096
    private static let mostEntries = 30
    private static let summaryLimit = 1500
    private static let form = "https://api.telegram.org/bot${env:TOKEN}/sendMessage?chat_id=ID"

    /// The chat, and what else the address asks for, goes into each message.
    init(_ url: URLParts) throws(ConfigurationError) {
        var parameters: JSONObject = [:]
        for pair in (url.query ?? "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            guard sides.count == 2 else { continue }
            parameters[String(sides[0])] = .string(URLText.decodedComponent(String(sides[1])))
        }
        guard url.path.hasSuffix("/sendMessage") else {
            throw ConfigurationError("a bot sends by its method sendMessage; write \(Self.form)", at: "url")
        }
        guard parameters["chat_id"] != nil else {
            throw ConfigurationError("the chat is missing; write \(Self.form)", at: "url")
        }
        var bare = url
        bare.query = nil
        self.url = bare.text
        self.parameters = parameters
    }

    func message(about deliveries: ArraySlice<Delivery>) -> WebhookMessage {
        // What is shown counts, but what is sent is at least as long.
        let pieces = MessagePacking.packed(deliveries.prefix(Self.mostEntries), limit: Self.sizeLimit) { delivery in
            let text = ServiceText(delivery, summary: Self.summaryLimit, escaping: ServiceText.escapedForHTML)
            let byline = text.byline.isEmpty ? "" : "<i>\(text.byline)</i>"
            return (
                html: ServiceText.lines(text.linkedTitle, text.summary, byline).joined(separator: "\n"),
                size: text.title.utf16.count + text.summary.utf16.count + text.byline.utf16.count + 4
            )
        } size: {
            $0.size
        }
        var body = parameters
        body["text"] = .string(pieces.map(\.html).joined(separator: "\n\n"))
        body["parse_mode"] = "HTML"
        if pieces.count > 1 { body["link_preview_options"] = ["is_disabled": true] }
        return WebhookMessage(to: url, .object(body), count: pieces.count)
    }
}
