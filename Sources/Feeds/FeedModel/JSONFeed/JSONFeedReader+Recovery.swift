import FeedJSON
import FeedText

// What can be read of a document that is no JSON, and of items that stand in no list.
extension JSONFeedReader {
    /// Goes on with the next item behind one that can't be read, which is remarked.
    ///
    /// - Parameters:
    ///   - start: where the reader stood before the item.
    ///   - isInItem: whether the error lies in an item, and not between two.
    /// - Throws: the error, if the document ends or no item follows: then it breaks off there.
    mutating func resume(
        after error: JSONSyntaxError, from start: Int, isInItem: Bool, in source: Span<UInt8>
    ) throws(JSONSyntaxError) {
        guard !error.isTruncation, let next = nextItem(from: start, in: source) else { throw error }
        let lost = isInItem ? "the item" : "what stands before the next item"
        remark("\(error.message); \(lost) was left out", at: error.offset, section: "RFC 8259")
        reader.move(to: next, within: Self.list)
    }

    /// Goes on with the list of items where the members before it can't be read.
    ///
    /// - Returns: the error at which the document breaks off; nil if it was read to its end.
    mutating func resumeAtItems(
        after error: JSONSyntaxError, of feed: inout Feed, in source: Span<UInt8>,
        changingHTML change: (Span<UInt8>) -> String?, each entry: (consuming Entry) -> Void
    ) -> JSONSyntaxError? {
        guard !hasItems, !error.isTruncation, let items = listOfItems(from: error.offset, in: source) else {
            return error
        }
        remark("\(error.message); what follows up to \"items\" was left out", at: error.offset, section: "RFC 8259")
        hasItems = true
        reader.move(to: items, within: Self.list)
        do throws(JSONSyntaxError) {
            try readElementsOfItems(in: source, changingHTML: change, each: entry)
            try readMembers(of: &feed, in: source, changingHTML: change, each: entry)
            return nil
        } catch {
            return error
        }
    }

    /// Items that stand in an object: the one item, or a map of them.
    mutating func readItemsWithoutList(
        in source: Span<UInt8>, changingHTML change: (Span<UInt8>) -> String?, each entry: (consuming Entry) -> Void
    ) throws(JSONSyntaxError) {
        hasItems = true
        guard try isMapOfItems(in: source) else {
            remark(
                "\"items\" has an object where a list should be; it is read as the one item", at: reader.offset,
                section: FeedMember.section)
            return try readItem(in: source, changingHTML: change, to: entry)
        }
        remark(
            "\"items\" has an object where a list should be; its members are read as the items", at: reader.offset,
            section: FeedMember.section)
        try reader.beginObject(in: source)
        while try reader.nextName(in: source) != nil {
            if try expect(.object, FeedMember.items, in: source) {
                try readItem(in: source, changingHTML: change, to: entry)
            }
        }
    }

    /// Remarks the slips that were read as they are meant, all remarks in the order of the document then.
    mutating func noteSlips() {
        guard !reader.slips.isEmpty else { return }
        for slip in reader.slips {
            remark("\(slip.message); it was read as it is meant", at: slip.offset, section: "RFC 8259")
        }
        remarks = remarks.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
            .map(\.element)
    }

    /// Remarks a member that an object has twice.
    mutating func remark(repeated member: some JSONFeedMember, at offset: Int) {
        let reading = member.rawValue == FeedMember.items.rawValue ? "both are read" : "the last one counts"
        remark("\"\(member.rawValue)\" stands here for the second time; \(reading)", at: offset, section: "RFC 8259 §4")
    }
}

// MARK: - Private

extension JSONFeedReader {
    /// Where an item stands: in a list in the feed's object.
    private static let list = [true, false]

    /// The next object that is an item for certain, and that can be read.
    ///
    /// An item that can't be read may have hidden where it ends, so every object behind a bracket is looked at; how much
    /// is read again in all is bounded.
    private mutating func nextItem(from start: Int, in source: Span<UInt8>) -> Int? {
        var position = start
        while let bracket = source.firstIndex(of: UInt8(ascii: "{"), from: position), bytesReadAgain < source.count * 4
        {
            position = bracket + 1
            guard bracket > start, follows(bracket, in: source) else { continue }
            var probe = reader
            probe.move(to: bracket, within: Self.list)
            let isItem = Self.isItem(&probe, in: source)
            bytesReadAgain += max(probe.offset - bracket, 64)
            if isItem { return bracket }
        }
        return nil
    }

    /// Whether a bracket stands where an element of a list of objects begins that is not the first.
    private func follows(_ bracket: Int, in source: Span<UInt8>) -> Bool {
        var at = bracket - 1
        while at >= 0, source[at].isJSONSpace || source[at] == UInt8(ascii: ",") || source[at] == UInt8(ascii: ";") {
            at -= 1
        }
        guard at >= 0, source[at] == UInt8(ascii: "}") else { return false }
        at = bracket + 1
        while at < source.count, source[at].isJSONSpace { at += 1 }
        return at < source.count && source[at] == UInt8(ascii: "\"")
    }

    /// Whether an object can be read and has a member that only items have.
    private static func isItem(_ probe: inout JSONReader, in source: Span<UInt8>) -> Bool {
        var isItem = false
        do throws(JSONSyntaxError) {
            try probe.beginObject(in: source)
            while let name = try probe.nextName(in: source) {
                switch ItemMember.table[name, source] {
                case .id, .contentHTML, .contentText, .summary, .datePublished, .dateModified, .externalURL:
                    isItem = true
                default: break
                }
                try probe.skipValue(in: source)
            }
            return isItem
        } catch {
            return false
        }
    }

    /// Whether the object that comes next has objects for members whose names no item has.
    private func isMapOfItems(in source: Span<UInt8>) throws(JSONSyntaxError) -> Bool {
        var probe = reader
        try probe.beginObject(in: source)
        guard let name = try probe.nextName(in: source), ItemMember.table[name, source] == nil,
            !name.hasFirst(UInt8(ascii: "_"), in: source)
        else { return false }
        return try probe.peek(in: source) == .object
    }

    /// Where the list under `items` begins, behind its bracket.
    private func listOfItems(from start: Int, in source: Span<UInt8>) -> Int? {
        var position = start
        while let name = source.firstIndex(of: "\"items\"", from: position) {
            position = name + 7
            var at = position
            while at < source.count, source[at].isJSONSpace { at += 1 }
            guard at < source.count, source[at] == UInt8(ascii: ":") else { continue }
            at += 1
            while at < source.count, source[at].isJSONSpace { at += 1 }
            if at < source.count, source[at] == UInt8(ascii: "[") { return at + 1 }
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
