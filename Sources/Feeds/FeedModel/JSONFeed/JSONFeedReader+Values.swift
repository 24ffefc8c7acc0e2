import FeedJSON
import FeedText

// The values of members. A value of a wrong type is passed over with a remark; `null` and `""` are passed over silently.
extension JSONFeedReader {
    /// The text of a member; nil for an empty one.
    mutating func text(
        _ member: some JSONFeedMember, in source: Span<UInt8>
    ) throws(JSONSyntaxError) -> String? {
        guard try expect(.string, member, in: source) else { return nil }
        let start = reader.offset
        let text = try reader.string(in: source)
        guard text.utf8.count > Self.fieldLimit else { return text.isEmpty ? nil : text }
        return cut(text, of: member, at: start)
    }

    /// The HTML of an item, or what `change` makes of it if that is something; nil for an empty one.
    mutating func html(
        in source: Span<UInt8>, changedBy change: (Span<UInt8>) -> String?
    ) throws(JSONSyntaxError) -> String? {
        guard try expect(.string, ItemMember.contentHTML, in: source) else { return nil }
        let start = reader.offset
        var isTooLong = false
        let text = try reader.string(in: source) { bytes in
            isTooLong = bytes.count > Self.fieldLimit
            return isTooLong ? nil : change(bytes)
        }
        guard isTooLong else { return text.isEmpty ? nil : text }
        let beginning = cut(text, of: ItemMember.contentHTML, at: start)
        return change(beginning.utf8.span) ?? beginning
    }

    /// As much of a text as is kept.
    private mutating func cut(_ text: String, of member: some JSONFeedMember, at start: Int) -> String {
        remark(
            "\"\(member.rawValue)\" is longer than \(Self.fieldLimit >> 20) MB and was cut", at: start,
            section: type(of: member).section)
        return String(text.unicodeScalars[..<text.utf8.index(text.startIndex, offsetBy: Self.fieldLimit)])
    }

    /// A text longer than this is cut, in bytes.
    private static var fieldLimit: Int { 16 << 20 }

    /// An item's `id`: a number becomes a string as it was written (JSON Feed 1.1, "id"); empty if there is none.
    mutating func identifier(in source: Span<UInt8>) throws(JSONSyntaxError) -> String {
        if try reader.peek(in: source) == .number { return try reader.number(in: source).literal }
        return try text(ItemMember.id, in: source) ?? ""
    }

    /// The truth value of a member.
    mutating func bool(
        _ member: some JSONFeedMember, in source: Span<UInt8>
    ) throws(JSONSyntaxError) -> Bool? {
        guard try expect(.bool, member, in: source) else { return nil }
        return try reader.bool(in: source)
    }

    /// The number of a member, also one in quotes.
    mutating func number(
        _ member: some JSONFeedMember, in source: Span<UInt8>
    ) throws(JSONSyntaxError) -> JSONNumber? {
        guard try reader.peek(in: source) == .string else {
            guard try expect(.number, member, in: source) else { return nil }
            return try reader.number(in: source)
        }
        let start = reader.offset
        let text = try reader.string(in: source)
        if text.isEmpty { return nil }
        if case .number(let number) = try? JSONValue(parsing: Array(text.utf8)) { return number }
        remark("\"\(member.rawValue)\" is no number; it is left out", at: start, section: type(of: member).section)
        return nil
    }

    /// The whole number of a member, not below 0.
    mutating func count(
        _ member: some JSONFeedMember, in source: Span<UInt8>
    ) throws(JSONSyntaxError) -> Int64? {
        _ = try reader.peek(in: source)
        let start = reader.offset
        guard let number = try number(member, in: source) else { return nil }
        if let count = number.intValue, count >= 0 { return Int64(count) }
        remark(
            "\"\(member.rawValue)\" is no whole number from 0 up; it is left out", at: start,
            section: type(of: member).section)
        return nil
    }

    /// The amount of a member, not below 0.
    mutating func amount(
        _ member: some JSONFeedMember, in source: Span<UInt8>
    ) throws(JSONSyntaxError) -> Double? {
        _ = try reader.peek(in: source)
        let start = reader.offset
        guard let number = try number(member, in: source) else { return nil }
        if let amount = number.doubleValue, amount >= 0 { return amount }
        remark(
            "\"\(member.rawValue)\" is no number from 0 up; it is left out", at: start,
            section: type(of: member).section)
        return nil
    }

    /// The date of a member (RFC 3339, and what else can be read as a date).
    mutating func date(
        _ member: some JSONFeedMember, in source: Span<UInt8>
    ) throws(JSONSyntaxError) -> Timestamp? {
        guard try expect(.string, member, in: source) else { return nil }
        let start = reader.offset
        let text = try reader.string(in: source)
        var doubt: DateDoubt?
        if let date = Timestamp(parsing: text, doubt: &doubt) {
            if let doubt {
                remark("\"\(member.rawValue)\" \(doubt.message)", at: start, section: type(of: member).section)
            }
            return date
        }
        if !text.isEmpty {
            remark(
                "\"\(member.rawValue)\" is no date that can be read; it is left out", at: start,
                section: type(of: member).section)
        }
        return nil
    }

    /// Keeps a member whose name begins with an underscore and passes over any other.
    mutating func readUnknown(
        _ name: JSONName, into extensions: inout [JSONMember], in source: Span<UInt8>
    ) throws(JSONSyntaxError) {
        guard name.hasFirst(UInt8(ascii: "_"), in: source) else {
            try reader.skipValue(in: source)
            return
        }
        extensions.append(JSONMember(name: name.text(in: source), value: try reader.value(in: source)))
    }

    /// Whether a value of this kind comes next; any other is passed over, with a remark unless it is `null`.
    mutating func expect(
        _ kind: JSONKind, _ member: some JSONFeedMember, in source: Span<UInt8>
    ) throws(JSONSyntaxError) -> Bool {
        let found = try reader.peek(in: source)
        if found == kind { return true }
        if found != .null {
            remark(
                "\"\(member.rawValue)\" has \(found.article) where \(kind.article) should be; it is left out",
                at: reader.offset, section: type(of: member).section)
        }
        try reader.skipValue(in: source)
        return false
    }
}

extension JSONKind {
    fileprivate var article: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
