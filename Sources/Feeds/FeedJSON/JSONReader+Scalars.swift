import FeedText

extension JSONReader {
    /// The next value, which must be a boolean.
    public mutating func bool(in source: Span<UInt8>) throws(JSONSyntaxError) -> Bool {
        guard try peek(in: source) == .bool else { throw unexpected("expected true or false") }
        let isTrue = source[offset] | 0x20 == UInt8(ascii: "t")
        if source[offset] & 0x20 == 0, skipMeantWord(in: source) { return isTrue }
        try keyword(isTrue ? "true" : "false", in: source)
        return isTrue
    }

    /// Passes over the next value, which must be `null`.
    public mutating func null(in source: Span<UInt8>) throws(JSONSyntaxError) {
        guard try peek(in: source) == .null else { throw unexpected("expected null") }
        if source[offset] == UInt8(ascii: "{") || source[offset] == UInt8(ascii: "[") {
            return try skipDeepValue(in: source)
        }
        if !source.starts(with: "null", at: offset), skipMeantWord(in: source) { return }
        try keyword("null", in: source)
    }

    /// The next value, which must be a number.
    public mutating func number(in source: Span<UInt8>) throws(JSONSyntaxError) -> JSONNumber {
        guard try peek(in: source) == .number else { throw unexpected("expected a number") }
        let range = try scanNumber(in: source)
        return JSONNumber(checkedLiteral: text(of: JSONStringLiteral(range: range, isEscaped: false), in: source))
    }

    /// Passes over a number and gives back where it stood.
    mutating func scanNumber(in source: Span<UInt8>) throws(JSONSyntaxError) -> Range<Int> {
        let start = offset
        if source[offset] == UInt8(ascii: "-") { offset &+= 1 }
        let digits = offset
        try scanDigits(in: source)
        if source[digits] == UInt8(ascii: "0"), offset > digits &+ 1 {
            throw JSONSyntaxError(offset: digits, message: "a number may not begin with 0")
        }
        if offset < source.count, source[offset] == UInt8(ascii: ".") {
            offset &+= 1
            try scanDigits(in: source)
        }
        if offset < source.count, source[offset] | 0x20 == UInt8(ascii: "e") {
            offset &+= 1
            if offset < source.count, source[offset] == UInt8(ascii: "+") || source[offset] == UInt8(ascii: "-") {
                offset &+= 1
            }
            try scanDigits(in: source)
        }
        endValue(at: offset)
        return start..<offset
    }
}

// MARK: - Private

extension JSONReader {
    private mutating func keyword(_ word: StaticString, in source: Span<UInt8>) throws(JSONSyntaxError) {
        let text = word.description
        var index = offset
        for byte in text.utf8 {
            guard index < source.count else {
                offset = index
                throw ended("expected \(text)")
            }
            guard source[index] == byte else { throw unexpected("expected a value") }
            index &+= 1
        }
        endValue(at: index)
    }

    private mutating func scanDigits(in source: Span<UInt8>) throws(JSONSyntaxError) {
        let start = offset
        while offset < source.count, source[offset] &- UInt8(ascii: "0") < 10 { offset &+= 1 }
        guard offset > start else {
            throw offset < source.count ? unexpected("expected a digit") : ended("expected a digit")
        }
    }
}
