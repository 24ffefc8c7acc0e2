internal import FeedModel
internal import FeedText

/// What an answer says of one message (`FETCH`, RFC 3501 §7.4.2).
struct IMAPFetch {
    /// The message's number (UID).
    private(set) var number: UInt32?
    /// When it came into its folder.
    private(set) var received: Timestamp?
    /// What was asked for of it.
    private(set) var body: [UInt8]?

    /// Reads an answer; nil for one that is not whole.
    init?(_ answer: IMAPAnswer) {
        guard let tokens = IMAPToken.all(in: answer), tokens.count >= 5, tokens[3] == .open, tokens.last == .close
        else {
            return nil
        }
        var index = 4
        while index < tokens.count - 1 {
            guard case .atom(let name) = tokens[index], Self.isItem(name), index + 1 < tokens.count - 1 else {
                return nil
            }
            index += 1
            switch tokens[index] {
            case .open:
                guard let end = Self.end(of: index, in: tokens), end < tokens.count - 1 else { return nil }
                index = end
            case .close: return nil
            case .atom(let value): take(name.uppercased(), Array(value.utf8), isNil: value.uppercased() == "NIL")
            case .string(let value): take(name.uppercased(), value, isNil: false)
            }
            index += 1
        }
    }

    private mutating func take(_ name: String, _ value: [UInt8], isNil: Bool) {
        switch name {
        case "UID": number = UInt32(String(decoding: value, as: UTF8.self))
        case "INTERNALDATE": received = Self.time(String(decoding: value, as: UTF8.self))
        case _ where name.hasPrefix("BODY[]"): body = isNil ? [] : value
        default: break
        }
    }

    /// The time in a date such as ` 7-Jul-2026 02:44:25 -0700`.
    private static func time(_ text: String) -> Timestamp? {
        let parts = text.split(separator: "-", maxSplits: 2)
        return parts.count == 3 ? Timestamp(parsing: parts.joined(separator: " ")) : nil
    }

    /// Whether a word can be the name of something that is said of a message.
    private static func isItem(_ name: String) -> Bool {
        name.utf8.prefix { $0 != UInt8(ascii: "[") }.allSatisfy { byte in
            byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        }
    }

    private static func end(of open: Int, in tokens: [IMAPToken]) -> Int? {
        var depth = 0
        for index in open..<tokens.count {
            if tokens[index] == .open { depth += 1 }
            if tokens[index] == .close { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }
}

/// What an answer is made of.
private enum IMAPToken: Equatable {
    case open
    case close
    case atom(String)
    case string([UInt8])

    /// All tokens of an answer; nil where a string does not end.
    static func all(in answer: IMAPAnswer) -> [IMAPToken]? {
        var tokens: [IMAPToken] = []
        for (place, line) in answer.lines.enumerated() {
            guard read(Array(line.utf8), into: &tokens) else { return nil }
            if place < answer.literals.count { tokens.append(.string(answer.literals[place])) }
        }
        return tokens
    }

    private static func read(_ bytes: [UInt8], into tokens: inout [IMAPToken]) -> Bool {
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: " "): index += 1
            case UInt8(ascii: "("):
                tokens.append(.open)
                index += 1
            case UInt8(ascii: ")"):
                tokens.append(.close)
                index += 1
            case UInt8(ascii: "\""):
                guard let (text, end) = quoted(bytes, from: index + 1) else { return false }
                tokens.append(.string(text))
                index = end
            default:
                let end = endOfAtom(bytes, from: index)
                tokens.append(.atom(String(decoding: bytes[index..<end], as: UTF8.self)))
                index = end
            }
        }
        return true
    }

    private static func quoted(_ bytes: [UInt8], from start: Int) -> (text: [UInt8], end: Int)? {
        var text: [UInt8] = []
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\"") { return (text, index + 1) }
            if bytes[index] == UInt8(ascii: "\\") { index += 1 }
            guard index < bytes.count else { return nil }
            text.append(bytes[index])
            index += 1
        }
        return nil
    }

    /// Where an atom ends; what stands in square brackets belongs to it.
    private static func endOfAtom(_ bytes: [UInt8], from start: Int) -> Int {
        var isBracketed = false
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "["): isBracketed = true
            case UInt8(ascii: "]"): isBracketed = false
            case UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\""):
                if !isBracketed { return index }
            default: break
            }
            index += 1
        }
        return index
    }
}
