import FeedModel
import TributaryPluginKit

/// Drain: one sink takes its pending deliveries, batch by batch; each receipt is recorded before the next batch.
struct Drain: Sendable {
    /// What a sink did in a run.
    struct Result: Sendable {
        /// How many deliveries it confirmed.
        var confirmed = 0
        /// Why it stopped; nil where it took all.
        var failure: Diagnostic?
        /// Whether the reader of standard output has gone.
        var isClosed = false
    }

    let store: any Store
    let clock: any WallClock

    /// Delivers to a sink until nothing is pending, it fails, or the task is cancelled.
    func run(_ sink: PlannedSink, _ state: RosterState.Sink) async -> Result {
        do {
            switch sink.plugin {
            case .archive: return Result()
            case .page(let plugin): return try await render(plugin, sink, state)
            case .sink(let plugin): return await deliver(to: plugin, sink, state)
            }
        } catch {
            return Self.failed(sink, error.message)
        }
    }
}

// MARK: - Private

extension Drain {
    private func deliver(to plugin: any Sink, _ sink: PlannedSink, _ state: RosterState.Sink) async -> Result {
        var result = Result()
        // A sink that takes one at a time shall not cost a look into the store for each.
        let readAhead = max(100, sink.traits.largestBatch)
        do {
            var pending = try await store.pendingDeliveries(to: state.id, after: 0, limit: readAhead)
            guard !pending.isEmpty, !Task.isCancelled else { return result }
            try await plugin.open(after: state.mark)
            do {
                while let last = pending.last, !Task.isCancelled {
                    let size = sink.traits.largestBatch
                    for start in stride(from: 0, to: pending.count, by: size) where !Task.isCancelled {
                        let batch = Array(pending[start..<min(start + size, pending.count)])
                        try await deliver(batch, to: plugin, state.id, into: &result)
                    }
                    pending = try await store.pendingDeliveries(to: state.id, after: last.position, limit: readAhead)
                }
            } catch {
                // What went wrong first is what people should know.
                try? await plugin.close()
                throw error
            }
            try await plugin.close()
        } catch let failure as SinkFailure {
            if case .closed = failure.kind {
                result.isClosed = true
            } else {
                result.failure = Self.diagnostic(sink, failure.message)
            }
        } catch let failure as StoreFailure {
            result.failure = Self.diagnostic(sink, failure.message)
        } catch {
            result.failure = Self.diagnostic(sink, "\(error)")
        }
        return result
    }

    /// Delivers a batch and records what arrived, also where the sink failed after some of it.
    private func deliver(
        _ batch: [Delivery], to plugin: any Sink, _ sink: SinkID, into result: inout Result
    ) async throws {
        var receipt: Receipt?
        var failure: SinkFailure?
        do throws(SinkFailure) {
            receipt = try await plugin.deliver(DeliveryBatch(batch))
        } catch {
            receipt = error.receipt
            failure = error
        }
        if let receipt {
            let confirmed = Set(receipt.confirmed)
            let positions = batch.filter { confirmed.contains($0.id) }.map(\.position)
            try await store.confirm(positions, to: sink, mark: receipt.mark, at: clock.now)
            result.confirmed += positions.count
        }
        if let failure { throw failure }
    }

    private func render(
        _ plugin: any PageSink, _ sink: PlannedSink, _ state: RosterState.Sink
    ) async throws(StoreFailure) -> Result {
        let positions = try await store.pendingPositions(of: state.id)
        guard !positions.isEmpty || state.renderedOptions != sink.optionsHash, !Task.isCancelled else {
            return Result()
        }
        do throws(SinkFailure) {
            try await plugin.render(StoredArchiveView(store: store, sink: state.id))
        } catch {
            return Self.failed(sink, error.message)
        }
        try await store.confirm(positions, to: state.id, mark: nil, at: clock.now)
        try await store.recordRendering(by: state.id, options: sink.optionsHash)
        return Result(confirmed: positions.count)
    }

    private static func failed(_ sink: PlannedSink, _ message: String) -> Result {
        Result(failure: diagnostic(sink, message))
    }

    private static func diagnostic(_ sink: PlannedSink, _ message: String) -> Diagnostic {
        Diagnostic(
            .error, subject: "\(sink.path) \(sink.key)",
            "\(message); what it has not confirmed stays pending for the next run")
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
}
