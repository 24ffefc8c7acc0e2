package import FeedModel

/// A copy of a store in which the past is replayed.
package protocol ReplayStore: HistoryStore {
    /// Forgets what came since a time, so that it comes again: entries, revisions, what stages remember, what is owed.
    ///
    /// - Returns: the last response that was recorded; those that come now are recorded behind it.
    func rewind(to time: Timestamp) async throws(StoreFailure) -> Int64

    /// The numbers of the entries whose newest revision came behind a response, in the order in which they came.
    func numbers(broughtBehind response: Int64) async throws(StoreFailure) -> [Int64]
}
