import FeedText

extension HTMLScanner {
    /// Reads on to the next start tag with attributes; false at the end.
    mutating func nextTagWithAttributes(in bytes: Span<UInt8>) -> Bool {
        while true {
            passBareTags(in: bytes)
            guard let token = next(in: bytes) else { return false }
            if case .startTag = token, !attributes.isEmpty { return true }
        }
    }

    /// Moves over text and over tags that are a name in brackets and change nothing for what follows, `<p>` and `</p>`:
    /// most tags are, and need not be taken apart.
    private mutating func passBareTags(in bytes: Span<UInt8>) {
        guard foreignDepth == 0, content == .markup || content == .void else { return }
        while let opening = bytes.firstIndex(of: UInt8(ascii: "<"), from: position) {
            position = opening
            var end = opening + 1
            let isEndTag = end < bytes.count && bytes[end] == UInt8(ascii: "/")
            if isEndTag { end += 1 }
            let name = end
            while end < bytes.count, bytes[end].isASCIILetter || (bytes[end].isASCIIDigit && end > name) { end += 1 }
            guard end < bytes.count, bytes[end] == UInt8(ascii: ">"), end > name else { return }
            // No name of a single letter takes anything away.
            if !isEndTag, end > name + 1 {
                let element = HTMLElement.named(HTMLName(bytes, in: name..<end))
                guard element.leavesContentAsItIs else { return }
            }
            position = end + 1
        }
        position = bytes.count
    }
}
