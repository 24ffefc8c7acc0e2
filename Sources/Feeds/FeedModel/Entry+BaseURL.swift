import FeedText

extension Entry {
    /// What relative URLs in the entry are relative to: its page, else its feed's page, else the feed; nil if none is known.
    public var baseURL: String? {
        for url in [url, tributary?.feed.homePageURL, tributary?.feed.id] {
            guard var parts = url.flatMap({ URLParts($0) }), parts.scheme == "http" || parts.scheme == "https" else {
                continue
            }
            // The address of a feed may hold a password or a key, which no link shall show.
            parts.userinfo = nil
            if url != self.url { parts.query = nil }
            return parts.text
        }
        return nil
    }
}
