import FeedText

/// Text in the head of a message, with its encoded words (RFC 2047).
enum MailWords {
    /// The text that is meant; bytes beyond ASCII that stand there by themselves are taken for what they most likely are.
    ///
    /// White space between encoded words is none, and a character that was cut into two of them is put together again.
    ///
    /// - Parameter charset: that of bytes beyond ASCII, if they fit it.
    static func decoded(_ bytes: [UInt8], charset: String? = nil) -> String {
        guard bytes.contains(UInt8(ascii: "=")) else { return text(bytes, charset: charset) }
        var out = ""
        var plain = 0
        var position = 0
        var pending: (charset: String, bytes: [UInt8])?
        func flush() {
            if let word = pending { out += text(word.bytes, charset: word.charset) }
            pending = nil
        }
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "=")) {
            guard let word = word(at: start, in: bytes) else {
                position = start + 1
                continue
            }
            let between = bytes[plain..<start]
            if pending == nil || !between.allSatisfy(\.isASCIIWhitespace) {
                flush()
                out += text(Array(between), charset: charset)
            }
            if let last = pending, last.charset.equalsIgnoringASCIICase(word.charset) {
                pending = (last.charset, last.bytes + word.bytes)
            } else {
                flush()
                pending = (word.charset, word.bytes)
            }
            position = word.end
            plain = word.end
        }
        flush()
        return out + text(Array(bytes[plain...]), charset: charset)
    }

    /// Bytes in a charset as text; without one in whatever they most likely are.
    static func text(_ bytes: [UInt8], charset: String? = nil) -> String {
        String(decoding: CharsetDecoder.decode(bytes, transportCharset: charset, kind: .plain).utf8, as: UTF8.self)
    }

    /// The encoded word `=?charset?encoding?text?=` that begins at a place; nil where there is none.
    private static func word(at start: Int, in bytes: [UInt8]) -> (charset: String, bytes: [UInt8], end: Int)? {
        guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "?"),
            let charsetEnd = question(in: bytes, from: start + 2, atMost: 60), charsetEnd + 2 < bytes.count,
            bytes[charsetEnd + 2] == UInt8(ascii: "?")
        else { return nil }
        let textStart = charsetEnd + 3
        // Some programs leave spaces within, and write longer words than allowed.
        guard let textEnd = question(in: bytes, from: textStart, atMost: 4000), textEnd + 1 < bytes.count,
            bytes[textEnd + 1] == UInt8(ascii: "=")
        else { return nil }
        let written = Array(bytes[textStart..<textEnd])
        let decoded: [UInt8]
        switch bytes[charsetEnd + 1].asciiLowercased {
        case UInt8(ascii: "b"): decoded = TransferCoding.base64(written.span)
        case UInt8(ascii: "q"): decoded = TransferCoding.quotedPrintable(written.span, isWord: true)
        default: return nil
        }
        // A language may stand behind the charset (RFC 2231 §5).
        let charset = bytes[(start + 2)..<charsetEnd].prefix { $0 != UInt8(ascii: "*") }
        return (String(decoding: charset, as: UTF8.self), decoded, textEnd + 2)
    }

    private static func question(in bytes: [UInt8], from start: Int, atMost count: Int) -> Int? {
        guard start < bytes.count else { return nil }
        return bytes[start..<min(start + count, bytes.count)].firstIndex(of: UInt8(ascii: "?"))
    }
}
