import FeedModel
import FeedText

extension OPML {
    /// The list as OPML 2.0 in UTF-8.
    ///
    /// The first tag of a subscription is the folder that it lies in, and all its tags are its categories, so that
    /// readers that know either find them. Tags that a category cannot hold, with a comma or a slash, make the whole list
    /// of tags a path of folders instead, sixteen at most. What was in one folder stays together, where its first subscription stands.
    public var bytes: [UInt8] {
        var writer = OPMLWriter()
        writer.begin("opml", [("version", "2.0")])
        writer.begin("head")
        writer.element("title", title ?? "")
        if let dateCreated { writer.element("dateCreated", dateCreated.civilTime.httpDate) }
        writer.end("head")
        writer.begin("body")
        writer.write(Folder(of: subscriptions))
        writer.end("body")
        writer.end("opml")
        return writer.bytes
    }
}

// MARK: - Private

/// What lies in a folder, in order.
private final class Folder {
    enum Item {
        case folder(name: String, Folder)
        case subscription(OPML.Subscription)
    }

    private(set) var items: [Item] = []
    private var folders: [String: Folder] = [:]

    /// The outermost folder of a list.
    init(of subscriptions: [OPML.Subscription]) {
        for subscription in subscriptions {
            var folder = self
            for name in subscription.path { folder = folder.subfolder(name) }
            folder.items.append(.subscription(subscription))
        }
    }

    private init() {}

    private func subfolder(_ name: String) -> Folder {
        if let folder = folders[name] { return folder }
        let folder = Folder()
        folders[name] = folder
        items.append(.folder(name: name, folder))
        return folder
    }
}

extension OPML.Subscription {
    fileprivate var isCategorised: Bool {
        tags.allSatisfy { tag in !tag.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "/") } }
    }

    fileprivate var path: [String] { Array(tags.prefix(isCategorised ? 1 : OPML.deepestFolder)) }
}

private struct OPMLWriter {
    private(set) var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    private var depth = 0

    mutating func begin(_ name: String, _ attributes: [(String, String?)] = []) {
        tag(name, attributes, end: ">\n")
        depth += 1
    }

    mutating func end(_ name: String) {
        depth -= 1
        indent()
        bytes += "</\(name)>\n".utf8
    }

    mutating func element(_ name: String, _ text: String) {
        tag(name, [], end: ">")
        append(escaped: text)
        bytes += "</\(name)>\n".utf8
    }

    mutating func write(_ folder: Folder) {
        for item in folder.items {
            switch item {
            case .folder(let name, let inner):
                begin("outline", [("text", name), ("title", name)])
                write(inner)
                end("outline")
            case .subscription(let subscription):
                let categories = subscription.isCategorised ? subscription.tags.joined(separator: ",") : ""
                tag(
                    "outline",
                    [
                        ("text", subscription.title ?? subscription.url), ("title", subscription.title),
                        ("type", "rss"), ("xmlUrl", subscription.url), ("htmlUrl", subscription.homePageURL),
                        ("category", categories.isEmpty ? nil : categories),
                    ], end: "/>\n")
            }
        }
    }

    private mutating func tag(_ name: String, _ attributes: [(String, String?)], end: String) {
        indent()
        bytes += "<\(name)".utf8
        for (name, value) in attributes {
            guard let value else { continue }
            bytes += " \(name)=\"".utf8
            append(escaped: value)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes += end.utf8
    }

    private mutating func indent() {
        bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
    }

    /// Appends text between tags or quotes; what no XML document may hold is left out (XML 1.0 §2.2).
    private mutating func append(escaped text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes += "&amp;".utf8
            case "<": bytes += "&lt;".utf8
            case ">": bytes += "&gt;".utf8
            case "\"": bytes += "&quot;".utf8
            case "\t", "\n", "\r": bytes += "&#\(scalar.value);".utf8
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
            default: bytes += UTF8.encode(scalar).map(Array.init) ?? []
            }
        }
    }
}
