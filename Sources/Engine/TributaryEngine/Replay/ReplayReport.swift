package import FeedModel

/// What a replay came to.
package struct ReplayReport: Sendable {
    /// What became, or would become, of an entry.
    package enum Fate: Sendable, Hashable {
        /// It is kept.
        case kept
        /// It goes no further than a stage, for a reason.
        case dropped(by: String, because: String)
        /// It waits.
        case held(by: String)
        /// It has never come.
        case unknown
    }

    /// An entry in both worlds.
    package struct Outcome: Sendable {
        /// Its number in the store; nil where it never came.
        package var number: Int64?
        /// Its number in the replay.
        package var replayed: Int64
        /// Its title.
        package var title: String?
        /// What people call its feed.
        package var feed: String
        /// What has become of it.
        package var was: Fate
        /// What would become of it.
        package var would: Fate
        /// What stages would make otherwise of it, by the names of JSON Feed; empty where that is nothing or unknown.
        package var changes: [String]

        /// Whether it makes no difference.
        package var isSame: Bool {
            switch (was, would) {
            case (.kept, .kept): changes.isEmpty
            case (.dropped, .dropped), (.held, .held): true
            default: false
            }
        }
    }

    /// The entries, in the order in which they came.
    package var outcomes: [Outcome] = []
    /// How many documents were replayed.
    package var documents = 0
    /// How many are recorded, but gone from the cache, or are no feed for this configuration.
    package var absent = 0
    /// How many are of subscriptions that this configuration does not have.
    package var foreign = 0
    /// When the first of them came; nil where there is none.
    package var start: Timestamp?

    /// A report of nothing yet.
    package init() {}
}
