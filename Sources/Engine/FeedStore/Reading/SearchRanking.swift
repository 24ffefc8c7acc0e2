import FeedModel
import FeedText
import TributaryEngine

/// Weighs entries that match a search against each other: BM25 with a word in the title counting as four in the text.
///
/// All of them hold all the words, so how rare a word is on the whole would change little; not to ask for it is what
/// keeps a search for a word that stands everywhere fast.
struct SearchRanking {
    private struct Candidate {
        var entry: Entry
        /// How often each term stands there, a title's counting more, and how long the entry is; nil if not looked at.
        var counts: (terms: [Int], pieces: Int)?
        var score = 0.0
        var date: Timestamp
        var number: Int64
    }

    private static let titleWeight = 4
    /// How soon a further occurrence counts little, and how much the length of a text counts: the usual values.
    private static let saturation = 1.2
    private static let lengthWeight = 0.75

    private let search: SearchQuery
    private var candidates: [Candidate] = []
    private var bytesLeft = SearchLimits.bytes

    init(_ search: SearchQuery) {
        self.search = search
    }

    /// Adds a candidate; the newest come first.
    mutating func add(_ entry: Entry) {
        let known = entry.tributary
        let firstSeen = known?.firstSeen ?? Timestamp(seconds: 0)
        var candidate = Candidate(
            entry: entry, date: entry.sortDate(firstSeen: firstSeen), number: known?.number ?? 0)
        if bytesLeft > 0 {
            let text = SearchText(entry)
            bytesLeft -= text.title.count + text.text.count
            let title = search.counts(inFolded: text.title.span)
            let body = search.counts(inFolded: text.text.span)
            candidate.counts = (
                zip(title.terms, body.terms).map { Self.titleWeight * $0 + $1 }, title.pieces + body.pieces
            )
        }
        candidates.append(candidate)
    }

    /// The entries, best first, of equally good ones the newer first.
    consuming func ranked() -> [Entry] {
        let lengths = candidates.compactMap { $0.counts?.pieces }
        let average = max(1, Double(lengths.reduce(0, +)) / Double(max(1, lengths.count)))
        for index in candidates.indices {
            guard let counts = candidates[index].counts else {
                candidates[index].score = -1
                continue
            }
            let length = 1 - Self.lengthWeight + Self.lengthWeight * Double(counts.pieces) / average
            candidates[index].score = counts.terms.reduce(0) { sum, count in
                let count = Double(count)
                return sum + count * (Self.saturation + 1) / (count + Self.saturation * length)
            }
        }
        let order = candidates.indices.sorted { left, right in
            let (left, right) = (candidates[left], candidates[right])
            return (left.score, left.date.seconds, left.date.nanoseconds, left.number)
                > (right.score, right.date.seconds, right.date.nanoseconds, right.number)
        }
        return order.map { candidates[$0].entry }
    }
}

extension SearchQuery {
    /// The search as FTS5 wants it (https://www.sqlite.org/fts5.html#full_text_query_syntax): quoted phrases only, so
    /// that nothing that was typed is taken for its syntax.
    var expression: String {
        let wanted = wanted.map(\.phrase).joined(separator: " AND ")
        guard !unwanted.isEmpty else { return wanted }
        return "(\(wanted)) NOT (\(unwanted.map(\.phrase).joined(separator: " OR ")))"
    }
}

extension SearchTerm {
    fileprivate var phrase: String {
        let words = pieces.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        return "\"\(words)\"\(isPrefix ? " *" : "")"
    }
}
