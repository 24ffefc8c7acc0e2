import EntryPages
import EntryViews
import FeedHTML
import FeedModel
import FeedText

/// The page on which one entry is read.
///
/// Nothing in it depends on other entries, so that it stays as it is when new ones come.
struct ReaderPage {
    /// More tags than these are not listed.
    private static let mostTags = 60
    /// A title of more characters is cut in the title of the window.
    private static let longestTitle = 150

    let bytes: [UInt8]

    init(of entry: Entry, _ key: String, _ look: PageLook) {
        let card = EntryCard(entry)
        let content = look.images.content(of: entry)
        let title = String(card.title.prefix(Self.longestTitle))
        var page = look.page(
            title: "\(title) · \(look.title)", style: PageStyle.reader, script: PageScript.reader)
        page.raw("<header class=\"bar\">")
        page.element(
            "a", ("id", "back"), ("href", "../index.html#e-\(key)"), ("aria-label", look.words.back),
            text: "← \(look.title)")
        page.raw("</header>\n<main>\n")
        page.begin("article", ("lang", EntryLanguage.tag(of: entry) ?? ""))
        Self.appendHead(of: entry, card, look, to: &page)
        if look.images == .proxyFree, !content.contains("<img"), let image = card.image,
            let url = WebLink.identifier(image.url)
        {
            page.raw("<p class=\"lead\">")
            page.begin("img", ("src", url), ("alt", image.alternativeText ?? ""))
            page.raw("</p>\n")
        }
        page.raw("<div class=\"content\" dir=\"auto\">\n\(content)\n</div>\n")
        Self.appendFiles(of: entry, look, to: &page)
        Self.appendFoot(of: card, look, to: &page)
        page.raw("</article>\n</main>\n<script>\(PageScript.reader)</script>\n</body>\n</html>\n")
        bytes = page.bytes
    }
}

// MARK: - Private

extension ReaderPage {
    private static func appendHead(of entry: Entry, _ card: EntryCard, _ look: PageLook, to page: inout HTMLMarkup) {
        page.raw("\n<header>\n<p class=\"meta\">")
        if let feed = card.feedName { page.element("span", ("class", "feed"), ("dir", "auto"), text: feed) }
        if let date = entry.sortDate {
            let time = look.time(date)
            page.raw(" ")
            page.element(
                "time", ("datetime", date.civilTime.valid?.rfc3339), ("lang", look.words.rawValue),
                text: "\(look.words.day(time)) \(PageLook.clock(time))")
        }
        page.raw("</p>\n")
        page.element("h1", ("dir", "auto"), text: card.title)
        if !card.authors.isEmpty {
            page.raw("\n")
            page.element("p", ("class", "by"), ("dir", "auto"), text: card.authors.joined(separator: ", "))
        }
        page.raw("\n</header>\n")
    }

    private static func appendFiles(of entry: Entry, _ look: PageLook, to page: inout HTMLMarkup) {
        let files = entry.attachments.compactMap { file in WebLink.identifier(file.url).map { (file, $0) } }
        guard !files.isEmpty else { return }
        page.raw("<section class=\"files\" aria-labelledby=\"files\">\n")
        page.element("h2", ("id", "files"), ("lang", look.words.rawValue), text: look.words.files)
        page.raw("\n<ul>\n")
        for (file, url) in files {
            page.raw("<li>")
            let name = file.title ?? WebLink.fileName(url)
            page.element("a", ("href", url), ("rel", "noopener noreferrer nofollow"), text: name)
            let details = [file.mimeType, file.sizeInBytes.map(SizeText.short)].compactMap(\.self)
            if !details.isEmpty { page.text(" (\(details.joined(separator: ", ")))") }
            page.raw("</li>\n")
        }
        page.raw("</ul>\n</section>\n")
    }

    private static func appendFoot(of card: EntryCard, _ look: PageLook, to page: inout HTMLMarkup) {
        page.raw("<footer>\n")
        if let link = card.link.flatMap(WebLink.identifier), let host = WebLink.host(link) {
            page.raw("<p>")
            page.element(
                "a", ("class", "original"), ("href", link), ("rel", "noopener noreferrer nofollow"),
                ("lang", look.words.rawValue), text: look.words.original(at: host))
            page.raw("</p>\n")
        }
        if !card.tags.isEmpty {
            page.raw("<ul class=\"tags\">")
            for tag in card.tags.prefix(mostTags) {
                page.raw("<li>")
                page.element(
                    "a", ("class", "chip"), ("href", "../index.html#tag-\(EntryFacets.key(ofTag: tag))"),
                    ("dir", "auto"),
                    text: tag)
                page.raw("</li>")
            }
            page.raw("</ul>\n")
        }
        page.raw("</footer>\n")
    }
}
