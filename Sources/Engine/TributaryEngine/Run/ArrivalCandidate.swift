import FeedModel
import TributaryPluginKit

/// A new or revised entry on its way through the stages.
struct ArrivalCandidate: Sendable {
    var number: Int64?
    var place: Int
    var keys: [EntryKey]
    var content: ContentHash
    var textHash: UInt64?
    var isRevision: Bool
    var failures = 0
    var entry: Entry

    /// - Parameter entry: says by its number which known one it is.
    init(
        _ entry: consuming Entry, place: Int, keys: [EntryKey], fingerprint: EntryFingerprint, isRevision: Bool
    ) {
        number = entry.tributary?.number
        self.entry = entry
        self.place = place
        self.keys = keys
        self.isRevision = isRevision
        content = fingerprint.content
        textHash = fingerprint.text
    }

    init?(held: ArrivingEntry) {
        guard case .held(let entry, _, _, let failures) = held.outcome else { return nil }
        number = held.number
        place = held.place
        keys = held.keys
        content = held.contentHash
        textHash = held.textHash
        isRevision = held.isRevision
        self.failures = failures
        self.entry = entry
    }

    func arriving(_ outcome: ArrivingEntry.Outcome, onUpdate: RevisionPolicy) -> ArrivingEntry {
        ArrivingEntry(
            number: number, place: place, keys: keys, contentHash: content, textHash: textHash,
            isRevision: isRevision, onUpdate: onUpdate, outcome: outcome)
    }
}
