import FeedModel
import FeedText
package import TributaryPluginKit

/// What identifies an entry among all entries of all subscriptions, in names that say nothing and need no encoding.
///
/// The same in every sink and in every run; two entries have it in common only if they are one, whatever their feeds do.
package struct MessageIdentity: Sendable, Hashable {
    /// 32 hexadecimal digits.
    package let name: String
    /// The same for the subscription.
    package let listName: String
    private let revision: Int

    /// The domain of identifiers, which belongs to nobody (RFC 2606 §2).
    package static let domain = "tributary.invalid"
    /// A message names no more earlier ones: the first, and the last of the others.
    private static let mostReferences = 10

    /// The identity of what is delivered.
    package init(_ delivery: Delivery) {
        let known = delivery.entry.tributary
        let subscription = delivery.subscription ?? known?.feed.id ?? ""
        // Two entries of one feed may have one id; the number tells them apart.
        name = SHA256.name(
            of: [subscription, known?.number.map { "\($0)" } ?? "", delivery.entry.id], digits: 32)
        listName = SHA256.name(of: [subscription], digits: 16)
        revision = delivery.revision
    }

    /// The identifier of the message about this revision, without angle brackets.
    package var messageID: String { Self.messageID(name, revision) }

    /// Those of the revisions before it.
    package var earlierMessageIDs: [String] {
        guard revision > 0 else { return [] }
        let latest = max(1, revision - Self.mostReferences + 1)..<max(1, revision)
        return ([0] + latest).map { Self.messageID(name, $0) }
    }

    private static func messageID(_ name: String, _ revision: Int) -> String { "\(name).\(revision)@\(domain)" }
}
