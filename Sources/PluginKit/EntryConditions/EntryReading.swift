import FeedModel

/// An entry while a condition looks at it: what is costly to compute of it is kept for the tests that follow.
struct EntryReading {
    let entry: Entry
    let now: Timestamp
    /// By ``EntryField/slot``; empty until something is kept.
    private var computed: [String??] = []
    private var folded: [[UInt8]?] = []

    init(_ entry: Entry, now: Timestamp) {
        self.entry = entry
        self.now = now
    }

    /// What the entry has under a field.
    mutating func values(of field: EntryField) -> FieldValues {
        guard field.isComputed, let slot = field.slot else { return field.read(entry) }
        if computed.isEmpty { computed = Array(repeating: nil, count: EntryField.known.count) }
        if let text = computed[slot] { return .text(text) }
        let values = field.read(entry)
        if case .text(let text) = values { computed[slot] = .some(text) }
        return values
    }

    /// Compares the text of a field; it is folded at most once, and only where it is not plain ASCII.
    mutating func compare(
        _ text: String, of field: EntryField, _ comparison: FoldedText.Comparison, _ wanted: FoldedText
    ) -> Bool {
        if let answer = wanted.holdsForASCII(comparison, of: text.utf8.span) { return answer }
        guard let slot = field.slot else { return wanted.holds(comparison, of: text) }
        if folded.isEmpty { folded = Array(repeating: nil, count: EntryField.known.count) }
        if folded[slot] == nil { folded[slot] = FoldedText.fold(text) }
        return folded[slot].map { wanted.holds(comparison, ofFolded: $0.span) } ?? false
    }
}
