import FeedText

/// The line of a text around a byte, as wide as a terminal shows it, and the column of the byte.
struct SourceExcerpt {
    /// The line, or as much of it as there is room for; what can't be seen is replaced by what can.
    let line: String
    /// How many columns stand before the byte.
    let caret: Int

    /// Cuts a line out.
    ///
    /// - Parameters:
    ///   - text: valid UTF-8.
    ///   - offset: the byte; behind the end of the text is its end.
    ///   - columns: how many columns there are, at least 20.
    init(of text: Span<UInt8>, around offset: Int, columns: Int) {
        let offset = Self.start(ofScalarAt: min(max(offset, 0), text.count), in: text)
        // No character takes less than a quarter of a column a byte, but for marks, which may be cut.
        let reach = columns * 4
        var start = offset
        while start > 0, offset - start < reach, !text[start - 1].endsLine { start -= 1 }
        start = Self.start(ofScalarAt: start, in: text)
        var end = offset
        while end < text.count, end - offset < reach, !text[end].endsLine { end += 1 }
        if end < text.count { end = Self.start(ofScalarAt: end, in: text) }

        var before = Self.shown(text.text(in: start..<offset), from: 0)
        let isCut = start > 0 && !text[start - 1].endsLine
        let room = columns * 2 / 3
        var width = DisplayWidth.columns(of: before)
        if isCut || width > room {
            while width > room - 1, let first = before.first {
                width -= DisplayWidth.columns(of: first)
                before.removeFirst()
            }
            before = "…" + before
            width = DisplayWidth.columns(of: before)
        }
        caret = width
        let after = Self.shown(text.text(in: offset..<end), from: width)
        line = before + DisplayWidth.truncated(after, toColumns: columns - width)
    }
}

extension SourceExcerpt {
    /// The text with tabs as spaces and characters that can't be seen as pictures of them.
    private static func shown(_ text: String, from column: Int) -> String {
        var shown = ""
        var width = column
        for character in text {
            let replacement: String
            if character == "\t" {
                replacement = String(repeating: " ", count: 4 - width % 4)
            } else if let byte = character.asciiValue, byte < 0x20 {
                replacement = Unicode.Scalar(0x2400 + UInt32(byte)).map { String(Character($0)) } ?? "\u{FFFD}"
            } else {
                let own = String(character)
                replacement = DisplayText.printable(own) == own ? own : "\u{FFFD}"
            }
            shown += replacement
            width += DisplayWidth.columns(of: replacement)
        }
        return shown
    }

    private static func start(ofScalarAt offset: Int, in text: Span<UInt8>) -> Int {
        var start = offset
        while start > 0, start < text.count, text[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }
}

extension UInt8 {
    fileprivate var endsLine: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
