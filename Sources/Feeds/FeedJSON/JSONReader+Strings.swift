extension JSONReader {
    /// The next value, which must be a string, unescaped.
    public mutating func string(in source: Span<UInt8>) throws(JSONSyntaxError) -> String {
        guard try peek(in: source) == .string else { throw unexpected("expected a text in quotes") }
        let literal = try scanString(in: source)
        return text(of: literal, in: source)
    }

    /// Passes over a string whose opening quote is at the cursor, checking its escapes.
    mutating func scanString(in source: Span<UInt8>) throws(JSONSyntaxError) -> JSONStringLiteral {
        let start = offset &+ 1
        var index = start
        var isEscaped = false
        while true {
            index = source.firstStop(from: index)
            guard index < source.count else {
                throw JSONSyntaxError(offset: offset, message: "this text has no closing quote", isTruncation: true)
            }
            switch source[index] {
            case UInt8(ascii: "\""):
                endValue(at: index &+ 1)
                return JSONStringLiteral(range: start..<index, isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                index = try checkEscape(at: index, in: source)
            default:
                guard options.contains(.controlCharactersInStrings) else {
                    throw JSONSyntaxError(offset: index, message: Self.complaint(aboutControl: source[index]))
                }
                index &+= 1
            }
        }
    }

    /// The text of a string whose syntax has been checked.
    mutating func text(of literal: JSONStringLiteral, in source: Span<UInt8>) -> String {
        guard literal.isEscaped else {
            return text(validating: source.extracting(literal.range), from: literal.range.lowerBound)
        }
        var bytes = scratch
        scratch = []
        bytes.removeAll(keepingCapacity: true)
        var halves = 0
        bytes.append(addingCapacity: literal.range.count) { output in
            halves = output.append(unescaping: source.extracting(literal.range))
        }
        if halves > 0 { noteRepairs(halves, at: literal.range.lowerBound) }
        defer { scratch = bytes }
        return text(validating: bytes.span, from: literal.range.lowerBound)
    }
}

// MARK: - Private

extension JSONReader {
    private mutating func text(validating bytes: Span<UInt8>, from start: Int) -> String {
        do throws(UTF8.ValidationError) {
            return String(copying: try UTF8Span(validating: bytes))
        } catch {
            let (text, replaced) = bytes.repairedText()
            noteRepairs(replaced, at: start)
            return text
        }
    }

    private mutating func noteRepairs(_ count: Int, at start: Int) {
        repairs &+= count
        firstRepair = firstRepair ?? start &- 1
    }

    /// Checks the escape that begins with the backslash at `index`; gives back where it ends.
    private func checkEscape(at index: Int, in source: Span<UInt8>) throws(JSONSyntaxError) -> Int {
        guard index &+ 1 < source.count else {
            throw JSONSyntaxError(offset: offset, message: "this text has no closing quote", isTruncation: true)
        }
        switch source[index &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return index &+ 2
        case UInt8(ascii: "u"):
            for digit in index &+ 2..<index &+ 6 {
                guard digit < source.count else {
                    throw JSONSyntaxError(offset: offset, message: "this text has no closing quote", isTruncation: true)
                }
                guard source[digit].hexDigitValue != nil else {
                    throw JSONSyntaxError(offset: index, message: "\"\\u\" needs four hexadecimal digits after it")
                }
            }
            return index &+ 6
        default:
            throw JSONSyntaxError(
                offset: index,
                message: "after \"\\\" expected one of \" \\ / b f n r t u; write \"\\\\\" for a backslash")
        }
    }

    private static func complaint(aboutControl byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): "a text in quotes may not go over the line's end; write \\n"
        case UInt8(ascii: "\t"): "a tab may not stand in a text; write \\t"
        default:
            "a control character may not stand in a text; write \\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
        }
    }
}
