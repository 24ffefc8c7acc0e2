/// Entries that neither a usable id nor a URL of their own names: they are known by what they say.
///
/// Where title and date, or title and text, are those of several entries, their pictures, files and links tell them
/// apart. An address whose query alone has changed is the same. An entry is never taken for another one of its words
/// as long as the document holds one of these words that is known for certain: rather it is new.
extension DocumentIdentities {
    /// By what an entry is known, the surest first.
    private enum Sign: CaseIterable {
        case whole
        case dateAndAddresses
        case textAndAddresses
        case date
        case text
    }

    /// Keys of entries that are known already, of which no other entry is known by less.
    private struct Settled {
        /// With the addresses, of those that are known as a whole.
        var wholes: Set<[EntryKey]> = []
        var keys: Set<EntryKey> = []
    }

    mutating func matchByWords(_ indices: [Int]) {
        // Of entries that share one row the older one has it; as a rule that is the later in the document.
        var rest = Array(indices.reversed())
        var settled = Settled()
        for sign in Sign.allCases where !rest.isEmpty {
            let before = settled
            rest.removeAll { index in
                guard match(index, by: sign, settled: before) else { return false }
                settle(index, by: sign, in: &settled)
                return true
            }
        }
    }

    private mutating func match(_ index: Int, by sign: Sign, settled: Settled) -> Bool {
        let fingerprint = fingerprints[index]
        guard let key = key(of: fingerprint, for: sign) else { return false }
        switch sign {
        case .whole:
            return claim(freeRows(having: key), for: index)
        case .dateAndAddresses, .textAndAddresses:
            guard let addresses = fingerprint.addresses.map({ EntryKey(.addresses, $0) }),
                !settled.wholes.contains([key, addresses])
            else { return false }
            return claim(freeRows(having: key).filter { ledger.rows[$0].keys.contains(addresses) }, for: index)
        case .date:
            guard mayBeKnown(fingerprint, by: key, settled) else { return false }
            return claim(freeRows(having: key), for: index)
        case .text:
            guard mayBeKnown(fingerprint, by: key, settled) else { return false }
            return claim(freeRows(having: key).filter { mayBe(fingerprint, ledger.rows[$0]) }, for: index)
        }
    }

    private func key(of fingerprint: EntryFingerprint, for sign: Sign) -> EntryKey? {
        switch sign {
        case .whole: fingerprint.whole.map { EntryKey(.whole, $0) }
        case .dateAndAddresses, .date: fingerprint.titleAndDate.map { EntryKey(.titleAndDate, $0) }
        case .textAndAddresses, .text: EntryKey(.titleAndText, fingerprint.titleAndText)
        }
    }

    private func settle(_ index: Int, by sign: Sign, in settled: inout Settled) {
        let fingerprint = fingerprints[index]
        for key in [key(of: fingerprint, for: .date), key(of: fingerprint, for: .text)] {
            guard let key else { continue }
            settled.keys.insert(key)
            guard sign == .whole, let addresses = fingerprint.addresses else { continue }
            settled.wholes.insert([key, EntryKey(.addresses, addresses)])
        }
    }

    /// Whether an entry may be one whose addresses are others: not while one of its words stands there unchanged.
    private func mayBeKnown(_ fingerprint: EntryFingerprint, by key: EntryKey, _ settled: Settled) -> Bool {
        fingerprint.whole == nil || !settled.keys.contains(key)
    }

    /// Whether an entry may be the one of a row with the same title and text.
    private func mayBe(_ fingerprint: EntryFingerprint, _ row: LedgerRow) -> Bool {
        let known = row.keys.filter { $0.kind == .addresses }.map(\.hash)
        // Of a row that was written before addresses were, nothing more is known.
        guard let addresses = fingerprint.addresses, !known.isEmpty, !known.contains(addresses) else { return true }
        // A picture comes later, or goes.
        let none = EntryFingerprint.noAddresses
        if fingerprint.text != nil, addresses == none || known.contains(none) { return true }
        // A page that several entries share says that it is one of them; all their addresses may have changed.
        return fingerprint.url.map { row.keys.contains(EntryKey(.url, $0)) } ?? false
    }
}
