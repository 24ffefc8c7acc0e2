import FeedModel
import Synchronization

/// The titles of the entries in replayed documents: the store keeps none of what stages drop.
final class ReplayTitles: Sendable {
    private let titles = Mutex<[String: [EntryKey: String]]>([:])

    /// Notes the titles of a subscription's entries.
    func note(_ entries: [Entry], of subscription: String) {
        titles.withLock { titles in
            for entry in entries {
                guard let title = entry.title else { continue }
                for key in EntryFingerprint(of: entry).keys(usableID: true) {
                    titles[subscription, default: [:]][key] = title
                }
            }
        }
    }

    /// The title of an entry that has one of these keys; nil where it has none.
    func title(having keys: [EntryKey], of subscription: String) -> String? {
        let known = titles.withLock { $0[subscription] }
        return keys.lazy.compactMap { known?[$0] }.first
    }
}
