import FeedFormats
import FeedJSON
import FeedModel
import FeedText
import FeedXML

/// What Atom says and JSON Feed has no key for: the extension object `_atom`, whose keys the README lists.
enum AtomExtension {
    /// The object of an entry.
    static func entryObject(of element: FeedElement, links: [FeedLink]) -> JSONObject {
        var object = JSONObject()
        object.set("contributors", contributors(element))
        object.set("rights", rights(element))
        object.set("via", links.first("via")?.url)
        object.set("edit", links.first("edit")?.url)
        object.set("related", links.filter { $0.relation == "related" }.dropFirst().map(\.url))
        if let source = element.first(.core, .source) { object.set("source", sourceObject(of: source)) }
        return object
    }

    /// The object of a feed.
    static func feedObject(of element: FeedElement, links: [FeedLink], findings: inout FeedFindings) -> JSONObject {
        var object = JSONObject()
        object.set("id", element.first(.core, .id)?.text)
        let updated = element.first(.core, .updated) ?? element.first(.core, .modified)
        object.set("updated", updated?.timestamp(findings: &findings)?.rfc3339)
        object.set("contributors", contributors(element))
        object.set("rights", rights(element))
        object.set("generator", generator(element))
        object.set("previous", (links.first("prev") ?? links.first("previous"))?.url)
        object.set("first", links.first("first")?.url)
        object.set("last", links.first("last")?.url)
        object.set("archive", (links.first("prev-archive"))?.url)
        var tags: [String] = []
        for category in element.all(.core, .category) {
            SharedElements.add(tag: category.attribute(.label) ?? category.attribute(.term), to: &tags)
        }
        object.set("categories", tags)
        return object
    }
}

extension AtomExtension {
    /// What a run heeds of a feed's own rhythm, where it looks for that of all formats: the extension object `_rss`.
    static func rhythmObject(of element: FeedElement) -> JSONObject {
        var object = JSONObject()
        SharedElements.setUpdatePeriod(of: element, in: &object)
        return object
    }
}

extension AtomExtension {
    private static func contributors(_ element: FeedElement) -> [JSONObject] {
        element.all(.core, .contributor).compactMap(Persons.person).map { person in
            var object = JSONObject()
            object.set("name", person.name)
            object.set("url", person.url)
            return object
        }
    }

    private static func rights(_ element: FeedElement) -> String? {
        (element.first(.core, .rights) ?? element.first(.core, .copyright)).flatMap(AtomTranslator.lineText)
    }

    private static func generator(_ element: FeedElement) -> JSONObject {
        var object = JSONObject()
        guard let generator = element.first(.core, .generator) else { return object }
        object.set("name", generator.plainText(.plain))
        object.set("url", generator.url(.uri) ?? generator.url(.url))
        object.set("version", generator.attribute(.version))
        return object
    }

    private static func sourceObject(of source: FeedElement) -> JSONObject {
        let links = source.all(.core, .link).compactMap(FeedLink.init(_:))
        var object = JSONObject()
        object.set("id", source.first(.core, .id)?.text)
        object.set("title", source.first(.core, .title).flatMap(AtomTranslator.lineText))
        object.set("url", links.page?.url)
        object.set("feed_url", links.first("self")?.url)
        return object
    }
}
