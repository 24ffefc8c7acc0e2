import FeedText

/// Elements that hold something else than markup (HTML §13.2.5.1 to §13.2.5.31).
extension HTMLScanner {
    /// What the element that has just begun holds, where that isn't markup; nil if the next token is a tag or text.
    mutating func nextOfContent(in bytes: Span<UInt8>) -> Token? {
        let start = position
        switch content {
        case .markup, .void:
            return nil
        case .restOfDocument:
            position = bytes.count
            content = .markup
            return start < position ? .literalText(start..<position) : nil
        case .text, .literalText, .unseen:
            position = endOfRawText(in: bytes)
        case .script:
            position = endOfScript(in: bytes)
        }
        defer { content = .markup }
        switch content {
        case .text: return .text(start..<position)
        case .literalText: return .literalText(start..<position)
        default: return nil
        }
    }

    /// The position of the end tag of the element that has just begun, or the end of the document.
    func endOfRawText(in bytes: Span<UInt8>) -> Int {
        var search = position
        while let opening = bytes.firstIndex(of: UInt8(ascii: "<"), from: search) {
            if isTag("/", at: opening, in: bytes) { return opening }
            search = opening + 1
        }
        return bytes.count
    }

    /// The same for a script: between `<!--` and `-->`, a script within the script has an end tag of its own
    /// (HTML §13.2.5.15 to §13.2.5.31).
    private func endOfScript(in bytes: Span<UInt8>) -> Int {
        var search = position
        var isCommented = false
        var isNested = false
        while search < bytes.count {
            let byte = bytes[search]
            if byte == UInt8(ascii: "<") {
                if !isCommented, bytes.starts(with: "!--", at: search + 1) {
                    isCommented = true
                    search += 2  // The hyphens may be those of the end, as in `<!-->`.
                    continue
                }
                if isTag("/", at: search, in: bytes) {
                    guard isNested else { return search }
                    isNested = false
                } else if isCommented, isTag("", at: search, in: bytes) {
                    isNested = true
                }
            } else if byte == UInt8(ascii: "-"), isCommented, bytes.starts(with: "->", at: search + 1) {
                isCommented = false
                isNested = false
            }
            search += 1
        }
        return bytes.count
    }

    /// Whether a tag with the name of the last one, after `prefix`, begins at the `<` at `opening`.
    private func isTag(_ prefix: StaticString, at opening: Int, in bytes: Span<UInt8>) -> Bool {
        guard bytes.starts(with: prefix, at: opening + 1) else { return false }
        let start = opening + 1 + prefix.utf8CodeUnitCount
        // Sixteen bytes hold every name in question, and the byte behind.
        let limit = min(bytes.count, start + 17)
        var at = start
        while at < limit, !endsName(bytes[at]) { at += 1 }
        return at < limit && HTMLName(bytes, in: start..<at) == tag.name
    }
}
