import FeedText

extension HTMLSanitizer {
    /// A text of which nobody says whether it is HTML, made safe to show as HTML.
    ///
    /// One without harmful markup stays as it is: a tag of an element that HTML has never had and that has no attributes,
    /// as in `Vec<T>`, does nothing anywhere.
    public static func sanitized(textOrHTML text: String, base: String? = nil) -> String {
        holdsMarkup(text.utf8.span) ? sanitized(text, base: base) : text
    }

    /// Whether there is a tag that a browser would heed, a comment, an instruction, or what never ends.
    private static func holdsMarkup(_ text: Span<UInt8>) -> Bool {
        var search = 0
        while let opening = text.firstIndex(of: UInt8(ascii: "<"), from: search) {
            var at = opening + 1
            guard at < text.count else { return false }
            if text[at] == UInt8(ascii: "!") || text[at] == UInt8(ascii: "?") { return true }
            let isEndTag = text[at] == UInt8(ascii: "/")
            if isEndTag { at += 1 }
            search = at
            guard at < text.count, text[at].isASCIILetter else {
                // `</` before anything else begins a comment.
                if isEndTag { return true }
                continue
            }
            let name = at
            while at < text.count, text[at] != UInt8(ascii: ">"), text[at] != UInt8(ascii: "/"),
                !text[at].isASCIIWhitespace
            {
                at += 1
            }
            guard at < text.count, text[at] == UInt8(ascii: ">"),
                !HTMLElement.named(HTMLName(text, in: name..<at)).isKnown
            else { return true }
            search = at + 1
        }
        return false
    }
}
