import FeedText

/// Reads the text of a selector, byte by byte.
struct HTMLSelectorParser {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    private static let mostCompounds = 64
    private static let deepest = 8

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The whole text as a list of chains.
    mutating func list() throws(HTMLSelectorError) -> [HTMLSelector.Chain] {
        var chains: [HTMLSelector.Chain] = []
        repeat {
            skipSpace()
            chains.append(try chain())
        } while take(UInt8(ascii: ","))
        guard position == bytes.count else { throw failure("\(found) stands where a selector ends") }
        return chains
    }
}

// MARK: - Chains and compounds

extension HTMLSelectorParser {
    private mutating func chain() throws(HTMLSelectorError) -> HTMLSelector.Chain {
        var chain = HTMLSelector.Chain(compounds: [try compound()])
        while let combinator = combinator() {
            chain.combinators.append(combinator)
            chain.compounds.append(try compound())
            guard chain.compounds.count <= Self.mostCompounds else {
                throw failure("a selector has at most \(Self.mostCompounds) elements")
            }
        }
        return chain
    }

    /// The combinator at hand; nil at the end of a chain.
    private mutating func combinator() -> HTMLSelector.Combinator? {
        let hadSpace = skipSpace()
        guard let byte = current, byte != UInt8(ascii: ","), byte != UInt8(ascii: ")") else { return nil }
        let combinator: HTMLSelector.Combinator
        switch byte {
        case UInt8(ascii: ">"): combinator = .child
        case UInt8(ascii: "+"): combinator = .next
        case UInt8(ascii: "~"): combinator = .later
        default: return hadSpace ? .descendant : nil
        }
        position += 1
        skipSpace()
        return combinator
    }

    private mutating func compound() throws(HTMLSelectorError) -> HTMLSelector.Compound {
        var tests: [HTMLSelector.Test] = []
        if take(UInt8(ascii: "*")) {
            tests.append(.any)
        } else if startsName {
            tests.append(.name(try name().asciiLowercased))
        }
        while let byte = current {
            switch byte {
            case UInt8(ascii: "."):
                position += 1
                tests.append(.className(try name()))
            case UInt8(ascii: "#"):
                position += 1
                tests.append(.id(try name()))
            case UInt8(ascii: "["):
                position += 1
                tests.append(try attribute())
            case UInt8(ascii: ":"):
                position += 1
                tests.append(try pseudoClass())
            default:
                guard !tests.isEmpty else { throw failure("\(found) stands where an element is expected") }
                return HTMLSelector.Compound(tests: tests)
            }
        }
        guard !tests.isEmpty else { throw failure("an element is expected at the end") }
        return HTMLSelector.Compound(tests: tests)
    }

    /// The attribute test behind its `[`.
    private mutating func attribute() throws(HTMLSelectorError) -> HTMLSelector.Test {
        skipSpace()
        let attribute = try name().asciiLowercased
        skipSpace()
        var match = HTMLSelector.AttributeMatch()
        if take(UInt8(ascii: "]")) { return .attribute(name: attribute, match) }
        switch current {
        case UInt8(ascii: "="): match.operation = .equals
        case UInt8(ascii: "~"): match.operation = .hasWord
        case UInt8(ascii: "|"): match.operation = .hasPart
        case UInt8(ascii: "^"): match.operation = .begins
        case UInt8(ascii: "$"): match.operation = .ends
        case UInt8(ascii: "*"): match.operation = .contains
        default: throw failure("\(found) stands where \"]\" or an operator such as \"=\" is expected")
        }
        if match.operation != .equals { position += 1 }
        guard take(UInt8(ascii: "=")) else { throw failure("\(found) stands where \"=\" is expected") }
        skipSpace()
        match.value = current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") ? try quoted() : try name()
        skipSpace()
        if let flag = current, flag | 0x20 == UInt8(ascii: "i") || flag | 0x20 == UInt8(ascii: "s") {
            match.ignoresCase = flag | 0x20 == UInt8(ascii: "i")
            position += 1
            skipSpace()
        }
        guard take(UInt8(ascii: "]")) else { throw failure("\(found) stands where \"]\" is expected") }
        return .attribute(name: attribute, match)
    }

    /// The pseudo-class behind its colon.
    private mutating func pseudoClass() throws(HTMLSelectorError) -> HTMLSelector.Test {
        let start = position
        let word = try name().asciiLowercased
        let first = HTMLSelector.Step(step: 0, offset: 1)
        switch word {
        case "first-child": return .place(first, fromEnd: false, ofName: false)
        case "last-child": return .place(first, fromEnd: true, ofName: false)
        case "only-child":
            return .anyOf([
                HTMLSelector.Compound(tests: [
                    .place(first, fromEnd: false, ofName: false), .place(first, fromEnd: true, ofName: false),
                ])
            ])
        case "first-of-type": return .place(first, fromEnd: false, ofName: true)
        case "empty": return .empty
        case "root": return .root
        case "nth-child", "nth-last-child", "nth-of-type":
            return .place(try step(), fromEnd: word == "nth-last-child", ofName: word == "nth-of-type")
        case "not": return .not(try compounds(of: word))
        case "is", "where": return .anyOf(try compounds(of: word))
        default:
            position = start
            throw failure(
                "\":\(word)\" is not known; known are :first-child, :last-child, :only-child, :nth-child(), "
                    + ":nth-last-child(), :first-of-type, :nth-of-type(), :empty, :root, :not(), :is() and :where()")
        }
    }

    /// The list in the brackets of `:not()`.
    private mutating func compounds(of name: String) throws(HTMLSelectorError) -> [HTMLSelector.Compound] {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw failure("brackets are nested too deep") }
        try open()
        var compounds: [HTMLSelector.Compound] = []
        repeat {
            skipSpace()
            compounds.append(try compound())
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: ")")) else {
            throw failure("\(found) stands where \")\" is expected; :\(name)() takes elements without combinators")
        }
        return compounds
    }

    /// `odd`, `even`, `3`, `2n+1`, `-n + 3` in brackets.
    private mutating func step() throws(HTMLSelectorError) -> HTMLSelector.Step {
        try open()
        let start = position
        while let byte = current, byte != UInt8(ascii: ")") { position += 1 }
        let written = String(decoding: bytes[start..<position].filter { !$0.isASCIIWhitespace }, as: UTF8.self)
        guard take(UInt8(ascii: ")")) else { throw failure("\")\" is missing at the end") }
        switch written.asciiLowercased {
        case "odd": return HTMLSelector.Step(step: 2, offset: 1)
        case "even": return HTMLSelector.Step(step: 2, offset: 0)
        case let text:
            let parts = text.split(separator: "n", omittingEmptySubsequences: false)
            let step: Int? = parts.count == 1 ? 0 : Self.factor(parts[0])
            let offset = parts.count == 2 && parts[1].isEmpty ? 0 : parts.last.flatMap { Int32($0) }.map(Int.init)
            guard parts.count <= 2, let step, let offset else {
                position = start
                throw failure("\"\(written)\" is no number, and nothing such as 2n+1, odd or even")
            }
            return HTMLSelector.Step(step: step, offset: offset)
        }
    }

    private static func factor(_ text: Substring) -> Int? {
        switch text {
        case "", "+": 1
        case "-": -1
        default: Int32(text).map(Int.init)
        }
    }
}

// MARK: - Letters

extension HTMLSelectorParser {
    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = position
        while let byte = current, byte.isASCIIWhitespace { position += 1 }
        return position > start
    }

    private mutating func open() throws(HTMLSelectorError) {
        guard take(UInt8(ascii: "(")) else { throw failure("\(found) stands where \"(\" is expected") }
    }

    private var startsName: Bool { current.map(Self.isNameByte) ?? false }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\\")
    }

    /// A name with its escapes undone (CSS Syntax §4.3.7).
    private mutating func name() throws(HTMLSelectorError) -> String {
        var name: [UInt8] = []
        while let byte = current, Self.isNameByte(byte) {
            position += 1
            if byte == UInt8(ascii: "\\") { name += try escape() } else { name.append(byte) }
        }
        guard !name.isEmpty else { throw failure("\(found) stands where a name is expected") }
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func quoted() throws(HTMLSelectorError) -> String {
        let quote = bytes[position]
        position += 1
        var text: [UInt8] = []
        while let byte = current, byte != quote {
            position += 1
            if byte == UInt8(ascii: "\\") { text += try escape() } else { text.append(byte) }
        }
        guard take(quote) else { throw failure("a quoted text is not closed") }
        return String(decoding: text, as: UTF8.self)
    }

    /// What stands behind a backslash.
    private mutating func escape() throws(HTMLSelectorError) -> [UInt8] {
        guard let byte = current else { throw failure("a backslash stands at the end") }
        guard byte.hexadecimalValue != nil else {
            position += 1
            return [byte]
        }
        var value: UInt32 = 0
        var digits = 0
        while digits < 6, let digit = current?.hexadecimalValue {
            value = value << 4 | UInt32(digit)
            position += 1
            digits += 1
        }
        if let byte = current, byte.isASCIIWhitespace { position += 1 }
        return Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
    }

    private func failure(_ message: String) -> HTMLSelectorError {
        let before = String(decoding: bytes[..<position], as: UTF8.self).count
        return HTMLSelectorError(message: "\(message) (character \(before + 1))")
    }

    private var found: String {
        guard let byte = current else { return "the end" }
        let rest = String(decoding: bytes[position...].prefix(8), as: UTF8.self)
        return byte == UInt8(ascii: "\"") ? "a quotation mark" : "\"\(rest.first.map(String.init) ?? "")\""
    }
}
