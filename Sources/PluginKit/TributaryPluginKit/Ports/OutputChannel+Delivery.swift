public import FeedModel

extension OutputChannel {
    /// Writes the entries of a batch in one go, for a sink that owns standard output.
    ///
    /// - Parameters:
    ///   - batch: the deliveries.
    ///   - bytes: the whole of what an entry becomes.
    /// - Throws: ``SinkFailure`` that confirms the entries that were written whole; the others stay pending.
    public func deliver(
        _ batch: DeliveryBatch, as bytes: (Entry) -> [UInt8]
    ) async throws(SinkFailure) -> Receipt {
        var written: [UInt8] = []
        var ends: [(id: Delivery.ID, end: Int)] = []
        for delivery in batch.deliveries {
            written += bytes(delivery.entry)
            ends.append((delivery.id, written.count))
        }
        do throws(OutputFailure) {
            try await write(written)
        } catch {
            let receipt = Receipt(confirmed: ends.prefix { $0.end <= error.bytesWritten }.map(\.id))
            throw SinkFailure(
                error.isClosed ? .closed : .retryable(after: nil), "standard output: \(error.message)", receipt: receipt
            )
        }
        return Receipt(for: batch)
    }
}
