import CSQLite
import TributaryEngine

extension [EntryKey] {
    /// How many keys of a kind an entry has at most; beyond that the oldest go.
    ///
    /// An entry whose title changes with every reading would otherwise grow without end.
    static let limitPerKind = 8

    /// The keys as the ledger's row holds them, oldest first: nine bytes each, the kind and the hash from its lowest byte.
    var packed: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * 9)
        for key in self {
            bytes.append(key.kind.rawValue)
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: key.hash >> UInt64(shift)))
            }
        }
        return bytes
    }

    /// Reads packed keys; of a kind that this program does not know, none.
    init(packed bytes: Span<UInt8>) {
        self = []
        reserveCapacity(bytes.count / 9)
        for start in stride(from: 0, to: bytes.count - 8, by: 9) {
            guard let kind = EntryKey.Kind(rawValue: bytes[start]) else { continue }
            var hash: UInt64 = 0
            for index in 0..<8 { hash |= UInt64(bytes[start + 1 + index]) << UInt64(index * 8) }
            append(EntryKey(kind, hash))
        }
    }

    /// Takes in keys that are new and lets the oldest of a kind go where there are too many.
    ///
    /// - Returns: those that came in and those that went.
    mutating func merge(_ others: [EntryKey]) -> (added: [EntryKey], removed: [EntryKey]) {
        var added: [EntryKey] = []
        for key in others where !contains(key) {
            append(key)
            added.append(key)
        }
        var removed: [EntryKey] = []
        guard count > Self.limitPerKind else { return (added, removed) }
        for kind in Set(added.map(\.kind)) {
            for _ in 0..<Swift.max(0, count { $0.kind == kind } - Self.limitPerKind) {
                guard let oldest = firstIndex(where: { $0.kind == kind }) else { break }
                removed.append(remove(at: oldest))
            }
        }
        return (added, removed)
    }
}
