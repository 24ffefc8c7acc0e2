internal import FeedText
internal import TributaryPluginKit

/// One line of a head as bytes.
///
/// Received values become strings with one scalar per byte, so that validators go back as they came.
enum HeadField {
    /// The bytes of a value: one per scalar where that is possible, UTF-8 where the value is text of our own.
    static func bytes(of value: String) -> [UInt8] {
        let isASCII = value.utf8.allSatisfy { $0 < 0x80 }
        guard !isASCII, value.unicodeScalars.allSatisfy({ $0.value < 0x100 }) else { return Array(value.utf8) }
        return value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    /// The line that curl takes for a field; what could end the line is left out.
    static func line(_ field: HTTPField) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(field.name.utf8.count + field.value.utf8.count + 3)
        for byte in bytes(of: field.name) where byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: ":") {
            line.append(byte)
        }
        let nameLength = line.count
        line += ": ".utf8
        for byte in bytes(of: field.value) where byte >= 0x20 || byte == UInt8(ascii: "\t") { line.append(byte) }
        guard line.count == nameLength + 2 else { return line }
        // curl removes a field without a value, unless a semicolon stands in place of the colon.
        line.replaceSubrange(nameLength..., with: ";".utf8)
        return line
    }

    /// The field in a received line; nil where there is no colon.
    static func field(in line: Span<UInt8>) -> HTTPField? {
        var colon = 0
        while colon < line.count, line[colon] != UInt8(ascii: ":") { colon += 1 }
        guard colon > 0, colon < line.count else { return nil }
        return HTTPField(name: text(in: line, 0..<colon), value: text(in: line, (colon + 1)..<line.count))
    }

    /// Whether a line goes on with the value of the one before it (`obs-fold`, RFC 9112 §5.2).
    static func isContinuation(_ line: Span<UInt8>) -> Bool {
        line.count > 0 && (line[0] == 0x20 || line[0] == UInt8(ascii: "\t"))
    }

    /// The value with what a further line adds: one space stands for the fold.
    static func value(_ value: String, continuedBy line: Span<UInt8>) -> String {
        let more = text(in: line, 0..<line.count)
        return value.isEmpty || more.isEmpty ? value + more : "\(value) \(more)"
    }

    /// The bytes as one scalar each, without white space around them.
    private static func text(in line: Span<UInt8>, _ range: Range<Int>) -> String {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, isSpace(line[start]) { start += 1 }
        while start < end, isSpace(line[end - 1]) { end -= 1 }
        let value = line.extracting(start..<end)
        if UTF8Validation.endOfASCII(value) == value.count { return value.text(in: value.indices) }
        var text = ""
        for index in value.indices { text.unicodeScalars.append(Unicode.Scalar(value[index])) }
        return text
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
