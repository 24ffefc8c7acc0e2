/// Which entries of a document are known and which are new: the rules of identity, without a store.
///
/// An entry is known by its id; without a usable id by its URL; without either by title and date, or title and text,
/// and by its pictures, files and links where these say the same (`DocumentIdentities+Words`).
/// An entry whose id is new (or has appeared, or vanished) is the known one with its URL and title only if the old id
/// is gone from the document, and the pair stands once in it and once among the entries last listed.
struct DocumentIdentities: Sendable {
    /// What an entry of the document is.
    enum Match: Sendable {
        /// It was never seen.
        case new
        /// It is the entry of this row.
        case known(LedgerRow)
        /// It repeats an earlier entry of the same document.
        case repetition
    }

    /// Per entry of the document, in its order.
    var matches: [Match]
    /// The ids that name nothing, of old and since this document.
    private(set) var unusableIDs: Set<UInt64>
    /// Those of them that this document has shown to.
    private(set) var newlyUnusableIDs: [UInt64]

    let fingerprints: [EntryFingerprint]
    let ledger: LedgerMatches
    var rowsByKey: [EntryKey: [Int]] = [:]
    var claimed: Set<Int> = []

    /// Resolves the entries of one document.
    ///
    /// - Parameter isTruncated: whether the document broke off, so that nothing counts as gone from it.
    init(_ fingerprints: [EntryFingerprint], in ledger: LedgerMatches, isTruncated: Bool) {
        self.fingerprints = fingerprints
        self.ledger = ledger
        matches = Array(repeating: .new, count: fingerprints.count)
        newlyUnusableIDs = Self.ambiguousIDs(in: fingerprints).filter { !ledger.unusableIDs.contains($0) }
        unusableIDs = ledger.unusableIDs.union(newlyUnusableIDs)
        for (index, row) in ledger.rows.enumerated() {
            for key in row.keys { rowsByKey[key, default: []].append(index) }
        }
        matchByID()
        matchWithoutID()
        if !isTruncated { matchMoved() }
    }

    /// The keys of an entry for the ledger.
    func keys(at index: Int) -> [EntryKey] {
        fingerprints[index].keys(usableID: usableID(at: index) != nil)
    }
}

// MARK: - The rules

extension DocumentIdentities {
    private mutating func matchByID() {
        var firstByID: [UInt64: Int] = [:]
        for index in fingerprints.indices {
            guard let id = usableID(at: index) else { continue }
            if firstByID[id] != nil {
                matches[index] = .repetition
                continue
            }
            firstByID[id] = index
            claim(rowsByKey[EntryKey(.id, id)] ?? [], for: index)
        }
    }

    private mutating func matchWithoutID() {
        let indices = fingerprints.indices.filter { usableID(at: $0) == nil }
        let urls = counts(of: indices.compactMap { fingerprints[$0].url })
        var seen: Set<[EntryKey]> = []
        var rest: [Int] = []
        for index in indices {
            let fingerprint = fingerprints[index]
            if !seen.insert(fingerprint.keys(usableID: false)).inserted {
                matches[index] = .repetition
            } else if let url = fingerprint.url, urls[url] == 1 {
                claim(freeRows(having: EntryKey(.url, url)), for: index)
            } else {
                rest.append(index)
            }
        }
        matchByWords(rest)
    }

    /// Entries whose id has changed, appeared or vanished.
    private mutating func matchMoved() {
        let idsHere = Set(fingerprints.indices.compactMap(usableID(at:)))
        let pairs = counts(of: fingerprints.compactMap(\.urlAndTitle))
        for index in fingerprints.indices {
            guard case .new = matches[index], let pair = fingerprints[index].urlAndTitle, pairs[pair] == 1 else {
                continue
            }
            let listed = (rowsByKey[EntryKey(.urlAndTitle, pair)] ?? []).filter {
                ledger.rows[$0].lastListed == ledger.lastReading
            }
            guard listed.count == 1, let row = listed.first, !claimed.contains(row) else { continue }
            let isOldIDHere = ledger.rows[row].keys.contains { $0.kind == .id && idsHere.contains($0.hash) }
            if !isOldIDHere { claim([row], for: index) }
        }
    }

    /// Takes the row that was listed last, if there is one that no other entry has taken.
    @discardableResult
    mutating func claim(_ rows: [Int], for index: Int) -> Bool {
        let free = rows.filter { !claimed.contains($0) }
        let best = free.max { left, right in
            let (left, right) = (ledger.rows[left], ledger.rows[right])
            return (left.lastListed, left.number) < (right.lastListed, right.number)
        }
        guard let best else { return false }
        claimed.insert(best)
        matches[index] = .known(ledger.rows[best])
        return true
    }
}

// MARK: - Private

extension DocumentIdentities {
    private func usableID(at index: Int) -> UInt64? {
        guard let id = fingerprints[index].id, !unusableIDs.contains(id) else { return nil }
        return id
    }

    /// The rows of a key that no entry has taken yet and that no usable id names.
    func freeRows(having key: EntryKey) -> [Int] {
        (rowsByKey[key] ?? []).filter { !claimed.contains($0) && !hasUsableID(ledger.rows[$0]) }
    }

    private func hasUsableID(_ row: LedgerRow) -> Bool {
        row.keys.contains { $0.kind == .id && !unusableIDs.contains($0.hash) }
    }

    /// Ids that stand with different links, or without links with different words.
    private static func ambiguousIDs(in fingerprints: [EntryFingerprint]) -> [UInt64] {
        var firstByID: [UInt64: EntryFingerprint] = [:]
        var ambiguous: Set<UInt64> = []
        for fingerprint in fingerprints {
            guard let id = fingerprint.id else { continue }
            guard let first = firstByID[id] else {
                firstByID[id] = fingerprint
                continue
            }
            let differs =
                first.url != fingerprint.url
                || (first.url == nil && first.titleAndText != fingerprint.titleAndText)
            if differs { ambiguous.insert(id) }
        }
        return ambiguous.sorted()
    }

    private func counts(of hashes: [UInt64]) -> [UInt64: Int] {
        hashes.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
