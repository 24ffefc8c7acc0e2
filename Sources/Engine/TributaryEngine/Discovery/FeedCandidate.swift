/// A feed that discovery has found.
package struct FeedCandidate: Sendable, Hashable {
    /// How it was found, the surest way first.
    package enum Origin: String, Sendable {
        /// What was asked for is the feed itself.
        case itself = "given"
        /// The page says that it is its feed.
        case link
        /// The page names it in its head, though not as a feed.
        case likelyLink = "likely"
        /// The page links to it.
        case anchor
        /// It lies where feeds usually lie.
        case path
    }

    /// The URL, or for a file the path as it was given.
    package var url: String
    /// The name of the format; nil as long as nobody knows.
    package var format: String?
    /// The feed's title, or what the page calls it.
    package var title: String?
    /// The language, where the page or the feed names one.
    package var language: String?
    /// How it was found.
    package var origin: Origin
    /// Whether it has been read and is a feed.
    package var isVerified: Bool

    /// A feed found in a way.
    package init(
        url: String, format: String? = nil, title: String? = nil, language: String? = nil, origin: Origin,
        isVerified: Bool = false
    ) {
        self.url = url
        self.format = format
        self.title = title
        self.language = language
        self.origin = origin
        self.isVerified = isVerified
    }
}
