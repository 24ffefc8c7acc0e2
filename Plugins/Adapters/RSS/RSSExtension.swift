import FeedFormats
import FeedJSON
import FeedModel
import FeedXML

/// What RSS says and JSON Feed has no key for: the extension object `_rss`, whose keys the README lists.
enum RSSExtension {
    /// The object of an item.
    static func entryObject(of element: FeedElement, links: [FeedLink]) -> JSONObject {
        var object = JSONObject()
        if let source = element.first(.core, .source) {
            var from = JSONObject()
            from.set("url", source.url(.url))
            from.set("title", source.titleText())
            object.set("source", from)
        }
        object.set("rights", element.first(.dc, .rights)?.titleText())
        object.set("license", SharedElements.imageURL(element.first(.creativeCommons, .license)))
        let contributors = contributors(of: element)
        if !contributors.isEmpty { object["contributors"] = .array(contributors) }
        object.set("via", links.first("via")?.url)
        object.set("markdown", element.first(.source, .markdown)?.text)
        return object
    }

    /// Names, and of those of whom Atom's element knows more, objects (`name`, `url`).
    private static func contributors(of element: FeedElement) -> [JSONValue] {
        let persons = element.all(.atom, .contributor).compactMap(Persons.person)
        let names = element.all(.dc, .contributor).compactMap { $0.titleText() }
        let others = names.filter { name in !persons.contains { $0.name == name } }
        return others.map(JSONValue.string)
            + persons.map { person in
                var object = JSONObject()
                object.set("name", person.name)
                object.set("url", person.url)
                return .object(object)
            }
    }

    /// The object of a channel.
    static func feedObject(of element: FeedElement, findings: inout FeedFindings) -> JSONObject {
        var object = JSONObject()
        object.set("version", element.attribute(.version))
        object.set("ttl", element.first(.core, .ttl)?.integer)
        let hours = element.first(.core, .skipHours)?.all(.core, .hour).compactMap(\.integer) ?? []
        if !hours.isEmpty { object["skip_hours"] = .array(hours.map { .number(JSONNumber($0)) }) }
        object.set("skip_days", element.first(.core, .skipDays)?.all(.core, .day).compactMap(\.text) ?? [])
        SharedElements.setUpdatePeriod(of: element, in: &object)
        object.set("generator", element.first(.core, .generator)?.titleText())
        object.set("docs", element.first(.core, .docs)?.url)
        object.set(
            "rights",
            element.first(.core, .copyright)?.titleText() ?? element.first(.dc, .rights)?.titleText())
        object.set("managing_editor", element.first(.core, .managingEditor)?.titleText())
        object.set("web_master", element.first(.core, .webMaster)?.titleText())
        object.set("publisher", element.first(.dc, .publisher)?.titleText())
        object.set("rating", element.first(.core, .rating)?.text)
        object.set("published", element.first(.core, .pubDate)?.timestamp(findings: &findings)?.rfc3339)
        let built = element.first(.core, .lastBuildDate) ?? element.first(.dc, .date)
        object.set("built", built?.timestamp(findings: &findings)?.rfc3339)
        object.set("categories", element.all(.core, .category).compactMap { $0.titleText() })
        object.set("cloud", cloud(element))
        object.set("text_input", textInput(element))
        return object
    }

    /// The channel's `<cloud>` as a hub (RSS 2.0 `<cloud>`).
    static func cloudHub(of element: FeedElement) -> Hub? {
        guard let cloud = element.first(.core, .cloud), let domain = cloud.attribute(.domain) else { return nil }
        let port = cloud.integer(.port) ?? 80
        var path = cloud.attribute(.path) ?? "/"
        if !path.hasPrefix("/") { path = "/" + path }
        let host = port == 80 ? "http://\(domain)" : port == 443 ? "https://\(domain)" : "http://\(domain):\(port)"
        return Hub(type: "rssCloud", url: host + path)
    }

    private static func cloud(_ element: FeedElement) -> JSONObject {
        var object = JSONObject()
        guard let cloud = element.first(.core, .cloud) else { return object }
        object.set("domain", cloud.attribute(.domain))
        object.set("port", cloud.integer(.port))
        object.set("path", cloud.attribute(.path))
        object.set("procedure", cloud.attribute(.registerProcedure))
        object.set("protocol", cloud.attribute(.protocol))
        return object
    }

    private static func textInput(_ element: FeedElement) -> JSONObject {
        var object = JSONObject()
        guard let input = element.first(.core, .textInput) else { return object }
        object.set("title", input.first(.core, .title)?.titleText())
        object.set("description", input.first(.core, .description)?.titleText())
        object.set("name", input.first(.core, .name)?.text)
        object.set("url", input.first(.core, .link)?.url)
        return object
    }
}
