import FeedText

/// Collects text and decides what stands between two pieces of it: nothing, a space, a new line or a new paragraph.
struct TextFlow {
    private enum Gap: Int, Comparable {
        case none
        case space
        case line
        case paragraph

        static func < (left: Gap, right: Gap) -> Bool { left.rawValue < right.rawValue }
    }

    /// Whether white space is text, as inside `pre`; has no effect on a single line.
    var keepsSpace = false
    private let layout: HTMLText.Layout
    private var bytes: [UInt8] = []
    private var gap = Gap.none

    init(layout: HTMLText.Layout, capacity: Int) {
        self.layout = layout
        bytes.reserveCapacity(capacity)
    }

    /// All that was appended, without white space at either end.
    var text: String {
        var end = bytes.count
        while let shorter = TextFlow.endWithoutSpace(bytes, end: end) { end = shorter }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    /// Appends text, collapsing its white space.
    mutating func append(_ text: Span<UInt8>) {
        if keepsSpace, layout == .paragraphs { return appendVerbatim(text) }
        var position = 0
        while position < text.count {
            if text[position].isASCIIWhitespace {
                gap = max(gap, .space)
                position += 1
                continue
            }
            let start = position
            while position < text.count, !text[position].isASCIIWhitespace { position += 1 }
            appendWord(text.extracting(start..<position))
        }
    }

    /// Notes that a tag stands here.
    mutating func interrupt(_ flow: HTMLElement.Flow) {
        switch flow {
        case .inline: return
        case .cell: gap = max(gap, .space)
        case .block: gap = max(gap, .line)
        case .lineBreak: gap = gap >= .line ? .paragraph : .line
        case .paragraph: gap = .paragraph
        }
    }
}

extension TextFlow {
    private mutating func appendWord(_ word: Span<UInt8>) {
        var start = 0
        if bytes.isEmpty || gap >= .line {
            while TextFlow.isNoBreakSpace(word, at: start) { start += 2 }
            if start == word.count { return }
        }
        closeGap()
        for position in start..<word.count { bytes.append(word[position]) }
    }

    private mutating func appendVerbatim(_ text: Span<UInt8>) {
        var position = 0
        // The white space before the first line is the source's; a gap already parts it from what came before.
        if gap > .none || bytes.isEmpty {
            var lineStart = 0
            while position < text.count, text[position].isASCIIWhitespace {
                position += 1
                if text[position - 1] == UInt8(ascii: "\n") { lineStart = position }
            }
            if position == text.count { return }
            position = lineStart
        }
        closeGap()
        while position < text.count {
            if text[position] != UInt8(ascii: "\r") { bytes.append(text[position]) }
            position += 1
        }
    }

    private mutating func closeGap() {
        defer { gap = .none }
        guard gap > .none, !bytes.isEmpty else { return }
        if layout == .singleLine || gap == .space {
            bytes.append(UInt8(ascii: " "))
            return
        }
        while let end = TextFlow.endWithoutSpace(bytes, end: bytes.count) { bytes.removeLast(bytes.count - end) }
        bytes.append(UInt8(ascii: "\n"))
        if gap == .paragraph { bytes.append(UInt8(ascii: "\n")) }
    }

    private static func isNoBreakSpace(_ bytes: Span<UInt8>, at position: Int) -> Bool {
        position + 1 < bytes.count && bytes[position] == 0xC2 && bytes[position + 1] == 0xA0
    }

    /// The end without the white space or no-break space before it; nil if there is none.
    private static func endWithoutSpace(_ bytes: [UInt8], end: Int) -> Int? {
        if end > 0, bytes[end - 1].isASCIIWhitespace { return end - 1 }
        if end > 1, bytes[end - 2] == 0xC2, bytes[end - 1] == 0xA0 { return end - 2 }
        return nil
    }
}
