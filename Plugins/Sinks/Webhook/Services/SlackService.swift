import FeedJSON
import TributaryPluginKit

/// A Slack incoming webhook: blocks of text (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks).
struct SlackService: WebhookService {
    let url: String

    /// A message has at most 50 blocks, a section at most 3000 characters.
    private static let mostEntries = 16
    private static let summaryLimit = 600
    private static let longestLink = 2000

    func message(about deliveries: ArraySlice<Delivery>) -> WebhookMessage {
        let texts = deliveries.prefix(Self.mostEntries).map {
            ServiceText($0, summary: Self.summaryLimit, escaping: Self.escaped)
        }
        var blocks: [JSONValue] = []
        for text in texts {
            let link = text.link.map(Self.escapedLink).flatMap { $0.utf16.count <= Self.longestLink ? $0 : nil }
            let title = link.map { "*<\($0)|\(text.title)>*" } ?? "*\(text.title)*"
            let section = ServiceText.lines(title, text.summary).joined(separator: "\n")
            blocks.append(["type": "section", "text": Self.markdown(section)])
            guard !text.byline.isEmpty else { continue }
            blocks.append(["type": "context", "elements": [Self.markdown(text.byline)]])
        }
        // What notifications show.
        let heading = texts.count == 1 ? texts.first?.title ?? "" : "\(texts.count) new entries"
        return WebhookMessage(
            to: url,
            ["text": .string(heading), "blocks": .array(blocks), "unfurl_links": false, "unfurl_media": false],
            count: texts.count)
    }

    private static func markdown(_ text: String) -> JSONValue { ["type": "mrkdwn", "text": .string(text)] }

    /// The three characters that Slack wants escaped; mentions (`<!channel>`) are text with that.
    private static func escaped(_ character: Character) -> String {
        switch character {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        default: String(character)
        }
    }

    /// A URL as it may stand before the bar of a link.
    private static func escapedLink(_ url: String) -> String {
        url.map { $0 == "|" ? "%7C" : $0 == "<" ? "%3C" : $0 == ">" ? "%3E" : escaped($0) }.joined()
    }
}
