package import FeedModel

/// Why an entry is, or is not, where it is.
package struct EntryExplanation: Sendable {
    /// What a stage did with the entry.
    package struct Step: Sendable, Hashable {
        /// What it did.
        package enum Effect: String, Sendable {
            /// It judged the entry and let it pass.
            case kept
            /// It let the entry pass as it was.
            case passed
            /// Its `where` does not hold, so that the entry passed it by.
            case skipped
            /// It let another form of the entry pass.
            case changed
            /// The entry went no further.
            case dropped
            /// The entry went no further, since another one tells the same story.
            case merged
            /// The entry went no further, until `replay --deliver` took it back.
            case takenBack = "taken back"
            /// The entry waits, or has waited.
            case held
            /// The same, since the stage failed on it.
            case failed
            /// The stage failed on it so often that it passed as it was.
            case passedFailing = "failed and passed"
            /// It did not drop the entry then, but its present options would.
            case wouldDrop = "would drop"
        }

        /// The stage: `stages[1] dedupe`.
        package var stage: String
        /// Where it stands in the configuration now; nil where it does no more.
        package var place: String?
        /// What it did.
        package var effect: Effect
        /// By which part of which condition, or for which reason of its own.
        package var reason: String?
        /// When, where that was recorded; what was not is found out anew.
        package var date: Timestamp?
        /// Of a story told by another entry, the other's number; of a hold, nil.
        package var target: Int64?
        /// Until when the entry is held.
        package var until: Timestamp?
    }

    /// What a sink has to do with the entry.
    package struct Delivery: Sendable, Hashable {
        /// How it stands, in one word.
        package enum State: String, Sendable {
            case cached, delivered, pending, waiting, parked, dead, void, dropped
            /// It has not been decided yet.
            case undecided
            /// It was never to be delivered, for a reason.
            case none
        }

        /// The sink's key.
        package var sink: String
        /// Where it stands in the configuration now; nil where it does no more.
        package var place: String?
        /// How it stands.
        package var state: State
        /// When it came to that.
        package var date: Timestamp?
        /// Until when it waits.
        package var until: Timestamp?
        /// Why.
        package var reason: String?
    }

    /// What the store knows.
    package var history: EntryHistory
    /// The title, from the store or from the document; nil where both are gone.
    package var title: String?
    /// The address, likewise.
    package var url: String?
    /// Where its subscription stands in the configuration now; nil where it does no more.
    package var place: String?
    /// Whether the document that brought it is still kept.
    package var hasDocument: Bool
    /// What the stages did, in their order.
    package var steps: [Step]
    /// How it stands with the sinks, in their order.
    package var deliveries: [Delivery]
}
