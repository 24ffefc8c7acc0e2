import FeedText

/// What a URL in an attribute may be.
enum HTMLURL {
    /// The schemes that run something or hold a document of their own.
    static let activeSchemes: Set<String> = ["javascript", "vbscript", "livescript", "mocha", "data"]

    /// The URL that stays of a value; nil if its scheme is not among the allowed ones, or it is relative to nothing.
    ///
    /// As a browser does (WHATWG URL §4.4), white space around it and tabs and line breaks in it are taken out. A colon
    /// before the first `/`, `?` or `#` ends a scheme, even one with characters in it that no scheme has.
    static func allowed(
        _ value: [UInt8], schemes: Set<String>, base: URLParts?, keepsRelative: Bool = true
    ) -> String? {
        let text = cleaned(value)
        if let colon = schemeEnd(of: text.utf8.span) {
            let scheme = String(decoding: text.utf8.prefix(colon), as: UTF8.self).asciiLowercased
            return schemes.contains(scheme) ? text : nil
        }
        guard let base, !text.isEmpty, let absolute = URLText.resolve(text, against: base) else {
            return keepsRelative ? text : nil
        }
        return allowed(Array(absolute.utf8), schemes: schemes, base: nil)
    }

    /// Whether a browser would run a URL, or take it for a document of its own.
    static func isActive(_ url: String) -> Bool {
        let text = cleaned(Array(url.utf8))
        guard let colon = schemeEnd(of: text.utf8.span) else { return false }
        return activeSchemes.contains(String(decoding: text.utf8.prefix(colon), as: UTF8.self).asciiLowercased)
    }

    private static func cleaned(_ value: [UInt8]) -> String {
        let kept = value.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        let start = kept.firstIndex { $0 > 0x20 } ?? kept.endIndex
        let end = kept.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
        return String(decoding: kept[start..<end], as: UTF8.self)
    }

    private static func schemeEnd(of text: Span<UInt8>) -> Int? {
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: ":"): return index
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return nil
            default: continue
            }
        }
        return nil
    }
}
