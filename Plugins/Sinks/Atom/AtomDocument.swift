import EntryPages
import FeedFormats
import FeedJSON
import FeedModel
import FeedText
import FeedXML

/// An Atom feed in the making.
struct AtomDocument {
    private let head: Feed
    private var entries = XMLDocumentWriter(partWithin: 1)
    private let now: Timestamp
    private var updated: Timestamp?

    init(_ head: Feed, now: Timestamp) {
        self.head = head
        self.now = now
    }

    /// The whole document.
    var bytes: [UInt8] {
        var writer = XMLDocumentWriter()
        writer.begin("feed", [("xmlns", "http://www.w3.org/2005/Atom")] + ModuleElements.namespaces)
        let id = head.feedURL ?? head.homePageURL ?? head.title ?? ""
        writer.element("id", text: IRI.identifier(of: id))
        writer.element("title", text: head.title ?? "")
        writer.element("subtitle", text: head.description)
        // An empty feed was never changed; the time of this run would change it each time.
        writer.element("updated", text: (updated ?? Timestamp(seconds: 0)).rfc3339)
        if let url = head.feedURL { writer.empty("link", ("rel", "self"), ("href", url)) }
        if let url = head.homePageURL { writer.empty("link", ("rel", "alternate"), ("href", url)) }
        writer.begin("author")
        writer.element("name", text: head.title ?? "")
        writer.end()
        writer.element("generator", text: "Tributary")
        writer.raw(entries.bytes)
        writer.end()
        return writer.bytes
    }

    /// Appends an entry.
    mutating func add(_ entry: Entry) {
        let entry = entry.linkingToWeb
        let provenance = Provenance(of: entry)
        let published = entry.datePublished?.valid
        // Every entry must say when it was changed (RFC 4287 §4.1.2).
        let changed =
            entry.dateModified?.valid ?? published ?? entry.tributary?.firstSeen.valid ?? Timestamp(seconds: 0)
        // A date to come is no change of the feed's.
        updated = max(updated ?? Timestamp(seconds: 0), min(changed, now))

        entries.begin("entry", ("xml:lang", entry.language.flatMap { EntryLanguage.isTag($0) ? $0 : nil }))
        entries.element("id", text: IRI.identifier(of: entry.id))
        entries.element("title", text: entry.title ?? "")
        entries.element("published", text: published?.rfc3339)
        entries.element("updated", text: changed.rfc3339)
        append(entry.authors, as: "author")
        append(provenance.contributors, as: "contributor")
        appendLinks(of: entry, provenance)
        for tag in entry.tags where tag.isVisible { entries.empty("category", ("term", tag)) }
        appendText(of: entry)
        entries.element("rights", text: provenance.rights)
        appendSource(provenance.source)
        ModuleElements.write(entry, to: &entries)
        entries.end()
    }
}

// MARK: - Parts

extension AtomDocument {
    private mutating func append(_ people: [Author], as element: String) {
        for person in people where [person.name, person.url].contains(where: { $0?.isVisible == true }) {
            let address = person.url.flatMap { $0.hasPrefix("mailto:") ? String($0.dropFirst(7)) : nil }
            entries.begin(element)
            entries.element("name", text: person.name ?? address ?? person.url ?? "")
            if address == nil { entries.element("uri", text: person.url) }
            let besides = person.extensions["_person"]?.objectValue?["email"]?.stringValue
            entries.element("email", text: address ?? besides)
            entries.end()
        }
    }

    private mutating func appendLinks(of entry: Entry, _ provenance: Provenance) {
        func link(_ relation: String, _ url: String?) {
            if let url, url.isVisible { entries.empty("link", ("rel", relation), ("href", url)) }
        }
        link("alternate", entry.url)
        link("related", entry.externalURL)
        // The first related link is read as `external_url`.
        if entry.externalURL != nil { for url in provenance.related { link("related", url) } }
        link("via", provenance.via)
        let comments = entry.extensions["_comments"]?.objectValue
        if let url = comments?["url"]?.stringValue {
            entries.empty("link", ("rel", "replies"), ("type", "text/html"), ("href", url))
        }
        for file in entry.attachments where file.url.isVisible {
            entries.empty(
                "link", ("rel", "enclosure"), ("href", file.url), ("type", file.knownType), ("title", file.title),
                ("length", file.sizeInBytes.map(String.init)))
        }
    }

    /// Writes content and summary; without a page an entry must have content, be it empty (RFC 4287 §4.1.2).
    private mutating func appendText(of entry: Entry) {
        if let html = entry.contentHTML {
            entries.element("content", ("type", "html"), text: html)
        } else if let text = entry.contentText {
            entries.element("content", ("type", "text"), text: text)
        } else if entry.url?.isVisible != true {
            entries.element("content", ("type", "text"), text: "")
        }
        entries.element("summary", ("type", "text"), text: entry.summary)
    }

    private mutating func appendSource(_ source: Provenance.Source) {
        guard source.title != nil || source.feedURL != nil || source.id != nil else { return }
        entries.begin("source")
        entries.element("id", text: source.id.map(IRI.identifier))
        entries.element("title", text: source.title)
        if let url = source.feedURL, url.isVisible { entries.empty("link", ("rel", "self"), ("href", url)) }
        if let url = source.homePageURL, url.isVisible { entries.empty("link", ("rel", "alternate"), ("href", url)) }
        entries.end()
    }
}

extension Timestamp {
    /// The instant, if RFC 3339 can write it.
    fileprivate var valid: Timestamp? { (1...9999).contains(civilTime.year) ? self : nil }
}
