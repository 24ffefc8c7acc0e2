import FeedText

/// Finds where a document really begins behind what a broken server put before it: notices in HTML, as a rule.
enum XMLRootSearch {
    /// How far is searched.
    private static let reach = 64 << 10

    /// Where the document begins if its first tag is none of the vocabulary's roots but a later one is.
    ///
    /// That is at the root, or at the XML declaration or DOCTYPE right before it; nil if the first tag will do.
    static func start(in source: Span<UInt8>, from position: Int, vocabulary: XMLVocabulary) -> Int? {
        guard vocabulary.hasRoots else { return nil }
        var prolog: Int?
        var at = position
        var isFirst = true
        var hasInstructionEnd = true
        while let found = source.firstIndex(of: UInt8(ascii: "<"), from: at), found < position + reach {
            at = found + 1
            if source.starts(with: "<?xml ", at: found) {
                prolog = found
            } else if source.starts(with: "<!--", at: found) {
                at = source.firstIndex(of: "-->", from: found + 4) ?? source.count
            } else if hasInstructionEnd, source.starts(with: "<?", at: found) {
                // What it holds is no tag; one that never ends is dropped up to the next `>`.
                let end = source.firstIndex(of: "?>", from: found + 2)
                hasInstructionEnd = end != nil
                at = end ?? at
            } else if source.starts(with: "<!DOCTYPE", at: found) {
                // What an internal subset holds is not the document's.
                return isFirst ? nil : found
            } else if let end = XMLTagScan.nameEnd(in: source, from: found + 1) {
                if vocabulary.isRoot(source.extracting(found + 1..<end)) { return isFirst ? nil : prolog ?? found }
                isFirst = false
            }
        }
        return nil
    }
}
