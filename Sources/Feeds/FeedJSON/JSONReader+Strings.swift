import FeedText

extension JSONReader {
    /// The next value, which must be a string, unescaped.
    public mutating func string(in source: Span<UInt8>) throws(JSONSyntaxError) -> String {
        guard try peek(in: source) == .string else { throw unexpected("expected a text in quotes") }
        if options.isSuperset(of: [.controlCharactersInStrings, .validatedSource]) {
            return try validText(in: source) { String(copying: $0) }
        }
        let literal = try scanString(in: source)
        return text(of: literal, in: source)
    }

    /// The next value, which must be a string, or what `change` makes of its bytes, unescaped, if that is something.
    package mutating func string(
        in source: Span<UInt8>, changedBy change: (Span<UInt8>) -> String?
    ) throws(JSONSyntaxError) -> String {
        guard try peek(in: source) == .string else { throw unexpected("expected a text in quotes") }
        if options.isSuperset(of: [.controlCharactersInStrings, .validatedSource]) {
            return try validText(in: source) { change($0) ?? String(copying: $0) }
        }
        let text = try string(in: source)
        return change(text.utf8.span) ?? text
    }

    /// The string whose opening quote is at the cursor, of a source that is valid UTF-8 and may hold control characters:
    /// checked and unescaped in one pass.
    @inline(__always)
    private mutating func validText(
        in source: Span<UInt8>, _ text: (Span<UInt8>) -> String
    ) throws(JSONSyntaxError) -> String {
        let start = offset &+ 1
        let first = source.firstIndex(of: UInt8(ascii: "\""), or: UInt8(ascii: "\\"), from: start)
        if first < source.count, source[first] == UInt8(ascii: "\"") {
            endValue(at: first &+ 1)
            return text(source.extracting(start..<first))
        }
        var unescaping = JSONUnescaping(at: start)
        switch goOn(&unescaping, in: source) {
        case .closingQuote:
            if unescaping.halves > 0 { noteRepairs(unescaping.halves, at: start) }
            endValue(at: unescaping.at &+ 1)
            return text(room.span.extracting(0..<unescaping.length))
        case .noEscape:
            guard options.contains(.slips) else { throw complaint(aboutEscape: unescaping.at, in: source) }
            let literal = try scanString(in: source)
            return text(self.text(of: literal, in: source).utf8.span)
        case .noRoom, .end:
            throw JSONSyntaxError(offset: offset, message: "this text has no closing quote", isTruncation: true)
        }
    }

    /// Passes over a string whose opening quote is at the cursor, checking its escapes.
    mutating func scanString(in source: Span<UInt8>) throws(JSONSyntaxError) -> JSONStringLiteral {
        let start = offset &+ 1
        var index = start
        var isEscaped = false
        while true {
            index =
                options.contains(.controlCharactersInStrings)
                ? source.firstIndex(of: UInt8(ascii: "\""), or: UInt8(ascii: "\\"), from: index)
                : source.firstStop(from: index)
            guard index < source.count else {
                throw JSONSyntaxError(offset: offset, message: "this text has no closing quote", isTruncation: true)
            }
            switch source[index] {
            case UInt8(ascii: "\""):
                endValue(at: index &+ 1)
                return JSONStringLiteral(range: start..<index, isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                repeat {
                    let length = source.lengthOfEscape(at: index)
                    guard length > 0 else {
                        let complaint = complaint(aboutEscape: index, in: source)
                        guard options.contains(.slips), !complaint.isTruncation else { throw complaint }
                        noteSlip(complaint.message, at: index)
                        index &+= 2
                        continue
                    }
                    index &+= length
                } while index < source.count && source[index] == UInt8(ascii: "\\")
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
            if options.contains(.validatedSource) { return String(copying: source.extracting(literal.range)) }
            return text(validating: source.extracting(literal.range), from: literal.range.lowerBound)
        }
        var unescaping = JSONUnescaping(at: 0)
        if goOn(&unescaping, in: source.extracting(literal.range)) == .noEscape {
            let meant = meantText(of: literal.range, in: source)
            return text(validating: meant.span, from: literal.range.lowerBound)
        }
        if unescaping.halves > 0 { noteRepairs(unescaping.halves, at: literal.range.lowerBound) }
        if options.contains(.validatedSource) { return String(copying: room.span.extracting(0..<unescaping.length)) }
        let unescaped = Array(room[..<unescaping.length])
        return text(validating: unescaped.span, from: literal.range.lowerBound)
    }

    /// Goes on with a text, as far as there is something to unescape.
    private mutating func goOn(_ unescaping: inout JSONUnescaping, in source: Span<UInt8>) -> JSONUnescaping.Stop {
        while true {
            let stop = unsafe room.withUnsafeMutableBytes { output in
                unsafe source.withUnsafeBytes { unsafe unescaping.goOn(from: $0, to: output) }
            }
            guard stop == .noRoom else { return stop }
            room.append(contentsOf: repeatElement(0, count: max(room.count, 4096)))
        }
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

    private func complaint(aboutEscape index: Int, in source: Span<UInt8>) -> JSONSyntaxError {
        var end = index &+ 1
        if end < source.count, source[end] == UInt8(ascii: "u") {
            end &+= 1
            while end < source.count, source[end].hexadecimalValue != nil { end &+= 1 }
        }
        guard end < source.count else {
            return JSONSyntaxError(offset: offset, message: "this text has no closing quote", isTruncation: true)
        }
        let message =
            end > index &+ 1
            ? "\"\\u\" needs four hexadecimal digits after it"
            : "after \"\\\" expected one of \" \\ / b f n r t u; write \"\\\\\" for a backslash"
        return JSONSyntaxError(offset: index, message: message)
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

extension Span<UInt8> {
    /// How many bytes the escape takes that begins with the backslash at an index; 0 if it is none.
    @inline(__always)
    func lengthOfEscape(at index: Int) -> Int {
        guard count - index >= 2 else { return 0 }
        switch self[index &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            guard count - index >= 6 else { return 0 }
            return fourBytes(at: index + 2).areHexDigits ? 6 : 0
        default:
            return 0
        }
    }
}
