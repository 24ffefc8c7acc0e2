import FeedText

/// The ways in which mail writes what is not ASCII: encoded words in headers, quoted-printable and base64 in bodies.
enum MailEncoding {
    /// The most characters of an encoded word, and of a line of a body (RFC 2047 §2, RFC 2045 §6.7 and §6.8).
    private static let wordLimit = 75
    private static let lineLimit = 76

    // MARK: Headers

    /// A text as encoded words (RFC 2047), each whole by itself; no character is cut in two.
    static func encodedWords(_ text: String) -> [String] {
        let room = wordLimit - "=?UTF-8?Q??=".utf8.count
        let isShortInQ = text.utf8.reduce(0) { $0 + (isPlainInWord($1) ? 1 : 3) } <= (text.utf8.count * 4 + 2) / 3
        var words: [String] = []
        var bytes: [UInt8] = []
        var size = 0
        func close() {
            guard !bytes.isEmpty else { return }
            words.append(isShortInQ ? "=?UTF-8?Q?\(quoted(bytes))?=" : "=?UTF-8?B?\(Base64.encode(bytes))?=")
            bytes = []
            size = 0
        }
        for scalar in text.unicodeScalars {
            let encoded = Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            let added = isShortInQ ? encoded.reduce(0) { $0 + (isPlainInWord($1) ? 1 : 3) } : encoded.count
            if size + added > (isShortInQ ? room : room / 4 * 3) { close() }
            bytes += encoded
            size += added
        }
        close()
        return words
    }

    /// What a Q-encoded word may hold as it is, in a phrase too (RFC 2047 §5.3).
    private static func isPlainInWord(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: " ") || "!*+-/".utf8.contains(byte)
    }

    private static func quoted(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            if byte == UInt8(ascii: " ") {
                text.append(UInt8(ascii: "_"))
            } else if isPlainInWord(byte) {
                text.append(byte)
            } else {
                text.append(escaping: byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    // MARK: Bodies

    /// A text's lines as quoted-printable (RFC 2045 §6.7), where most is ASCII, else as base64 (§6.8).
    ///
    /// - Returns: the encoding's name and the lines, without ends. A line of text ends with a line feed.
    static func body(_ text: String) -> (encoding: String, lines: [[UInt8]]) {
        let foreign = text.utf8.reduce(0) { $0 + ($1 >= 0x80 ? 1 : 0) }
        guard foreign * 6 <= text.utf8.count else { return ("base64", base64Lines(text)) }
        var lines: [[UInt8]] = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            appendQuotedPrintable(line, to: &lines)
        }
        // The last line's end ends the part.
        if lines.last?.isEmpty == true { lines.removeLast() }
        return ("quoted-printable", lines)
    }

    private static func base64Lines(_ text: String) -> [[UInt8]] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 64)
        for byte in text.utf8 {
            // In base64 a line of text ends as mail wants it (RFC 2045 §6.8).
            if byte == UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\r")) }
            bytes.append(byte)
        }
        let encoded = Array(Base64.encode(bytes).utf8)
        return stride(from: 0, to: encoded.count, by: lineLimit).map {
            Array(encoded[$0..<min($0 + lineLimit, encoded.count)])
        }
    }

    private static func appendQuotedPrintable(_ text: Substring.UTF8View, to lines: inout [[UInt8]]) {
        var line: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            let next = text.index(after: index)
            let isLast = next == text.endIndex
            let isSpace = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
            let isPlain = isSpace ? !isLast : byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "=")
            // A line that goes on ends with a sign of its own.
            if line.count + (isPlain ? 1 : 3) > lineLimit - (isLast ? 0 : 1) {
                lines.append(line + [UInt8(ascii: "=")])
                line = []
            }
            if isPlain { line.append(byte) } else { line.append(escaping: byte) }
            index = next
        }
        lines.append(line)
    }
}

extension [UInt8] {
    /// Appends a byte as `=` and two digits.
    fileprivate mutating func append(escaping byte: UInt8) {
        append(UInt8(ascii: "="))
        for digit in [byte >> 4, byte & 15] { append(digit < 10 ? 0x30 + digit : UInt8(ascii: "A") + digit - 10) }
    }
}
