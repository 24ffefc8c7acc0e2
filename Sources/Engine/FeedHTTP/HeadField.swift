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
        let name = bytes(of: field.name).filter { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
        let value = bytes(of: field.value).filter { $0 >= 0x20 || $0 == UInt8(ascii: "\t") }
        // curl removes a field without a value, unless a semicolon stands in place of the colon.
        return value.isEmpty ? name + [UInt8(ascii: ";")] : name + Array(": ".utf8) + value
    }

    /// The field in a received line; nil where there is no colon.
    static func field(in line: Span<UInt8>) -> HTTPField? {
        var colon = 0
        while colon < line.count, line[colon] != UInt8(ascii: ":") { colon += 1 }
        guard colon > 0, colon < line.count else { return nil }
        return HTTPField(name: text(in: line, 0..<colon), value: text(in: line, (colon + 1)..<line.count))
    }

    /// The bytes as one scalar each, without white space around them.
    private static func text(in line: Span<UInt8>, _ range: Range<Int>) -> String {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, isSpace(line[start]) { start += 1 }
        while start < end, isSpace(line[end - 1]) { end -= 1 }
        var text = ""
        for index in start..<end { text.unicodeScalars.append(Unicode.Scalar(line[index])) }
        return text
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
