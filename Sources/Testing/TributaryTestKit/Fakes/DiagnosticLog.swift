import Synchronization
public import TributaryPluginKit

/// Keeps the diagnostics that a plugin reports.
public final class DiagnosticLog: Sendable {
    private let reported = Mutex<[Diagnostic]>([])

    /// A log with nothing in it.
    public init() {}

    /// What was reported so far, in order.
    public var diagnostics: [Diagnostic] { reported.withLock { $0 } }

    /// Takes a diagnostic.
    public func report(_ diagnostic: Diagnostic) {
        reported.withLock { $0.append(diagnostic) }
    }
}
