import FeedModel
import TributaryPluginKit

extension ProcessContract {
    var sinkPromises: [Promise] {
        let good = Self.deliveries(of: SampleEntries.good)
        let odd = Self.deliveries(of: SampleEntries.odd)
        return [
            ("it is opened and closed without a delivery", { _ = try await deliver([], after: nil) }),
            ("it confirms each of several deliveries", { _ = try await deliver(good.map { [$0] }, after: nil) }),
            ("it confirms several deliveries in one go", { _ = try await deliver([good], after: nil) }),
            ("it confirms odd entries", { _ = try await deliver(odd.map { [$0] }, after: nil) }),
            (
                "it is opened again after its mark, and takes what it had before",
                {
                    let mark = try await deliver([good], after: nil)
                    _ = try await deliver([good], after: mark)
                }
            ),
        ]
    }

    /// Delivers batches to a process of its own.
    ///
    /// - Returns: its last mark.
    private func deliver(_ batches: [[Delivery]], after mark: SinkMark?) async throws -> SinkMark? {
        try await talk { conversation in
            var mark = mark
            try await conversation.open(after: mark)
            for batch in batches {
                let receipt = try await conversation.deliver(batch)
                mark = receipt.mark ?? mark
                let confirmed = Set(receipt.confirmed)
                if let missing = batch.first(where: { !confirmed.contains($0.id) }) {
                    throw Violation("it does not confirm the entry \"\(missing.entry.id.prefix(60))\"")
                }
            }
            try await conversation.close()
            return mark
        }
    }

    private static func deliveries(of entries: [Entry]) -> [Delivery] {
        entries.enumerated().map { place, entry in
            Delivery(id: "delivery \(place)", position: Int64(place + 1), revision: 0, entry: entry)
        }
    }
}
