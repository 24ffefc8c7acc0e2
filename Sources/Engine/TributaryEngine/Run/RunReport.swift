package import FeedModel
package import TributaryPluginKit

/// What a run did, for the summary and the exit status.
package struct RunReport: Sendable {
    /// What a reading came to.
    package enum Reading: Sendable, Hashable {
        /// A feed was read; how many of its entries were new, and how many revised.
        case read(new: Int, revised: Int)
        /// Nothing had changed.
        case unchanged
        /// It was not asked, since the run is offline.
        case skipped
        /// It was not asked, since it is not due.
        case waiting(FetchWait)
        /// It failed.
        case failed(ReadFailure.Kind)
    }

    /// By key, what each subscription's reading came to.
    package var readings: [String: Reading] = [:]
    /// By key, what was said over HTTP.
    package var exchanges: [String: Exchange] = [:]
    /// By key, from when on the next request of those that were asked is due.
    package var waits: [String: FetchWait] = [:]
    /// By key, why each that failed did, secrets left out.
    package var failures: [String: String] = [:]
    /// When the run began.
    package var begin = Timestamp(seconds: 0)
    /// What the cache holds, where no subscription was asked; nil otherwise.
    package var holdings: Holdings?
    /// By key, how many deliveries each sink confirmed.
    package var confirmed: [String: Int] = [:]
    /// By key, what each sink would be given, after a dry run.
    package var dryDeliveries: [String: [DryDelivery]] = [:]
    /// By key, how many deliveries are pending for each sink after a dry run.
    package var pending: [String: Int] = [:]
    /// How many entries the cache took.
    package var cached = 0
    /// How many entries the stages before Arrive and in Route dropped.
    package var dropped = 0
    /// How many entries the stages before Arrive and in Route hold until later.
    package var held = 0
    /// How many dead letters there are, this run's and earlier ones.
    package var deadLetters = 0
    /// The sinks that failed, or failed on a delivery.
    package var failedSinks: [String] = []
    /// Whether the reader of standard output has gone.
    package var isOutputClosed = false
    /// Whether the run was cancelled.
    package var isCancelled = false

    /// A report of nothing yet.
    package init() {}
}
