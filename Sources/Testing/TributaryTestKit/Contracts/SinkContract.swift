import FeedJSON
public import FeedModel
public import Testing
public import TributaryPluginKit

/// What a sink keeps, so that nothing is lost and nothing comes twice: it confirms what has wholly arrived, and no more.
public enum SinkContract {
    /// Checks the plugin's own contract, and how the sink delivers, with a receiver that fails at many places.
    ///
    /// - Parameters:
    ///   - entries: entries of the plugin's own, to check with beside the kit's; their ids differ.
    ///   - faults: where receivers fail: each is handed to `bench`, which decides what it means, such as how many bytes the
    ///     receiver takes.
    ///   - bench: makes a sink's element and a new receiver; nil makes one that never fails.
    public static func check<Checked: Sink>(
        _ sink: Checked.Type, in folder: PluginFolder, entries: [Entry] = [], faults: some Sequence<Int>,
        sourceLocation: SourceLocation = #_sourceLocation, bench: (Int?) throws -> SinkBench
    ) async throws {
        try PluginContract.check(sink, in: folder, sourceLocation: sourceLocation)
        let element = try JSONNode(parsing: Array(bench(nil).element.utf8), options: .commentsAndTrailingCommas)
        let traits = try #require(
            Checked.descriptor.delivery(of: element), "a sink has traits", sourceLocation: sourceLocation)
        #expect(traits.largestBatch >= 1, sourceLocation: sourceLocation)
        #expect(
            traits.isRepeatable || traits.deliversWhole || traits.largestBatch == 1, sourceLocation: sourceLocation)
        let deliveries = Self.deliveries(of: Entry.samples + entries)
        let check = Check<Checked>(traits: traits, deliveries: deliveries, sourceLocation: sourceLocation)
        try await check.nothing(bench(nil))
        try await check.everything(bench(nil))
        try await check.oddities(bench(nil))
        if traits.isRepeatable { try await check.again(bench(nil)) }
        var failures = 0
        for fault in faults {
            failures += try await check.interrupted(bench(fault), "fault \(fault)") ? 1 : 0
        }
        #expect(failures > 0, "no receiver failed; give faults at which it does", sourceLocation: sourceLocation)
    }

    /// Deliveries of entries, as a store makes them.
    private static func deliveries(of entries: [Entry]) -> [Delivery] {
        entries.enumerated().map { place, entry in
            Delivery(id: "delivery \(place)", position: Int64(place + 1), revision: 0, entry: entry)
        }
    }

    /// The checks of one sink.
    private struct Check<Checked: Sink> {
        let traits: DeliveryTraits
        let deliveries: [Delivery]
        let sourceLocation: SourceLocation

        private var ids: [String] { deliveries.map(\.entry.id) }

        private func made(_ bench: SinkBench) throws -> Checked {
            try PluginContract.make(Checked.self, bench.element, context: bench.context)
        }

        /// Opened and closed without a batch, and then once more, a sink delivers nothing.
        func nothing(_ bench: SinkBench) async throws {
            let sink = try made(bench)
            for _ in 1...2 {
                try await sink.open(after: nil)
                try await sink.close()
            }
            try await expect(bench, [], "opened and closed without a batch")
        }

        /// Every delivery is confirmed and arrives once, in order, and has arrived when it is confirmed.
        func everything(_ bench: SinkBench) async throws {
            let sink = try made(bench)
            try await sink.open(after: nil)
            var arrived: [String] = []
            for batch in batches(of: deliveries) {
                let receipt = try await sink.deliver(DeliveryBatch(batch))
                #expect(receipt.confirmed == batch.map(\.id), "the whole batch", sourceLocation: sourceLocation)
                arrived += batch.map(\.entry.id)
                try await expect(bench, arrived, "confirmed before it arrived")
            }
            try await sink.close()
            try await expect(bench, arrived, "changed by closing")
        }

        /// Entries as no good feed has them are delivered like others.
        func oddities(_ bench: SinkBench) async throws {
            let sink = try made(bench)
            let odd = SinkContract.deliveries(of: Entry.oddities)
            try await sink.open(after: nil)
            for batch in batches(of: odd) {
                let receipt = try await sink.deliver(DeliveryBatch(batch))
                #expect(receipt.confirmed == batch.map(\.id), "oddities", sourceLocation: sourceLocation)
            }
            try await sink.close()
        }

        /// Where repeating is allowed, a batch whose receipt was not recorded, since the run was killed before, has no
        /// effect of its own when it comes again.
        func again(_ bench: SinkBench) async throws {
            var mark: SinkMark?
            var arrived: [String] = []
            for batch in batches(of: deliveries) {
                let start = mark
                for _ in 1...2 {
                    let sink = try made(bench)
                    try await sink.open(after: start)
                    mark = try await sink.deliver(DeliveryBatch(batch)).mark ?? start
                }
                arrived += batch.map(\.entry.id)
                try await expect(bench, arrived, "delivered again")
            }
        }

        /// A sink that fails confirms a beginning of its batch, and nothing that has not wholly arrived.
        ///
        /// - Returns: whether it failed.
        func interrupted(_ bench: SinkBench, _ fault: String) async throws -> Bool {
            let sink = try made(bench)
            var confirmed: [String] = []
            var mark: SinkMark?
            do {
                try await sink.open(after: nil)
                for batch in batches(of: deliveries) {
                    let receipt = try await sink.deliver(DeliveryBatch(batch))
                    confirmed += entries(of: receipt, in: batch, fault)
                    mark = receipt.mark ?? mark
                }
                try await sink.close()
                try await expect(bench, ids, "\(fault): the sink did not notice it")
                return false
            } catch let failure as SinkFailure {
                let batch = Array(deliveries.dropFirst(confirmed.count).prefix(traits.largestBatch))
                if let receipt = failure.receipt {
                    confirmed += entries(of: receipt, in: batch, fault)
                    mark = receipt.mark ?? mark
                }
                checkWords(failure.message)
                // The engine closes what it has opened.
                try? await sink.close()
                let received = try await bench.received()
                let isTrue = received.starts(with: confirmed)
                #expect(isTrue, "\(fault): confirmed what did not arrive", sourceLocation: sourceLocation)
                #expect(
                    !isTrue || traits.isRepeatable || received.count == confirmed.count,
                    "\(fault): what arrived will be repeated", sourceLocation: sourceLocation)
                if isTrue { try await goOn(bench, behind: confirmed.count, after: mark, fault) }
                return true
            }
        }

        /// In the next run, a repeatable sink delivers what it has not confirmed, and nothing twice.
        private func goOn(
            _ bench: SinkBench, behind confirmed: Int, after mark: SinkMark?, _ fault: String
        ) async throws {
            guard traits.isRepeatable, let repair = bench.repair else { return }
            await repair()
            let sink = try made(bench)
            try await sink.open(after: mark)
            for batch in batches(of: Array(deliveries.dropFirst(confirmed))) {
                _ = try await sink.deliver(DeliveryBatch(batch))
            }
            try await sink.close()
            try await expect(bench, ids, "\(fault): after the next run")
        }

        private func batches(of deliveries: [Delivery]) -> [[Delivery]] {
            stride(from: 0, to: deliveries.count, by: traits.largestBatch).map {
                Array(deliveries[$0..<min($0 + traits.largestBatch, deliveries.count)])
            }
        }

        /// The ids of the entries that a receipt confirms: a beginning of its batch.
        private func entries(of receipt: Receipt, in batch: [Delivery], _ fault: String) -> [String] {
            #expect(
                batch.map(\.id).starts(with: receipt.confirmed), "\(fault): no beginning of the batch is confirmed",
                sourceLocation: sourceLocation)
            return batch.prefix(receipt.confirmed.count).map(\.entry.id)
        }

        private func expect(_ bench: SinkBench, _ ids: [String], _ what: String) async throws {
            let received = try await bench.received()
            #expect(received == ids, "\(what)", sourceLocation: sourceLocation)
        }

        private func checkWords(_ words: String) {
            #expect(!words.isEmpty && !words.hasSuffix("."), "\"\(words)\"", sourceLocation: sourceLocation)
        }
    }
}
