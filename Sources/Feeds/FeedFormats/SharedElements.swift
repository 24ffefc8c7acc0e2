public import FeedJSON
public import FeedModel
import FeedText
import FeedXML

/// Elements that mean the same in every format.
public enum SharedElements {
    /// The extension object `_comments`: `url`, `feed_url`, `count`, and `in_reply_to` (`id`, `url`).
    ///
    /// From RSS `<comments>`, `wfw:commentRss`, `slash:comments`, `thr:total`, `thr:in-reply-to` and Atom's link
    /// relation `replies` (RFC 4685).
    public static func commentsObject(of entry: FeedElement, links: [FeedLink] = []) -> JSONObject {
        var object = JSONObject()
        var inReplyTo: [JSONObject] = []
        for link in links where link.relation == "replies" {
            object.set(link.isPage == true ? "url" : "feed_url", link.url)
        }
        guard mayHoldComments(entry) else { return object }
        for child in entry.children {
            switch (FeedNamespace(rawValue: child.name.namespace), FeedTerm(rawValue: child.name.local)) {
            case (.core, .comments): object.set("url", child.url)
            case (.wfw, .commentRss): object.set("feed_url", child.url)
            case (.slash, .comments), (.thread, .total): object.set("count", child.integer)
            case (.core, .link) where child.attribute(.rel) == "replies":
                object.set("count", child.attribute(XMLName(.thread, .count)).flatMap { Int($0) })
            case (.thread, .inReplyTo):
                var parent = JSONObject()
                parent.set("id", child.attribute(.ref))
                parent.set("url", child.url(.href))
                if !parent.isEmpty { inReplyTo.append(parent) }
            default: break
            }
        }
        object.set("in_reply_to", inReplyTo)
        return object
    }

    /// Whether one of the elements right below an entry says something of comments.
    private static func mayHoldComments(_ entry: FeedElement) -> Bool {
        entry.mayHold(.wfw) || entry.mayHold(.slash) || entry.mayHold(.thread) || entry.first(.core, .comments) != nil
            || entry.all(.core, .link).contains { $0.attribute(.rel) == "replies" }
    }

    /// How often a feed says that it changes, as the keys `update_period` and `update_frequency` of its object `_rss`.
    ///
    /// From `sy:updatePeriod` and `sy:updateFrequency` (RSS 1.0 syndication module).
    public static func setUpdatePeriod(of feed: FeedElement, in object: inout JSONObject) {
        object.set("update_period", feed.first(.syndication, .updatePeriod)?.text)
        object.set("update_frequency", feed.first(.syndication, .updateFrequency)?.integer)
    }

    /// The extension object `_geo`: `latitude` and `longitude` in degrees.
    ///
    /// From `georss:point`, also within `georss:where`, and `geo:lat`, `geo:long`, also within `geo:Point`.
    public static func geoObject(of element: FeedElement) -> JSONObject {
        var object = JSONObject()
        for child in element.children {
            switch (FeedNamespace(rawValue: child.name.namespace), FeedTerm(rawValue: child.name.local)) {
            case (.geoRSS, .point):
                let numbers = (child.text ?? "").split(whereSeparator: { $0 == " " || $0 == "," || $0.isNewline })
                    .compactMap { Double($0) }
                if numbers.count == 2 {
                    object.set("latitude", numbers[0])
                    object.set("longitude", numbers[1])
                }
            case (.geo, .point): return geoObject(of: child)
            case (.geo, .lat): object.set("latitude", child.text.flatMap { Double($0) })
            case (.geo, .long): object.set("longitude", child.text.flatMap { Double($0) })
            default: break
            }
        }
        return object
    }

    /// Adds a label unless it is there.
    public static func add(tag: String?, to tags: inout [String]) {
        guard let tag, !tag.isEmpty, tags.count >= fewest || !tags.contains(tag) else { return }
        // One label is seldom the only one.
        if tags.isEmpty { tags.reserveCapacity(4) }
        tags.append(tag)
    }

    /// Adds a file unless one of its URL is there; then what it knows more is kept.
    public static func add(_ attachment: Attachment, to attachments: inout [Attachment]) {
        if attachments.count < fewest, let index = attachments.firstIndex(where: { $0.url == attachment.url }) {
            attachments[index].complete(from: attachment)
        } else {
            attachments.append(attachment)
        }
    }

    /// Leaves out what is there twice of the many labels, files and people that weren't searched when they were added.
    static func unify(_ entry: inout Entry) {
        if entry.tags.count >= fewest { entry.tags = unified(entry.tags, by: { $0 }, completing: { _, _ in }) }
        if entry.attachments.count >= fewest {
            entry.attachments = unified(entry.attachments, by: \.url) { $0.complete(from: $1) }
        }
        if entry.authors.count >= fewest {
            entry.authors = unified(entry.authors, by: { $0.name ?? $0.url ?? "" }) { $0.complete(from: $1) }
        }
    }

    private static func unified<Item>(
        _ items: [Item], by key: (Item) -> String, completing: (inout Item, Item) -> Void
    ) -> [Item] {
        var places: [String: Int] = [:]
        var unified: [Item] = []
        for item in items {
            if let place = places[key(item)] {
                completing(&unified[place], item)
            } else {
                places[key(item)] = unified.count
                unified.append(item)
            }
        }
        return unified
    }

    /// Fewer of a kind are searched one by one; more are made one of a kind at the end, which takes linear time.
    static var fewest: Int { 64 }

    /// The address of a picture that an element gives as text, `href`, `url` or a child `url`.
    public static func imageURL(_ element: FeedElement?) -> String? {
        guard let element else { return nil }
        return element.url(.href) ?? element.url(.url) ?? element.first(.core, .url)?.url
            ?? element.attribute(XMLName(.rdf, .resource)).flatMap(element.absolute) ?? element.url
    }
}

extension Attachment {
    /// Takes from another description of the same file what this one doesn't say.
    fileprivate mutating func complete(from other: Attachment) {
        mimeType = mimeType ?? other.mimeType
        title = title ?? other.title
        sizeInBytes = sizeInBytes ?? other.sizeInBytes
        durationInSeconds = durationInSeconds ?? other.durationInSeconds
    }
}
