import FeedFormats
import FeedModel
import FeedText
import FeedXML

/// Which Atom element means what; the table stands in the README.
struct AtomTranslator: FeedTranslator {
    func isRoot(_ name: XMLName) -> Bool { name == XMLName(.core, .feed) || name == XMLName(.core, .entry) }

    func isEntry(_ name: XMLName) -> Bool { name == XMLName(.core, .entry) || name == XMLName(.core, .item) }

    mutating func read(_ element: FeedElement, into entry: inout Entry, findings: inout FeedFindings) {
        guard element.name == XMLName(.core, .entry) else {
            Self.readItem(element, into: &entry, findings: &findings)
            return
        }
        let links = element.all(.core, .link).compactMap(FeedLink.init(_:))
        entry.id = element.first(.core, .id)?.text ?? ""
        entry.url = links.page?.url
        entry.externalURL = links.first("related")?.url
        entry.title = element.firstWithText(.core, .title).flatMap(Self.lineText)
        Self.readContent(of: &entry, from: element, findings: &findings)
        entry.datePublished = Self.date(element, [.published, .issued, .created], &findings)
        entry.dateModified = Self.date(element, [.updated, .modified], &findings)
        entry.authors = Self.authors(of: element)
        for category in element.all(.core, .category) { SharedElements.add(tag: Self.tag(category), to: &entry.tags) }
        for link in links where link.relation == "enclosure" {
            SharedElements.add(link.attachment, to: &entry.attachments)
        }
        entry.language = element.ownLanguage ?? element.first(.core, .content)?.ownLanguage
        if entry.authors.isEmpty, let source = element.first(.core, .source) {
            entry.authors = Self.authors(of: source)
        }
        entry.extensions.set("_atom", AtomExtension.entryObject(of: element, links: links))
        EntryElements.complete(&entry, from: element, links: links, findings: &findings)
    }

    mutating func feed(from element: FeedElement, findings: inout FeedFindings) -> Feed {
        let links = element.all(.core, .link).compactMap(FeedLink.init(ofFeed:))
        var feed = Feed(
            title: element.first(.core, .title).flatMap(Self.lineText)
                ?? element.first(.dc, .title)?.titleText(),
            homePageURL: links.page?.url,
            feedURL: links.first("self")?.url)
        feed.description =
            (element.first(.core, .subtitle) ?? element.first(.core, .tagline)).flatMap(Self.lineText)
            ?? element.first(.dc, .description)?.titleText()
            ?? element.first(.itunes, .summary)?.plainText(.html)
        feed.nextURL = links.first("next")?.url
        feed.icon = element.first(.core, .logo)?.url ?? SharedElements.imageURL(element.first(.itunes, .image))
        feed.favicon = element.first(.core, .icon)?.url
        feed.authors = Self.authors(of: element)
        if feed.authors.isEmpty {
            for creator in element.all(.dc, .creator) { Persons.add(Persons.person(creator), to: &feed.authors) }
        }
        feed.language = element.language ?? element.first(.dc, .language)?.languageTag
        feed.hubs = links.hubs
        feed.extensions.set("_atom", AtomExtension.feedObject(of: element, links: links, findings: &findings))
        feed.extensions.set("_rss", AtomExtension.rhythmObject(of: element))
        feed.extensions.set("_podcast", PodcastElements.feedObject(of: element))
        return feed
    }
}

extension AtomTranslator {
    /// A text construct as the text that a reader sees.
    static func plainText(_ element: FeedElement) -> String? { element.plainText(element.atomSyntax ?? .plain) }

    /// The same of a title or another text of one line.
    static func lineText(_ element: FeedElement) -> String? {
        element.atomSyntax == .html ? element.titleText() : element.plainText(.plain)
    }

    /// The people of an entry, a feed or a source.
    static func authors(of element: FeedElement) -> [Author] {
        var authors: [Author] = []
        for author in element.all(.core, .author) { Persons.add(Persons.person(author), to: &authors) }
        return authors
    }

    private static func tag(_ category: FeedElement) -> String? {
        category.attribute(.label) ?? category.attribute(.term) ?? category.plainText(.plain)
    }

    private static func date(
        _ element: FeedElement, _ terms: [FeedTerm], _ findings: inout FeedFindings
    ) -> Timestamp? {
        for term in terms {
            if let time = element.first(.core, term)?.timestamp(findings: &findings) { return time }
        }
        return nil
    }

    /// Content and summary: the whole text, and a sentence about it; a summary alone is what there is to read.
    private static func readContent(
        of entry: inout Entry, from element: FeedElement, findings: inout FeedFindings
    ) {
        let summary = element.firstWithText(.core, .summary)
        for content in element.all(.core, .content) where entry.contentHTML == nil && entry.contentText == nil {
            readText(of: content.bestAlternative, into: &entry, findings: &findings)
        }
        guard let summary else { return }
        if entry.contentHTML == nil, entry.contentText == nil {
            readText(of: summary, into: &entry, findings: &findings)
        } else {
            entry.summary = plainText(summary)
        }
    }

    private static func readText(of element: FeedElement, into entry: inout Entry, findings: inout FeedFindings) {
        if let source = element.url(.src) {
            let type = element.attribute(.type)?.asciiLowercased ?? ""
            if type.isEmpty || type.contains("html") || type == "text" || type.hasPrefix("text/") {
                entry.url = entry.url ?? source
            } else {
                SharedElements.add(Attachment(url: source, mimeType: type), to: &entry.attachments)
            }
            guard element.text != nil else { return }
            findings.note(
                at: element.offset, section: "RFC 4287 §4.1.3.2", reading: "the text",
                "content that lies elsewhere holds text; it was read too")
        }
        switch element.atomSyntax {
        case .html: entry.contentHTML = element.html()
        case .plain: entry.contentText = element.contentText()
        case nil:
            guard element.text != nil else { return }
            let type = element.attribute(.type) ?? ""
            findings.note(
                at: element.offset, section: "RFC 4287 §4.1.3.3",
                "content of the type \"\(type)\" is no text and was left out")
        }
    }
}

extension FeedElement {
    /// The form that says most of content that comes in several (`multipart/alternative`, Atom 0.3 §3.1.1), or itself.
    fileprivate var bestAlternative: FeedElement {
        let alternatives = all(.core, .content)
        return alternatives.first { $0.atomSyntax == .html } ?? alternatives.first { $0.text != nil } ?? self
    }
}
