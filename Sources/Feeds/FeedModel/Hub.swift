/// An endpoint that tells of new entries (JSON Feed 1.1, `hubs`).
public struct Hub: Sendable, Hashable {
    /// The protocol, such as `WebSub` or `rssCloud`.
    public var type: String
    /// Where the hub answers.
    public var url: String

    /// A hub of a type at a URL.
    public init(type: String, url: String) {
        self.type = type
        self.url = url
    }
}
