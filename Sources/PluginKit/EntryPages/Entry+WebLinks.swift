import EntryViews
import FeedJSON
package import FeedModel

extension Entry {
    /// The entry with links of the web and mail addresses only, in the form that formats demand (RFC 3987).
    ///
    /// What else feeds say in the place of a link leads readers nowhere, or to where they should not go.
    package var linkingToWeb: Entry {
        var entry = self
        entry.url = url.flatMap(WebLink.identifier)
        entry.externalURL = externalURL.flatMap(WebLink.identifier)
        entry.image = image.flatMap(WebLink.identifier)
        entry.bannerImage = bannerImage.flatMap(WebLink.identifier)
        for index in entry.authors.indices {
            entry.authors[index].url = authors[index].url.flatMap(WebLink.identifier)
        }
        entry.attachments = attachments.compactMap { file in
            var file = file
            guard let url = WebLink.identifier(file.url) else { return nil }
            file.url = url
            return file
        }
        for name in ["_atom", "_rss", "_media", "_podcast", "_comments"] {
            guard let object = extensions[name]?.objectValue else { continue }
            entry.extensions[name] = .object(object.linkingToWeb)
        }
        return entry
    }
}

extension JSONObject {
    private static var links: Set<String> {
        ["url", "feed_url", "chapters_url", "image", "player", "via", "license"]
    }
    /// What an object is about that says more than where something is.
    private static var words: [String] { ["name", "title", "id", "start"] }

    fileprivate var linkingToWeb: JSONObject {
        var object = self
        for member in members {
            switch member.value {
            case .string(let text) where Self.links.contains(member.name):
                object[member.name] = WebLink.identifier(text).map(JSONValue.string)
            case .object(let inner): object[member.name] = .object(inner.linkingToWeb)
            case .array(let elements) where member.name == "related":
                object[member.name] = .array(
                    elements.compactMap { $0.stringValue.flatMap(WebLink.identifier).map(JSONValue.string) })
            case .array(let elements):
                object[member.name] = .array(elements.compactMap(Self.element))
            default: continue
            }
        }
        return object
    }

    /// An element of a list; nil for an object that was nothing but a link.
    private static func element(_ value: JSONValue) -> JSONValue? {
        guard case .object(let object) = value else { return value }
        let linking = object.linkingToWeb
        let hasLost = object["url"] != nil && linking["url"] == nil
        return hasLost && !words.contains { linking[$0] != nil } ? nil : .object(linking)
    }
}
