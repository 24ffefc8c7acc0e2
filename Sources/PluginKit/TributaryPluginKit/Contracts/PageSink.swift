public import FeedModel

/// Renders what the cache holds: a page, a feed, a digest.
///
/// Called when a delivery to it is pending, its options have changed, or its ``PageState`` says so; its deliveries are
/// confirmed when it returns, after it has replaced its files atomically.
public protocol PageSink: Plugin {
    /// Looks whether what it rendered last is still there and still right; asked in every run, so it costs little.
    func state() async throws(SinkFailure) -> PageState

    /// Renders the newest entries that were routed to this sink.
    func render(_ view: any ArchiveView) async throws(SinkFailure)
}

extension PageSink {
    /// Nothing is missing, and nothing but entries and options is rendered.
    public func state() async throws(SinkFailure) -> PageState { PageState() }
}

/// What a page sink finds where it renders to, besides the entries.
public struct PageState: Sendable, Hashable {
    /// Whether a file that it has written is gone.
    public var isMissing: Bool
    /// What it reads for its pages beside entries and options, such as a theme's contents; another text has it render.
    public var ingredients: String

    /// A state from its parts; by default nothing has happened.
    public init(isMissing: Bool = false, ingredients: String = "") {
        self.isMissing = isMissing
        self.ingredients = ingredients
    }
}

/// What the cache holds, as a page sink sees it.
public protocol ArchiveView: Sendable {
    /// The newest entries, in batches from the newest on; an empty batch ends them.
    ///
    /// - Parameters:
    /// - limit: how many at most.
    /// - after: the last entry of the batch before; nil for the first.
    func entries(limit: Int, after: Entry?) async throws -> [Entry]

    /// The ids under which entries are published: each is one entry's only, and stays its id, whatever is published later.
    ///
    /// - Parameter wishes: of each entry that has none yet, those that would do.
    /// - Returns: an id for each, in order.
    func publishedIDs(for wishes: [PublishedIDWish]) async throws -> [String]
}

/// Which ids would do for an entry that is published.
public struct PublishedIDWish: Sendable, Hashable {
    /// The entry's number in the store; nil for one that nobody keeps.
    public var number: Int64?
    /// The id that is given if no other entry has it.
    public var first: String
    /// The id that is given else, with `#2` and so on behind it if others have that too.
    public var second: String

    /// A wish for an entry.
    public init(number: Int64?, first: String, second: String) {
        self.number = number
        self.first = first
        self.second = second
    }

    /// The first of the ids that is free.
    ///
    /// - Parameter isTaken: whether another entry has an id.
    public func granted<Failure: Error>(unless isTaken: (String) throws(Failure) -> Bool) throws(Failure) -> String {
        for id in [first, second] where try !isTaken(id) { return id }
        var number = 2
        while try isTaken("\(second)#\(number)") { number += 1 }
        return "\(second)#\(number)"
    }
}

/// The sink that keeps entries: no I/O of its own, delivered inside Route; at most one in a configuration.
public protocol ArchiveSink: Plugin {
    /// How long entries are kept.
    var retention: Retention { get }
}

/// How long the cache keeps entries.
///
/// Time counts from the last reading that listed the entry. What somebody has starred is always kept.
public struct Retention: Sendable, Hashable {
    /// Seconds; nil for ever.
    public var keepFor: Int64?
    /// Entries per subscription, the newest; nil for all.
    public var keepCount: Int?
    /// Whether entries that nobody has read are kept all the same.
    public var keepsUnread: Bool

    /// By default everything is kept.
    public init(keepFor: Int64? = nil, keepCount: Int? = nil, keepsUnread: Bool = false) {
        self.keepFor = keepFor
        self.keepCount = keepCount
        self.keepsUnread = keepsUnread
    }
}
