/// A place in a text for people: lines and columns count from 1, columns in Unicode scalars.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// The column in Unicode scalars, from 1.
    public var column: Int

    /// A place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// `line:column`.
    public var description: String { "\(line):\(column)" }
}

/// Turns byte offsets into lines and columns; made only where a message needs one.
///
/// A line ends with `\n`, `\r\n` or `\r`. A byte order mark at the beginning takes no column.
public struct SourcePlaces: Sendable {
    private let bytes: [UInt8]
    private let lineStarts: [Int]

    /// The places of a source: one pass over its bytes.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let source = bytes.span
        var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        for index in 0..<source.count {
            switch source[index] {
            case UInt8(ascii: "\n"): starts.append(index &+ 1)
            case UInt8(ascii: "\r"):
                if index &+ 1 == source.count || source[index &+ 1] != UInt8(ascii: "\n") {
                    starts.append(index &+ 1)
                }
            default: break
            }
        }
        lineStarts = starts
    }

    /// The line and column of a byte; an offset beyond the end counts as the end.
    public func place(at offset: Int) -> SourcePlace {
        let line = lineIndex(at: offset)
        let start = lineStarts[line]
        let end = max(start, min(offset, bytes.count))
        return SourcePlace(line: line + 1, column: bytes[start..<end].count { $0 & 0xC0 != 0x80 } + 1)
    }

    /// The line in which a byte stands, without its line break.
    public func line(at offset: Int) -> String {
        let line = lineIndex(at: offset)
        let end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
        let content = bytes[lineStarts[line]..<end]
        let breaks = content.reversed().prefix { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.count
        return String(decoding: content.dropLast(breaks), as: UTF8.self)
    }

    /// The last line that starts at or before an offset, from 0.
    private func lineIndex(at offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
