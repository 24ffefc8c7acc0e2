import FeedText

extension [UInt8] {
    /// Appends the inside of a string literal.
    mutating func appendEscaped(_ text: String) {
        let source = text.utf8.span
        var start = source.firstToEscape(from: 0)
        guard start < source.count else {
            append(contentsOf: text.utf8)
            return
        }
        append(copying: source.extracting(0..<start))
        while start < source.count {
            let next = appendEscape(of: source, at: start)
            start = source.firstToEscape(from: next)
            append(copying: source.extracting(next..<start))
        }
    }

    /// Appends the escape of the character at an index; gives back where the character ends.
    private mutating func appendEscape(of source: Span<UInt8>, at index: Int) -> Int {
        switch source[index] {
        case UInt8(ascii: "\""): append(contentsOf: "\\\"".utf8)
        case UInt8(ascii: "\\"): append(contentsOf: "\\\\".utf8)
        case UInt8(ascii: "\n"): append(contentsOf: "\\n".utf8)
        case UInt8(ascii: "\r"): append(contentsOf: "\\r".utf8)
        case UInt8(ascii: "\t"): append(contentsOf: "\\t".utf8)
        case 0x08: append(contentsOf: "\\b".utf8)
        case 0x0C: append(contentsOf: "\\f".utf8)
        case 0xE2:
            append(contentsOf: (source[index &+ 2] == 0xA8 ? "\\u2028" : "\\u2029").utf8)
            return index &+ 3
        case let control:
            append(contentsOf: "\\u00\(control < 16 ? "0" : "")\(String(control, radix: 16))".utf8)
        }
        return index &+ 1
    }
}

extension Span<UInt8> {
    /// The first character from an index on that a string literal must not hold as it is; the end if there is none.
    fileprivate func firstToEscape(from start: Int) -> Int {
        var index = start
        while index < count {
            index = firstCandidate(from: index)
            guard index < count, self[index] == 0xE2, !isLineSeparator(at: index) else { return index }
            index &+= 1
        }
        return count
    }

    private func isLineSeparator(at index: Int) -> Bool {
        index &+ 2 < count && self[index &+ 1] == 0x80 && self[index &+ 2] & 0xFE == 0xA8
    }

    private func firstCandidate(from start: Int) -> Int {
        var index = start
        while count - index >= 8 {
            let word = word(at: index)
            let marks =
                word.marks(of: UInt8(ascii: "\"")) | word.marks(of: UInt8(ascii: "\\")) | word.marks(of: 0xE2)
                | word.marksOfControls
            if marks != 0 { return index &+ marks.firstMark }
            index &+= 8
        }
        while index < count {
            let byte = self[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0xE2 || byte < 0x20 { return index }
            index &+= 1
        }
        return count
    }
}
