import FeedHTML

/// Texts cut to what a receiver takes.
package enum TextLimit {
    /// The beginning of a text, in characters as people count them; behind a sentence or a word where one ends late enough.
    package static func cut(_ text: String, characters limit: Int) -> String {
        HTMLSummary.excerpt(of: text, limit: max(limit, 1))
    }

    /// The longest beginning of a text that measures no more than a limit, with `…` where something is missing.
    ///
    /// - Parameter measure: what one character adds: its bytes, or its UTF-16 code units.
    package static func cut(_ text: String, to limit: Int, measuredBy measure: (Character) -> Int) -> String {
        let ellipsis = measure("…")
        var size = 0
        // The end of the longest beginning that leaves room for the ellipsis.
        var end = text.startIndex
        for index in text.indices {
            size += measure(text[index])
            if size > limit { return ellipsis > limit ? "" : text[..<end] + "…" }
            if size + ellipsis <= limit { end = text.index(after: index) }
        }
        return text
    }

    /// Cut to a number of bytes of UTF-8.
    package static func cut(_ text: String, bytes limit: Int) -> String {
        cut(text, to: limit) { $0.utf8.count }
    }

    /// Cut to a number of UTF-16 code units, by which most services count.
    package static func cut(_ text: String, units limit: Int) -> String {
        cut(text, to: limit) { $0.utf16.count }
    }
}
