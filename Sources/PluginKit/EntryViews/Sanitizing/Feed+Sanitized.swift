import FeedHTML
import FeedJSON
public import FeedModel

extension Feed {
    /// The feed with its HTML made safe to show, and without URLs that would run a script.
    ///
    /// Attachments and hubs whose URL would are left out. Titles and summaries are plain text, which is safe as such.
    ///
    /// - Parameter base: the document's own URL, for relative URLs in what is markup only once it is sanitised.
    public func sanitized(base: String?) -> Feed {
        var feed = self
        feed.homePageURL = homePageURL.passive
        feed.feedURL = feedURL.passive
        feed.nextURL = nextURL.passive
        feed.icon = icon.passive
        feed.favicon = favicon.passive
        feed.authors = authors.map { $0.sanitized(base: base) }
        feed.hubs.removeAll { HTMLSanitizer.isActive(url: $0.url) }
        feed.extensions = extensions.sanitized(base: base)
        feed.entries = entries.map { $0.sanitized(base: base) }
        return feed
    }
}

extension Entry {
    /// The entry with its HTML made safe to show, and without URLs that would run a script.
    ///
    /// An attachment goes with its URL.
    ///
    /// - Parameter base: what relative URLs in its HTML are relative to.
    public func sanitized(base: String?) -> Entry {
        var entry = self
        entry.url = url.passive
        entry.externalURL = externalURL.passive
        entry.contentHTML = contentHTML.map { HTMLSanitizer.sanitized($0, base: base) }
        entry.image = image.passive
        entry.bannerImage = bannerImage.passive
        entry.authors = authors.map { $0.sanitized(base: base) }
        entry.attachments.removeAll { HTMLSanitizer.isActive(url: $0.url) }
        for index in entry.attachments.indices where !entry.attachments[index].extensions.isEmpty {
            entry.attachments[index].extensions = entry.attachments[index].extensions.sanitized(base: base)
        }
        if !extensions.isEmpty { entry.extensions = extensions.sanitized(base: base) }
        return entry
    }
}

extension Author {
    fileprivate func sanitized(base: String?) -> Author {
        var author = self
        author.url = url.passive
        author.avatar = avatar.passive
        if !extensions.isEmpty { author.extensions = extensions.sanitized(base: base) }
        return author
    }
}

extension String? {
    /// The URL; nil if it would run a script.
    fileprivate var passive: String? { flatMap { HTMLSanitizer.isActive(url: $0) ? nil : $0 } }
}
