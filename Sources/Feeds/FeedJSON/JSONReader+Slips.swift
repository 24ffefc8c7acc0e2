import FeedText

/// What is no JSON and whose meaning is plain: see ``JSONReadingOptions/slips``.
extension JSONReader {
    /// How many slips are noted.
    private static let slipLimit = 100

    /// Notes a slip, which is read as it is meant.
    mutating func noteSlip(_ message: String, at place: Int) {
        guard slips.count < Self.slipLimit else { return }
        slips.append(JSONSyntaxError(offset: place, message: message))
    }

    /// The word at the cursor that other notations have for a value, and the kind of what it means; nil for any other.
    func meantWord(in source: Span<UInt8>) -> (kind: JSONKind, count: Int)? {
        guard options.contains(.slips) else { return nil }
        let nothing: [StaticString] = [
            "NaN", "-NaN", "Infinity", "-Infinity", "undefined", "None", "Null", "NULL", "nil", "nan",
        ]
        for word in nothing where holds(word, in: source) { return (.null, word.utf8CodeUnitCount) }
        let truths: [StaticString] = ["True", "TRUE", "False", "FALSE"]
        for word in truths where holds(word, in: source) { return (.bool, word.utf8CodeUnitCount) }
        return nil
    }

    /// Passes over the word at the cursor that stands for a value; false if there is none.
    mutating func skipMeantWord(in source: Span<UInt8>) -> Bool {
        guard let word = meantWord(in: source) else { return false }
        let text = source.text(in: offset..<offset + word.count)
        noteSlip("JSON has no \"\(text)\"", at: offset)
        endValue(at: offset + word.count)
        return true
    }

    /// Whether what stands at the cursor is the next element or member, with no comma before it; that is noted then.
    mutating func isCommaMissing(before bracket: UInt8, in source: Span<UInt8>) -> Bool {
        guard options.contains(.slips) else { return false }
        switch source[offset] {
        case UInt8(ascii: "\""): break
        case UInt8(ascii: "{"), UInt8(ascii: "["): guard bracket == UInt8(ascii: "]") else { return false }
        default: return false
        }
        noteSlip("a comma is missing before this", at: offset)
        return true
    }

    /// Passes over further commas where one should be.
    mutating func skipCommas(in source: Span<UInt8>) throws(JSONSyntaxError) {
        guard options.contains(.slips) else { return }
        noteSlip("there is a comma too many", at: offset)
        while offset < source.count, source[offset] == UInt8(ascii: ",") {
            offset &+= 1
            try skipSpace(in: source)
        }
    }

    /// The bytes of a text some of whose escapes JSON has not.
    ///
    /// Before a sign a backslash means the sign, before a letter itself; `\x41` is `A`, and one at a line's end is nothing.
    mutating func meantText(of range: Range<Int>, in source: Span<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            guard source[index] == UInt8(ascii: "\\") else {
                bytes.append(source[index])
                index += 1
                continue
            }
            var end = index
            while end < range.upperBound, source[end] == UInt8(ascii: "\\"), source.lengthOfEscape(at: end) > 0 {
                end += source.lengthOfEscape(at: end)
            }
            if end > index {
                let literal = JSONStringLiteral(range: index..<min(end, range.upperBound), isEscaped: true)
                bytes.append(contentsOf: text(of: literal, in: source).utf8)
                index = end
            } else {
                index = appendMeantEscape(at: index, before: range.upperBound, in: source, to: &bytes)
            }
        }
        return bytes
    }

    private func appendMeantEscape(
        at index: Int, before limit: Int, in source: Span<UInt8>, to bytes: inout [UInt8]
    ) -> Int {
        guard index + 1 < limit else { return limit }
        let byte = source[index + 1]
        if byte == UInt8(ascii: "x"), index + 3 < limit, let high = source[index + 2].hexadecimalValue,
            let low = source[index + 3].hexadecimalValue
        {
            bytes.append(contentsOf: String(Unicode.Scalar(UInt8(high) << 4 | UInt8(low))).utf8)
            return index + 4
        }
        switch byte {
        case UInt8(ascii: "\n"): break
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        default: bytes.append(byte)
        }
        return index + 2
    }

    private func holds(_ word: StaticString, in source: Span<UInt8>) -> Bool {
        let end = offset + word.utf8CodeUnitCount
        return source.starts(with: word, at: offset) && (end >= source.count || !source[end].isASCIILetter)
    }
}
