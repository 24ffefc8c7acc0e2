import FeedText
package import TributaryPluginKit

/// What a receiver knows a delivery by when it comes again.
package enum DeliveryKey {
    /// The key of one delivery: derived from subscription, entry, revision and sink.
    package static func key(of delivery: Delivery) -> String {
        SHA256.name(of: [MessageIdentity(delivery).messageID, delivery.id], digits: 32)
    }

    /// The key of what is about several, at least one; that of a single one is its own.
    package static func key(of deliveries: ArraySlice<Delivery>) -> String {
        guard let first = deliveries.first, deliveries.count > 1 else { return deliveries.first.map(key) ?? "" }
        return SHA256.name(of: [key(of: first)] + deliveries.dropFirst().map(key), digits: 32)
    }
}
