import FeedFormats
import FeedModel
import FeedXML

/// Items of RSS that stand in a feed of Atom.
extension AtomTranslator {
    static func readItem(_ element: FeedElement, into entry: inout Entry, findings: inout FeedFindings) {
        findings.note(
            at: element.offset, section: "RFC 4287 §4.1.1",
            "an \"item\" of RSS stands in the feed; it was read as an entry")
        let links = element.all(.core, .link).compactMap(FeedLink.init(_:))
        let guid = element.first(.core, .guid)
        entry.id = guid?.text ?? element.first(.core, .id)?.text ?? ""
        entry.url = element.all(.core, .link).lazy.compactMap(\.url).first ?? links.page?.url
        if entry.url == nil, let guid, guid.attribute(.isPermaLink) != "false", guid.text?.hasPrefix("http") == true {
            entry.url = guid.url
        }
        entry.title = element.firstWithText(.core, .title)?.titleText()
        let description = element.firstWithText(.core, .description) ?? element.firstWithText(.core, .summary)
        entry.contentHTML = (element.first(.content, .encoded) ?? element.firstWithText(.core, .content))?.html()
        if entry.contentHTML == nil {
            entry.contentHTML = description?.html()
        } else {
            entry.summary = description?.plainText(.html)
        }
        for term in [FeedTerm.pubDate, .published, .updated] where entry.datePublished == nil {
            entry.datePublished = element.first(.core, term)?.timestamp(findings: &findings)
        }
        entry.authors = authors(of: element)
        for category in element.all(.core, .category) {
            SharedElements.add(tag: category.plainText(.plain) ?? category.attribute(.term), to: &entry.tags)
        }
        for enclosure in element.all(.core, .enclosure) {
            guard let url = enclosure.url(.url) ?? enclosure.url(.href) else { continue }
            let size = enclosure.attribute(.length).flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
            SharedElements.add(
                Attachment(url: url, mimeType: enclosure.attribute(.type), sizeInBytes: size), to: &entry.attachments)
        }
        entry.language = element.ownLanguage
        EntryElements.complete(&entry, from: element, links: links, findings: &findings)
    }
}
