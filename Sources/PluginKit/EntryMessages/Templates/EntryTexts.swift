package import EntryViews
import FeedHTML
import FeedModel
import FeedText
package import TributaryPluginKit

/// What a template can say of a delivery, by name.
///
/// Names are JSON Feed's where it has one. Texts are plain, without characters that cannot be seen or turn the writing
/// direction, and but for the content on one line.
package struct EntryTexts: Sendable {
    /// The delivery.
    package let delivery: Delivery
    /// What a person sees of it at a glance.
    package let card: EntryCard

    /// The texts of a delivery.
    package init(_ delivery: Delivery) {
        self.delivery = delivery
        card = EntryCard(delivery.entry)
    }

    /// The names, in the order in which they are documented.
    package static let names = [
        "title", "url", "external_url", "summary", "content_text", "content_html", "image", "date_published",
        "date_modified", "authors", "tags", "language", "id", "feed", "feed_url", "number", "revision", "score",
    ]

    /// The text under a name; nil where the entry has none.
    package subscript(name: String) -> String? {
        let entry = delivery.entry
        return switch name {
        case "title": title
        case "url": card.link
        case "external_url": entry.externalURL.flatMap(WebLink.safe)
        case "summary": summary
        case "content_text": contentText
        case "content_html": contentHTML
        case "image": card.image.flatMap { WebLink.safe($0.url) }
        case "date_published": entry.datePublished?.rfc3339
        case "date_modified": entry.dateModified?.rfc3339
        case "authors": line(card.authors.joined(separator: ", "))
        case "tags": line(card.tags.joined(separator: ", "))
        case "language": line(entry.language)
        case "id": line(entry.id)
        case "feed": feed
        case "feed_url": entry.tributary?.feed.homePageURL.flatMap(WebLink.safe)
        case "number": entry.tributary?.number.map { "\($0)" }
        case "revision": "\(delivery.revision)"
        case "score": entry.tributary?.score.map { "\($0)" }
        default: nil
        }
    }

    /// The title, else the first words of the text, else `(untitled)`.
    package var title: String { DisplayText.singleLine(card.title) }

    /// The summary, else the beginning of the text; nil where the title says it all.
    package var summary: String? { line(card.summary) }

    /// What brought the entry is called.
    package var feed: String? { line(card.feedName) }

    /// Feed, authors and day on one line, parted by middle dots.
    package var byline: String {
        [feed, line(card.authors.joined(separator: ", ")), card.date.map { String($0.rfc3339.prefix(10)) }]
            .compactMap(\.self).joined(separator: " · ")
    }

    /// The whole text as plain text, paragraphs parted by empty lines.
    package var contentText: String? {
        let entry = delivery.entry
        let text = entry.contentText ?? entry.contentHTML.map { HTMLText.plainText($0, layout: .paragraphs) }
        let lines = (text ?? entry.summary)?.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines?.map { DisplayText.printable(String($0)) }.joined(separator: "\n")
    }

    /// The whole text as HTML from which everything that runs has been taken out.
    package var contentHTML: String? {
        let entry = delivery.entry
        if let html = entry.contentHTML {
            return HTMLSanitizer.sanitized(html, base: entry.baseURL, policy: Self.policy)
        }
        return (entry.contentText ?? entry.summary).map(HTMLText.escaped)
    }

    /// What is let through: a receiver has no base for relative URLs but its own.
    private static let policy: HTMLPolicy = {
        var policy = HTMLPolicy.standard
        policy.keepsRelativeURLs = false
        return policy
    }()

    private func line(_ text: String?) -> String? {
        guard let text else { return nil }
        let line = DisplayText.singleLine(text)
        return line.isEmpty ? nil : line
    }
}
