public import FeedJSON

/// One who wrote a feed or an entry (JSON Feed 1.1, `authors`).
public struct Author: Sendable, Hashable {
    /// The name as it is shown.
    public var name: String?
    /// A site, a profile, or a `mailto:` address.
    public var url: String?
    /// A square image.
    public var avatar: String?
    /// The members whose names begin with an underscore.
    public var extensions: JSONObject

    /// An author of whom at least one thing should be known.
    public init(name: String? = nil, url: String? = nil, avatar: String? = nil, extensions: JSONObject = JSONObject()) {
        self.name = name
        self.url = url
        self.avatar = avatar
        self.extensions = extensions
    }

    /// Whether nothing is known of the author.
    public var isEmpty: Bool { name == nil && url == nil && avatar == nil && extensions.isEmpty }
}
