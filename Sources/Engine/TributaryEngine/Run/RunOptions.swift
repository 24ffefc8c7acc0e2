/// What one run is asked to do.
package struct RunOptions: Sendable {
    /// The keys of the subscriptions to read; nil for all that are enabled.
    package var subscriptions: Set<String>?
    /// The keys of the sinks to drain; nil for all.
    package var sinks: Set<String>?
    /// Whether no request may be sent: files are read, what arrived is routed, what is pending drained.
    package var isOffline = false
    /// Whether servers are asked that are not due yet; those that have asked to be left alone are not.
    package var isForced = false
    /// Whether everything stops short of the sinks.
    package var isDryRun = false
    /// How many subscriptions are read at once.
    package var parallel = 50
    /// How many seconds to wait for another run to end.
    package var patience = 10

    /// A plain run.
    package init() {}
}
