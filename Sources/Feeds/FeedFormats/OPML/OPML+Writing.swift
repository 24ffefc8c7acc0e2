import FeedModel
import FeedText
import FeedXML

extension OPML {
    /// The list as OPML 2.0 in UTF-8.
    ///
    /// The first tag of a subscription is the folder that it lies in, and all its tags are its categories, so that
    /// readers that know either find them. Tags that a category cannot hold, with a comma or a slash, make the whole list
    /// of tags a path of folders instead, sixteen at most. What was in one folder stays together, where its first subscription stands.
    public var bytes: [UInt8] {
        var writer = XMLDocumentWriter()
        writer.begin("opml", ("version", "2.0"))
        writer.begin("head")
        writer.element("title", text: title ?? "")
        writer.element("dateCreated", text: dateCreated?.civilTime.httpDate)
        writer.end()
        writer.begin("body")
        writer.write(Folder(of: subscriptions))
        writer.end()
        writer.end()
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

extension XMLDocumentWriter {
    fileprivate mutating func write(_ folder: Folder) {
        for item in folder.items {
            switch item {
            case .folder(let name, let inner):
                begin("outline", ("text", name), ("title", name))
                write(inner)
                end()
            case .subscription(let subscription):
                let categories = subscription.isCategorised ? subscription.tags.joined(separator: ",") : ""
                empty(
                    "outline", ("text", subscription.title ?? subscription.url), ("title", subscription.title),
                    ("type", "rss"), ("xmlUrl", subscription.url), ("htmlUrl", subscription.homePageURL),
                    ("category", categories.isEmpty ? nil : categories))
            }
        }
    }
}
