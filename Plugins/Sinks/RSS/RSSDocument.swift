import EntryPages
import FeedFormats
import FeedHTML
import FeedJSON
import FeedModel
import FeedText
import FeedXML

/// An RSS 2.0 feed in the making.
struct RSSDocument {
    private let head: Feed
    private var items = XMLDocumentWriter(partWithin: 2)
    private let now: Timestamp
    private var updated: Timestamp?

    init(_ head: Feed, now: Timestamp) {
        self.head = head
        self.now = now
    }

    /// The whole document.
    var bytes: [UInt8] {
        var writer = XMLDocumentWriter()
        writer.begin(
            "rss",
            [
                ("version", "2.0"), ("xmlns:atom", "http://www.w3.org/2005/Atom"),
                ("xmlns:content", "http://purl.org/rss/1.0/modules/content/"),
                ("xmlns:dc", "http://purl.org/dc/elements/1.1/"),
            ] + ModuleElements.namespaces)
        writer.begin("channel")
        writer.element("title", text: HTMLText.escaped(head.title ?? ""))
        writer.element("link", text: head.homePageURL ?? head.feedURL ?? "https://example.invalid/")
        writer.element("description", text: HTMLText.escaped(head.description ?? head.title ?? ""))
        if let url = head.feedURL {
            writer.empty("atom:link", ("rel", "self"), ("type", "application/rss+xml"), ("href", url))
        }
        writer.element("lastBuildDate", text: updated?.civilTime.rfc822)
        writer.element("generator", text: "Tributary")
        writer.element("docs", text: "https://www.rssboard.org/rss-specification")
        writer.raw(items.bytes)
        writer.end()
        writer.end()
        return writer.bytes
    }

    /// Appends an entry.
    mutating func add(_ entry: Entry) {
        let entry = entry.linkingToWeb
        let provenance = Provenance(of: entry)
        let published = entry.datePublished?.valid
        // A date to come is no change of the feed's.
        if let date = (entry.dateModified?.valid ?? published).map({ min($0, now) }) {
            updated = updated.map { max($0, date) } ?? date
        }

        items.begin("item", ("xml:lang", entry.language.flatMap { EntryLanguage.isTag($0) ? $0 : nil }))
        items.element("title", text: entry.title.map(Self.line))
        items.element("link", text: entry.url)
        items.element("guid", ("isPermaLink", entry.id == entry.url ? nil : "false"), text: entry.id)
        items.element("pubDate", text: published?.civilTime.rfc822)
        if published?.nanoseconds ?? 0 > 0 { items.element("dc:date", text: published?.rfc3339) }
        items.element("atom:updated", text: entry.dateModified?.valid?.rfc3339)
        appendPeople(of: entry, provenance)
        for tag in entry.tags where tag.isVisible { items.element("category", text: tag) }
        appendText(of: entry)
        appendFiles(of: entry)
        if let url = entry.externalURL { items.empty("atom:link", ("rel", "related"), ("href", url)) }
        if let url = provenance.via { items.empty("atom:link", ("rel", "via"), ("href", url)) }
        items.element("dc:rights", text: provenance.rights.map(HTMLText.escaped))
        if let url = provenance.source.feedURL, url.isVisible {
            items.element("source", ("url", url), text: Self.line(provenance.source.title ?? ""))
        }
        items.element("comments", text: entry.extensions["_comments"]?.objectValue?["url"]?.stringValue)
        ModuleElements.write(entry, to: &items)
        items.end()
    }
}

// MARK: - Parts

extension RSSDocument {
    /// Writes names for all readers, and for those that know Atom's elements what else is known of a person.
    private mutating func appendPeople(of entry: Entry, _ provenance: Provenance) {
        for person in entry.authors { items.element("dc:creator", text: person.name.map(Self.line)) }
        for person in entry.authors where person.url != nil { append(person, as: "atom:author") }
        for person in provenance.contributors {
            items.element("dc:contributor", text: person.name.map(Self.line))
            if person.url?.isVisible == true { append(person, as: "atom:contributor") }
        }
    }

    private mutating func append(_ person: Author, as element: String) {
        let address = person.url.flatMap { $0.hasPrefix("mailto:") ? String($0.dropFirst(7)) : nil }
        items.begin(element)
        items.element("atom:name", text: person.name ?? address ?? person.url)
        if address == nil { items.element("atom:uri", text: person.url) }
        let besides = person.extensions["_person"]?.objectValue?["email"]?.stringValue
        items.element("atom:email", text: address ?? besides)
        items.end()
    }

    /// A text of one line as HTML: in a title, readers would show the mark of a line break.
    private static func line(_ text: String) -> String {
        HTMLText.escaped(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    /// Writes the whole text, and beside it the summary; an item has a title or a description.
    private mutating func appendText(of entry: Entry) {
        let content = entry.contentHTML ?? entry.contentText.map(HTMLText.escaped)
        if let summary = entry.summary {
            items.element("description", text: HTMLText.escaped(summary))
        } else if entry.title == nil || entry.extensions["_podcast"] != nil {
            // Without it a podcast's subtitle would be taken for the description.
            items.element("description", text: content ?? "")
        }
        items.element("content:encoded", text: content)
    }

    /// Writes files: the first as the enclosure that every reader knows, if its type is known, the others as links.
    private mutating func appendFiles(of entry: Entry) {
        for (place, file) in entry.attachments.enumerated() where file.url.isVisible {
            let isEnclosure = place == 0 && file.knownType != nil
            if isEnclosure {
                items.empty(
                    "enclosure", ("url", file.url), ("length", "\(file.sizeInBytes ?? 0)"), ("type", file.knownType))
            }
            guard !isEnclosure || file.title != nil || file.sizeInBytes == 0 else { continue }
            items.empty(
                "atom:link", ("rel", "enclosure"), ("href", file.url), ("type", file.knownType), ("title", file.title),
                ("length", file.sizeInBytes.map(String.init)))
        }
    }
}

extension Timestamp {
    /// The instant, if it has a year of four digits, which RSS asks for.
    fileprivate var valid: Timestamp? { (1000...9999).contains(civilTime.year) ? self : nil }
}
