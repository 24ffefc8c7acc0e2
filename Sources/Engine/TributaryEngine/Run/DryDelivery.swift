/// A delivery that a run would make, were it no dry one.
package struct DryDelivery: Sendable, Hashable {
    /// Whether it is of this run.
    package enum State: String, Sendable {
        /// It was owed by this run.
        case new
        /// It was owed before.
        case pending
        /// The same, but its sink, which has failed, is not asked yet.
        case waiting
    }

    /// Whether it is of this run.
    package var state: State
    /// The entry's number; nil for one that has come in this run, whose number another run will give.
    package var entry: Int64?
    /// What people call its feed.
    package var feed: String?
    /// Its title.
    package var title: String?
    /// Its page.
    package var url: String?
}
