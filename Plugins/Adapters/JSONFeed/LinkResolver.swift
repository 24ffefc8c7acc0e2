import FeedHTML
import FeedModel
import FeedText

/// Makes the URLs of feeds and entries absolute against the document's own (RFC 3986 §5.1.3); ids stay as they are.
struct LinkResolver {
    private let base: BaseURL?

    /// A resolver for a document at a URL; without one, relative URLs stay as they are.
    init(base: String?) {
        self.base = base.map { BaseURL($0) }
    }

    /// The entry as somebody else's feed may say it: with absolute URLs, without what only this program says.
    func resolving(_ entry: consuming Entry) -> Entry {
        resolve(&entry.url)
        resolve(&entry.externalURL)
        resolve(&entry.image)
        resolve(&entry.bannerImage)
        if let base, let html = entry.contentHTML { entry.contentHTML = HTMLLinks.absolutized(html, base: base) }
        resolve(&entry.authors)
        for index in entry.attachments.indices {
            entry.attachments[index].url = resolved(entry.attachments[index].url)
        }
        entry.tributary = nil
        return entry
    }

    /// Makes the URLs of a feed absolute, but for those of its entries.
    func resolve(_ feed: inout Feed) {
        resolve(&feed.homePageURL)
        resolve(&feed.feedURL)
        resolve(&feed.nextURL)
        resolve(&feed.icon)
        resolve(&feed.favicon)
        resolve(&feed.authors)
        for index in feed.hubs.indices { feed.hubs[index].url = resolved(feed.hubs[index].url) }
    }
}

// MARK: - Private

extension LinkResolver {
    private func resolve(_ authors: inout [Author]) {
        for index in authors.indices {
            resolve(&authors[index].url)
            resolve(&authors[index].avatar)
        }
    }

    private func resolve(_ url: inout String?) {
        guard let reference = url else { return }
        let absolute = resolved(reference)
        url = absolute.isEmpty ? nil : absolute
    }

    /// The absolute URL, or where there is none the text without white space around it.
    private func resolved(_ reference: String) -> String {
        let absolute = base.map { $0.resolve(reference) } ?? URLText.resolve(reference, against: nil)
        return absolute ?? reference.trimmingASCIIWhitespace
    }
}
