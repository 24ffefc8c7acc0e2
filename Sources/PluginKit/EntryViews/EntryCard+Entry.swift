import FeedHTML
public import FeedModel
import FeedText

extension EntryCard {
    /// The most characters of a summary.
    static let summaryLimit = 320
    /// The most characters of a title made from the text.
    static let titleLimit = 70
    /// More characters than this at the beginning of a text are never looked at.
    static let textLimit = 2000

    /// What an entry shows of itself.
    public init(_ entry: Entry) {
        let text = EntryCard.text(of: entry)
        let ownTitle = EntryCard.singleLine(entry.title ?? "")
        if ownTitle.isEmpty {
            (title, summary) = EntryCard.split(text)
        } else {
            title = ownTitle
            summary = text == ownTitle ? "" : HTMLSummary.excerpt(of: text, limit: EntryCard.summaryLimit)
        }
        if summary?.isEmpty == true { summary = nil }
        number = entry.tributary?.number
        feedName = entry.tributary.map { EntryCard.singleLine($0.feed.title ?? URLText.redacted($0.feed.id)) }
        authors = entry.authors.compactMap { author in
            let name = EntryCard.singleLine(author.name ?? "")
            return name.isEmpty ? nil : name
        }
        date = entry.datePublished ?? entry.dateModified
        tags = entry.tags.map { EntryCard.singleLine($0) }.filter { !$0.isEmpty }
        link = WebLink.safe(entry.url ?? "") ?? WebLink.safe(entry.externalURL ?? "")
        image = EntryCard.image(of: entry)
    }
}

extension EntryCard {
    /// The beginning of a text on one line, with single spaces; empty if nothing in it can be seen.
    private static func singleLine(_ text: some StringProtocol) -> String {
        let line = text.prefix(textLimit).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return DisplayText.singleLine(line).isEmpty ? "" : line
    }

    /// The summary, else the text, on one line.
    private static func text(of entry: Entry) -> String {
        for text in [entry.summary, entry.contentText] {
            let line = singleLine(text ?? "")
            if !line.isEmpty { return line }
        }
        return singleLine(HTMLText.plainText(entry.contentHTML ?? ""))
    }

    /// A title and what follows it, from the text of an entry without a title.
    private static func split(_ text: String) -> (title: String, summary: String) {
        if text.isEmpty { return ("(untitled)", "") }
        let (title, rest) = HTMLSummary.split(text, limit: titleLimit)
        return (title, HTMLSummary.excerpt(of: singleLine(rest), limit: summaryLimit))
    }

    /// The entry's image with the text that its HTML has for it, else the first image of its HTML.
    private static func image(of entry: Entry) -> HTMLImage? {
        let html = entry.contentHTML ?? ""
        guard let url = entry.image ?? entry.bannerImage else {
            return HTMLSummary.image(in: html, base: entry.baseURL) { _ in true }
        }
        guard WebLink.safe(url) != nil else { return nil }
        return HTMLSummary.image(in: html, base: entry.baseURL) { $0 == url } ?? HTMLImage(url: url)
    }
}
