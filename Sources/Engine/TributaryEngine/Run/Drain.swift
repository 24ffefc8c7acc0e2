import FeedModel
import FeedText
import TributaryPluginKit

/// Drain: one sink takes its pending deliveries, unless it has to be left alone for a while; how it stands afterwards is
/// recorded.
struct Drain: Sendable {
    /// What a sink did in a run.
    struct Result: Sendable {
        /// How many deliveries it confirmed.
        var confirmed = 0
        /// What went wrong, in order.
        var failures: [Diagnostic] = []
        /// Until when it is left alone, where that was the case.
        var waitsUntil: Timestamp?
        /// Whether the reader of standard output has gone.
        var isClosed = false
    }

    let store: any Store
    let clock: any WallClock
    let backoff: Backoff
    /// Takes secrets of the configuration out of what is recorded.
    let redacted: @Sendable (String) -> String

    /// A sink that has failed in so many runs in a row is offered its newest delivery first.
    private static let failuresBeforeNewest = 3

    /// Delivers to a sink until nothing is pending, it fails, or the task is cancelled.
    func run(_ sink: PlannedSink, _ state: RosterState.Sink) async -> Result {
        var result = Result()
        do {
            guard try await isDue(sink, state, &result) else { return result }
            switch sink.plugin {
            case .archive: return result
            case .page(let plugin): try await render(plugin, sink, state, &result)
            case .sink(let plugin):
                guard try await !store.pendingDeliveries(to: state.id, after: 0, limit: 1).isEmpty else {
                    return result
                }
                try await deliver(to: plugin, sink, state, &result)
            }
            try await record(SinkStanding(), of: state)
        } catch let failure as SinkFailure {
            if case .closed = failure.kind {
                result.isClosed = true
            } else if !Task.isCancelled {
                result.failures.append(Self.diagnostic(sink, failure.message))
                // The next run has another standard output.
                if !sink.traits.ownsStandardOutput { await recordFailure(failure, of: state, result) }
            }
        } catch  where !Task.isCancelled {
            let message = (error as? StoreFailure)?.message ?? "\(error)"
            result.failures.append(Self.diagnostic(sink, message))
        } catch {
            // It ends with the run, and is not to blame.
        }
        return result
    }
}

// MARK: - Private

extension Drain {
    /// Whether a sink may be asked; one that has failed is left alone for a while.
    private func isDue(
        _ sink: PlannedSink, _ state: RosterState.Sink, _ result: inout Result
    ) async throws(StoreFailure) -> Bool {
        guard !Task.isCancelled else { return false }
        guard let time = state.standing.retryAt, time.seconds > clock.now.seconds else { return true }
        let owes =
            switch sink.plugin {
            case .archive: false
            // It has failed to render, and must again.
            case .page: true
            case .sink: try await !store.pendingDeliveries(to: state.id, after: 0, limit: 1).isEmpty
            }
        if owes { result.waitsUntil = time }
        return false
    }

    private func deliver(
        to plugin: any Sink, _ sink: PlannedSink, _ state: RosterState.Sink, _ result: inout Result
    ) async throws {
        var pass = DeliveryPass(of: plugin, sink, state.id, store: store, clock: clock, redacted: redacted)
        defer {
            result.confirmed = pass.result.confirmed
            result.failures += pass.result.refused.map { Self.diagnostic(sink, $0) }
        }
        try await plugin.open(after: state.mark)
        do {
            try await pass.run(beginsWithNewest: state.standing.failures >= Self.failuresBeforeNewest)
        } catch {
            // What went wrong first is what people should know.
            try? await plugin.close()
            throw error
        }
        try await plugin.close()
    }

    /// Has a page sink render if there is a reason: a delivery, other options, or what its state says.
    private func render(
        _ plugin: any PageSink, _ sink: PlannedSink, _ state: RosterState.Sink, _ result: inout Result
    ) async throws {
        let found = try await plugin.state()
        let positions = try await store.pendingPositions(of: state.id)
        var hash = sink.optionsHash
        if !found.ingredients.isEmpty { hash ^= StableHash.hash(found.ingredients) }
        guard found.isMissing || !positions.isEmpty || state.renderedOptions != hash else { return }
        try await plugin.render(StoredArchiveView(store: store, sink: state.id))
        try await store.confirm(positions, to: state.id, mark: nil, at: clock.now)
        try await store.recordRendering(by: state.id, options: hash)
        result.confirmed = positions.count
    }

    /// Has a sink that failed wait, counting from the first failure since it last took something.
    private func recordFailure(_ failure: SinkFailure, of state: RosterState.Sink, _ result: Result) async {
        var wait: Int64?
        if case .retryable(let seconds) = failure.kind { wait = seconds }
        let earlier = result.confirmed > 0 ? 0 : state.standing.failures
        let standing = backoff.standing(
            after: earlier + 1, at: clock.now, receiverAskedFor: wait, reason: redacted(failure.message))
        // A store that cannot be written says so elsewhere; the sink is then asked again in the next run.
        try? await record(standing, of: state)
    }

    private func record(_ standing: SinkStanding, of state: RosterState.Sink) async throws(StoreFailure) {
        guard standing != state.standing else { return }
        try await store.record(standing, of: state.id)
    }
}

// MARK: - What people are told

extension Drain {
    private static func diagnostic(_ sink: PlannedSink, _ message: String) -> Diagnostic {
        Diagnostic(
            .error, subject: "\(sink.path) \(sink.key)",
            "\(message); what it has not confirmed stays pending for the next run")
    }

    private static func diagnostic(_ sink: PlannedSink, _ refusal: DeliveryPass.Refusal) -> Diagnostic {
        let entry = refusal.delivery.entry
        let name = [entry.tributary?.number.map { "#\($0)" }, entry.title ?? entry.url].compactMap(\.self)
        let consequence =
            refusal.isDead
            ? "it is a dead letter now; tributary outbox retry \(refusal.delivery.position) tries it again"
            : "it stays pending for the next run"
        return Diagnostic(
            .error, subject: "\(sink.path) \(sink.key)",
            "\(name.joined(separator: " ")): \(refusal.reason); \(consequence)")
    }
}

/// What the cache holds for one page sink.
private struct StoredArchiveView: ArchiveView {
    let store: any Store
    let sink: SinkID

    func entries(limit: Int, after: Entry?) async throws -> [Entry] {
        try await store.cachedEntries(
            matching: ArchiveQuery(sink: sink, after: after?.tributary?.number, limit: limit))
    }

    func publishedIDs(for wishes: [PublishedIDWish]) async throws -> [String] {
        try await store.publishedIDs(for: wishes)
    }
}
