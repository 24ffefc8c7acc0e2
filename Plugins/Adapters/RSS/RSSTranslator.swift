import FeedFormats
import FeedModel
import FeedText
import FeedXML

/// Which RSS element means what; the table stands in the README.
struct RSSTranslator: FeedTranslator {
    func isRoot(_ name: XMLName) -> Bool {
        name == XMLName(.core, .rss) || name == XMLName(.rdf, .RDF) || name == XMLName(.core, .channel)
            || name == XMLName(.core, .RDF)
    }

    func isEntry(_ name: XMLName) -> Bool {
        name == XMLName(.core, .item) || name == XMLName(.atom, .entry) || name == XMLName(.core, .entry)
    }

    mutating func read(_ element: FeedElement, into entry: inout Entry, findings: inout FeedFindings) {
        let links = Self.atomLinks(of: element)
        let guid = element.first(.core, .guid)
        entry.id = Self.id(of: element, guid: guid) ?? ""
        entry.url = Self.page(of: element, guid: guid, links: links)
        entry.externalURL = links.first("related")?.url
        entry.title = Self.title(of: element)
        RSSContent.read(from: element, into: &entry)
        for term in [FeedTerm.pubDate, .published, .date] where entry.datePublished == nil {
            entry.datePublished = element.first(.core, term)?.timestamp(findings: &findings)
        }
        Self.readExactDate(of: element, into: &entry, findings: &findings)
        entry.dateModified = element.first(.core, .updated)?.timestamp(findings: &findings)
        Self.readPeople(of: element, into: &entry)
        for category in element.all(.core, .category) {
            SharedElements.add(tag: category.plainText(.plain) ?? category.attribute(.term), to: &entry.tags)
        }
        Self.readEnclosures(of: element, links: links, into: &entry)
        entry.image = SharedElements.imageURL(element.first(.core, .image))
        entry.language = element.ownLanguage ?? element.first(.core, .language)?.languageTag
        entry.extensions.set("_rss", RSSExtension.entryObject(of: element, links: links))
        EntryElements.complete(&entry, from: element, links: links, findings: &findings)
    }

    mutating func feed(from element: FeedElement, findings: inout FeedFindings) -> Feed {
        let links = Self.atomLinks(of: element)
        var feed = Feed(title: Self.title(of: element), feedURL: links.first("self")?.url)
        feed.homePageURL = Self.textLink(of: element) ?? links.page?.url
        feed.description =
            element.first(.core, .description)?.titleText()
            ?? element.first(.dc, .description)?.titleText()
            ?? element.first(.itunes, .summary)?.plainText(.html)
            ?? element.first(.googlePlay, .description)?.plainText(.html)
            ?? element.first(.itunes, .subtitle)?.plainText(.html)
            ?? element.first(.atom, .subtitle).flatMap { $0.plainText($0.atomSyntax ?? .plain) }
        feed.nextURL = links.first("next")?.url
        feed.icon =
            SharedElements.imageURL(
                element.all(.core, .image).first { $0.first(.core, .url) != nil } ?? element.first(.core, .image))
            ?? SharedElements.imageURL(element.first(.itunes, .image))
            ?? SharedElements.imageURL(element.all(.itunes, .link).first { $0.attribute(.rel) == "image" })
            ?? SharedElements.imageURL(element.first(.googlePlay, .image))
            ?? element.first(.atom, .logo)?.url
            ?? MediaElements(of: element).image
        feed.favicon = element.first(.atom, .icon)?.url
        feed.language =
            element.first(.core, .language)?.languageTag ?? element.first(.dc, .language)?.languageTag
            ?? element.language
        Self.readPeople(of: element, into: &feed)
        feed.hubs = links.hubs
        if let hub = RSSExtension.cloudHub(of: element) { feed.hubs.append(hub) }
        feed.extensions.set("_rss", RSSExtension.feedObject(of: element, findings: &findings))
        feed.extensions.set("_podcast", PodcastElements.feedObject(of: element))
        return feed
    }
}

extension RSSTranslator {
    /// Atom's links, also those that were written without its namespace.
    private static func atomLinks(of element: FeedElement) -> [FeedLink] {
        var links: [FeedLink] = []
        for link in element.all(.atom, .link) { if let link = FeedLink(link) { links.append(link) } }
        for link in element.all(.core, .link) where link.attribute(.rel) != nil {
            if let link = FeedLink(link) { links.append(link) }
        }
        return links
    }

    private static func title(of element: FeedElement) -> String? {
        element.firstWithText(.core, .title)?.titleText()
            ?? element.first(.atom, .title).flatMap { $0.atomSyntax == .html ? $0.titleText() : $0.plainText(.plain) }
            ?? element.first(.dc, .title)?.titleText()
    }

    private static func id(of element: FeedElement, guid: FeedElement?) -> String? {
        guid?.text ?? element.attribute(XMLName(.rdf, .about)) ?? element.first(.atom, .id)?.text
            ?? element.first(.core, .id)?.text ?? element.first(.dc, .identifier)?.text
    }

    /// The first link that is text; one whose address stands in an attribute counts if it has no relation.
    private static func textLink(of element: FeedElement) -> String? {
        let links = element.all(.core, .link)
        for link in links {
            if let url = link.url { return url }
        }
        return links.first { $0.attribute(.rel) == nil }?.url(.href)
    }

    private static func page(of element: FeedElement, guid: FeedElement?, links: [FeedLink]) -> String? {
        if let link = textLink(of: element) ?? links.page?.url { return link }
        guard let guid, let text = guid.text else { return nil }
        switch guid.attribute(.isPermaLink)?.asciiLowercased {
        case "false": return nil
        case "true": return guid.url
        default: return text.hasPrefix("http://") || text.hasPrefix("https://") ? guid.url : nil
        }
    }

    /// The same instant to a fraction of a second, which RSS's own date has no place for.
    private static func readExactDate(
        of element: FeedElement, into entry: inout Entry, findings: inout FeedFindings
    ) {
        guard let published = entry.datePublished, let text = element.first(.dc, .date),
            text.text?.utf8.contains(UInt8(ascii: ".")) == true, let exact = text.timestamp(findings: &findings),
            exact.seconds == published.seconds
        else { return }
        entry.datePublished = exact
    }

    /// The item's own author; where that is only an address and Dublin Core has a name, the name.
    private static func readPeople(of element: FeedElement, into entry: inout Entry) {
        for creator in element.all(.dc, .creator) { Persons.add(Persons.person(creator), to: &entry.authors) }
        guard entry.authors.isEmpty else {
            // Atom's element may know more of the same people.
            for person in element.all(.atom, .author).compactMap(Persons.person)
            where person.name == nil || entry.authors.contains(where: { $0.name == person.name }) {
                Persons.add(person, to: &entry.authors)
            }
            return
        }
        for author in element.all(.core, .author) { Persons.add(Persons.person(author), to: &entry.authors) }
        for author in element.all(.atom, .author) { Persons.add(Persons.person(author), to: &entry.authors) }
    }

    private static func readPeople(of element: FeedElement, into feed: inout Feed) {
        let names = [
            XMLName(.dc, .creator), XMLName(.core, .managingEditor), XMLName(.core, .author), XMLName(.atom, .author),
            XMLName(.itunes, .author), XMLName(.googlePlay, .author), XMLName(.itunes, .owner),
        ]
        for name in names where feed.authors.isEmpty {
            for person in element.all(name) { Persons.add(Persons.person(person), to: &feed.authors) }
        }
    }

    private static func readEnclosures(of element: FeedElement, links: [FeedLink], into entry: inout Entry) {
        for enclosure in element.all(.core, .enclosure) {
            guard let url = enclosure.url(.url) ?? enclosure.url(.href) ?? enclosure.url else { continue }
            let size = enclosure.attribute(.length).flatMap { Int64($0) }
            SharedElements.add(
                Attachment(
                    url: url, mimeType: enclosure.attribute(.type), sizeInBytes: size.flatMap { $0 > 0 ? $0 : nil }),
                to: &entry.attachments)
        }
        for enclosure in element.all(.enclosure, .enclosure) {
            let resource =
                enclosure.attribute(XMLName(.rdf, .resource)) ?? enclosure.attribute(XMLName(.enclosure, .url))
            guard let url = resource ?? enclosure.url(.url) else { continue }
            let length = enclosure.attribute(XMLName(.enclosure, .length)) ?? enclosure.attribute(.length)
            SharedElements.add(
                Attachment(
                    url: url, mimeType: enclosure.attribute(XMLName(.enclosure, .type)) ?? enclosure.attribute(.type),
                    sizeInBytes: length.flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }),
                to: &entry.attachments)
        }
        for link in links where link.relation == "enclosure" {
            SharedElements.add(link.attachment, to: &entry.attachments)
        }
    }
}
