import EntryMessages
import FeedJSON
import TributaryPluginKit

/// A Discord webhook: embeds (https://discord.com/developers/docs/resources/webhook#execute-webhook).
struct DiscordService: WebhookService {
    let url: String

    /// A message has at most 10 embeds with 6000 characters in all.
    private static let mostEntries = 10
    private static let charactersOfAll = 6000
    private static let titleLimit = 256
    private static let bylineLimit = 90
    private static let mostOfSummary = 2000

    func message(about deliveries: ArraySlice<Delivery>) -> WebhookMessage {
        let deliveries = deliveries.prefix(Self.mostEntries)
        let room = Self.charactersOfAll / deliveries.count - Self.titleLimit - Self.bylineLimit
        let embeds = deliveries.map { Self.embed($0, summary: min(room, Self.mostOfSummary)) }
        return WebhookMessage(
            to: url, ["embeds": .array(embeds), "allowed_mentions": ["parse": []]], count: embeds.count)
    }

    private static func embed(_ delivery: Delivery, summary limit: Int) -> JSONValue {
        let text = ServiceText(
            delivery, title: titleLimit, byline: bylineLimit, summary: limit, escaping: escaped)
        var embed: JSONObject = ["title": .string(text.title)]
        if let link = text.link { embed["url"] = .string(link) }
        if !text.summary.isEmpty { embed["description"] = .string(text.summary) }
        // Footers know no markup.
        let footer = TextLimit.cut(EntryTexts(delivery).byline, units: bylineLimit)
        if !footer.isEmpty { embed["footer"] = ["text": .string(footer)] }
        if let image = text.image { embed["thumbnail"] = ["url": .string(image)] }
        return .object(embed)
    }

    /// Characters that mark text up, behind a backslash.
    private static func escaped(_ character: Character) -> String {
        "\\*_~`|>#-[]()<@:".contains(character) ? "\\\(character)" : String(character)
    }
}
