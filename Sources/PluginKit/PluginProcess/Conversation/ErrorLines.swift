import FeedText
import LocalSystem
import TributaryPluginKit

/// What a program says on standard error, as diagnostics: a note per line, and not too many.
struct ErrorLines {
    /// How many lines of one process are passed on.
    private static let limit = 20
    /// How many characters of a line.
    private static let width = 500

    /// The last line that says something; a crash is best told with it.
    private(set) var last: String?
    private var buffer = LineBuffer()
    private var count = 0

    /// Takes bytes and says which lines are whole.
    mutating func take(_ bytes: [UInt8], isEnd: Bool) -> [Diagnostic] {
        buffer.append(bytes)
        var lines: [[UInt8]] = []
        while let line = buffer.next() { lines.append(line) }
        if isEnd || buffer.count > 1 << 16 { lines.append(buffer.takeRest()) }
        return lines.compactMap { note($0) }
    }

    private mutating func note(_ line: [UInt8]) -> Diagnostic? {
        let text = String(DisplayText.singleLine(String(decoding: line, as: UTF8.self)).prefix(Self.width))
        guard !text.isEmpty else { return nil }
        last = text
        count += 1
        switch count {
        case ...Self.limit: return Diagnostic(.note, text)
        case Self.limit + 1: return Diagnostic(.note, "it says more on standard error, which is passed over")
        default: return nil
        }
    }
}
