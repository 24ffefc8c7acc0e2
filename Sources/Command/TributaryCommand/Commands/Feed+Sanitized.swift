import FeedHTML
import FeedModel

extension Feed {
    /// The feed with its HTML made safe to show, and without URLs that would run a script.
    ///
    /// Attachments whose URL would are left out. Titles and summaries are plain text, which is safe as such.
    ///
    /// - Parameter base: the document's own URL, for relative URLs in what is markup only once it is sanitised.
    func sanitized(base: String?) -> Feed {
        var feed = self
        feed.homePageURL = homePageURL.passive
        feed.feedURL = feedURL.passive
        feed.nextURL = nextURL.passive
        feed.icon = icon.passive
        feed.favicon = favicon.passive
        feed.authors = authors.map(\.sanitized)
        feed.entries = entries.map { $0.sanitized(base: base) }
        return feed
    }
}

extension Entry {
    /// The entry with its HTML made safe to show, and without URLs that would run a script.
    func sanitized(base: String?) -> Entry {
        var entry = self
        entry.url = url.passive
        entry.externalURL = externalURL.passive
        entry.contentHTML = contentHTML.map { HTMLSanitizer.sanitized($0, base: base) }
        entry.image = image.passive
        entry.bannerImage = bannerImage.passive
        entry.authors = authors.map(\.sanitized)
        entry.attachments.removeAll { HTMLSanitizer.isActive(url: $0.url) }
        return entry
    }
}

extension Author {
    fileprivate var sanitized: Author {
        var author = self
        author.url = url.passive
        author.avatar = avatar.passive
        return author
    }
}

extension String? {
    /// The URL; nil if it would run a script.
    fileprivate var passive: String? { flatMap { HTMLSanitizer.isActive(url: $0) ? nil : $0 } }
}
