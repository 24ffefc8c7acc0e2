/// Adds elements to an array in a JSON text that a person keeps: comments, order, layout and every other byte stay.
///
/// New elements are laid out as the ones before them are: on lines of their own with the same indentation, or within
/// the line; with a trailing comma where there was one.
public struct JSONArrayEditor: Sendable {
    /// A text to put in at a place, which is in bytes from the start of the source.
    private typealias Insertion = (offset: Int, text: [UInt8])

    private let bytes: [UInt8]
    private let options: JSONReadingOptions
    private let root: JSONNode

    /// An editor of a text.
    ///
    /// - Throws: where the text is no JSON, or has comments or trailing commas that the options do not allow.
    public init(_ bytes: [UInt8], options: JSONReadingOptions = []) throws(JSONSyntaxError) {
        self.bytes = bytes
        self.options = options
        root = try JSONNode(parsing: bytes, options: options)
    }

    /// The text with elements added at the end of the array that is reached by the names of members.
    ///
    /// - Returns: nil where there is no array at the path.
    public func appending(_ elements: [JSONValue], toArrayAt path: [String]) -> [UInt8]? {
        var node = root
        for name in path {
            guard let member = node.member(name) else { return nil }
            node = member.value
        }
        guard case .array(let present) = node.content, let end = end(of: node) else { return nil }
        guard !elements.isEmpty else { return bytes }
        let texts = elements.map { $0.bytes(layout: .spaced) }
        if let last = present.last, let lastEnd = self.end(of: last) {
            let before = present.dropLast().last.flatMap(self.end) ?? node.offset + 1
            return applying(insertions(of: texts, after: last.offset..<lastEnd, behind: before, closing: end - 1))
        }
        return applying([insertion(of: texts, intoEmpty: node.offset..<end)])
    }
}

// MARK: - Private

extension JSONArrayEditor {
    /// The place behind a value.
    private func end(of node: JSONNode) -> Int? {
        let source = bytes.span.extracting(node.offset...)
        var reader = JSONReader(source, options: options)
        do throws(JSONSyntaxError) {
            try reader.skipValue(in: source)
            return node.offset + reader.offset
        } catch {
            return nil
        }
    }

    /// What has to be put in behind the last element.
    ///
    /// - Parameters:
    ///   - last: where the last element stands.
    ///   - before: where the one before it ends, or the bracket.
    ///   - closing: where the closing bracket stands.
    private func insertions(
        of texts: [[UInt8]], after last: Range<Int>, behind before: Int, closing: Int
    ) -> [Insertion] {
        let comma = comma(from: last.upperBound, to: closing)
        var anchor = comma.map { $0 + 1 } ?? last.upperBound
        let lineBreak = indentedLineBreak(before: last.lowerBound)
        if lineBreak != nil { anchor = lineEnd(from: anchor, to: closing) }
        let separator = lineBreak ?? gap(in: before..<last.lowerBound)
        var added: [UInt8] = []
        for (index, text) in texts.enumerated() {
            added += separator + text
            if comma != nil || index < texts.count - 1 { added.append(UInt8(ascii: ",")) }
        }
        let insertion = (anchor, added)
        return comma == nil ? [(last.upperBound, [UInt8(ascii: ",")]), insertion] : [insertion]
    }

    /// What has to be put into an array without elements, which may hold comments.
    private func insertion(of texts: [[UInt8]], intoEmpty array: Range<Int>) -> Insertion {
        let closing = array.upperBound - 1
        var blank = closing
        while blank > array.lowerBound + 1, isBlank(bytes[blank - 1]) { blank -= 1 }
        // A comment in front of the bracket may need the line break for its end.
        let lastBreak = bytes[blank..<closing].last(where: isLineBreak)
        guard let outer = lineBreak(ofLineWith: array.lowerBound), lastBreak != nil || texts.count > 1 else {
            let isSpaced = blank > array.lowerBound + 1
            return (blank, (isSpaced ? [UInt8(ascii: " ")] : []) + texts.joined(separator: Array(", ".utf8)))
        }
        let unit = indentationUnit
        var added: [UInt8] = []
        for (index, text) in texts.enumerated() {
            added += outer + unit + text
            if index < texts.count - 1 { added.append(UInt8(ascii: ",")) }
        }
        if lastBreak == nil { added += outer }
        return (blank, added)
    }

    private func applying(_ insertions: [Insertion]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + insertions.reduce(0) { $0 + $1.text.count })
        var position = 0
        for insertion in insertions {
            result += bytes[position..<insertion.offset]
            result += insertion.text
            position = insertion.offset
        }
        return result + bytes[position...]
    }
}

// MARK: - Layout

extension JSONArrayEditor {
    /// Where the comma stands in what follows an element, comments left out.
    private func comma(from start: Int, to end: Int) -> Int? {
        var position = start
        while position < end, bytes[position] != UInt8(ascii: ",") {
            position = bytes[position] == UInt8(ascii: "/") ? endOfComment(at: position) : position + 1
        }
        return position < end ? position : nil
    }

    /// The end of the line with all comments that begin in it; where the bracket stands in it, the start itself.
    private func lineEnd(from start: Int, to end: Int) -> Int {
        var position = start
        while position < end {
            switch bytes[position] {
            case let byte where isLineBreak(byte): return position
            case UInt8(ascii: "/"): position = endOfComment(at: position)
            default: position += 1
            }
        }
        return start
    }

    /// The place behind a comment; for one that goes to the end of its line that of the line break.
    private func endOfComment(at start: Int) -> Int {
        let isLine = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/")
        var position = start + 2
        while position < bytes.count {
            if isLine, isLineBreak(bytes[position]) { return position }
            if !isLine, bytes[position] == UInt8(ascii: "/"), position > start + 2,
                bytes[position - 1] == UInt8(ascii: "*")
            {
                return position + 1
            }
            position += 1
        }
        return bytes.count
    }

    /// The line break and the indentation right before a place; nil where something else stands between them.
    private func indentedLineBreak(before position: Int) -> [UInt8]? {
        var start = position
        while start > 0, bytes[start - 1] == UInt8(ascii: " ") || bytes[start - 1] == UInt8(ascii: "\t") { start -= 1 }
        guard start > 0, isLineBreak(bytes[start - 1]) else { return nil }
        start -= 1
        if bytes[start] == UInt8(ascii: "\n"), start > 0, bytes[start - 1] == UInt8(ascii: "\r") { start -= 1 }
        return Array(bytes[start..<position])
    }

    /// The line break before the line in which a place is, with that line's indentation; nil in a text of one line.
    private func lineBreak(ofLineWith position: Int) -> [UInt8]? {
        var lineStart = position
        while lineStart > 0, !isLineBreak(bytes[lineStart - 1]) { lineStart -= 1 }
        var end = lineStart
        while end < position, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") { end += 1 }
        if let lineBreak = indentedLineBreak(before: end) { return lineBreak }
        guard let first = bytes.first(where: isLineBreak) else { return nil }
        return [first] + bytes[lineStart..<end]
    }

    /// The white space that parts two elements of a line.
    private func gap(in range: Range<Int>) -> [UInt8] {
        let isTight = bytes[range].first == UInt8(ascii: ",") && range.count == 1
        return isTight ? [] : [UInt8(ascii: " ")]
    }

    /// What a level of the text is indented by: as its first member is, else two spaces.
    private var indentationUnit: [UInt8] {
        let standard = Array("  ".utf8)
        guard case .object(let members) = root.content, let first = members.first,
            let lineBreak = indentedLineBreak(before: first.nameOffset)
        else { return standard }
        let indentation = lineBreak.drop(while: isLineBreak)
        return indentation.isEmpty ? standard : Array(indentation)
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || isLineBreak(byte)
    }

    private func isLineBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}
