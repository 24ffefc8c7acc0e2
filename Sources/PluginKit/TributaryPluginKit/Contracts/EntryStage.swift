public import FeedModel

/// Filters or transforms one entry at a time: a pure function, the same whatever came before.
public protocol EntryStage: Plugin {
    /// Looks at an entry, may change it, and says what becomes of it.
    func apply(_ entry: inout Entry) throws(StageFailure) -> Verdict
}

/// The same for a stage that waits, such as for a page: run for several entries at once, in its place in the list.
public protocol AsyncEntryStage: Plugin {
    /// Looks at an entry, may change it, and says what becomes of it.
    func apply(_ entry: inout Entry) async throws(StageFailure) -> Verdict
}

/// What becomes of an entry after a stage.
public enum Verdict: Sendable, Hashable {
    /// It goes on to the next stage.
    case keep
    /// It goes no further; the reason is shown to people who ask: lower case, no full stop.
    case drop(reason: String)
    /// It waits, and comes again in the first run after this time.
    case hold(until: Timestamp)
}

/// Why a stage could not judge an entry.
///
/// The entry is held to the next run.
public struct StageFailure: Error, Sendable, Hashable {
    /// What happened: lower case, no full stop.
    public var message: String

    /// A failure with a message.
    public init(_ message: String) {
        self.message = message
    }
}
