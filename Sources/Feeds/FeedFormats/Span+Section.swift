import FeedText

extension Span<UInt8> {
    /// The part between `<![CDATA[` and `]]>` of a text that is wholly in one section, as text is where a program has
    /// escaped what was meant for XML; else all of it.
    var textOfSection: Range<Int> {
        guard count >= 12, self[0] == UInt8(ascii: "<"), starts(with: "<![CDATA["), starts(with: "]]>", at: count - 3)
        else { return 0..<count }
        var bracket = firstIndex(of: UInt8(ascii: "]"), from: 9)
        while let place = bracket, place < count - 3 {
            if starts(with: "]]>", at: place) { return 0..<count }
            bracket = firstIndex(of: UInt8(ascii: "]"), from: place + 1)
        }
        return 9..<count - 3
    }
}
