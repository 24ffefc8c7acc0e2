import FeedHTML
import FeedModel
import FeedText

/// Makes the URLs of feeds and entries absolute against the document's own (RFC 3986 §5.1.3); ids stay as they are.
struct LinkResolver {
    private let base: BaseURL?
    private let memory = HTMLMemory()

    /// A resolver for a document at a URL; without one, relative URLs stay as they are.
    init(base: String?) {
        self.base = base.map { BaseURL($0) }
    }

    /// HTML with absolute URLs; nil where nothing changes.
    func absolutized(_ html: Span<UInt8>) -> String? {
        base.flatMap { HTMLLinks.absolutized(html, base: $0, memory: memory) }
    }

    /// Makes an entry what somebody else's feed may say: with absolute URLs outside of its HTML, without what only this
    /// program says.
    func resolve(_ entry: inout Entry) {
        resolve(&entry.url)
        resolve(&entry.externalURL)
        resolve(&entry.image)
        resolve(&entry.bannerImage)
        resolve(&entry.authors)
        resolve(&entry.attachments)
        entry.tributary = nil
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

    private func resolve(_ attachments: inout [Attachment]) {
        for index in attachments.indices { attachments[index].url = resolved(attachments[index].url) }
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
