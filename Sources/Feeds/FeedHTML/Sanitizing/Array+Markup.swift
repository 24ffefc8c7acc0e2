extension [UInt8] {
    /// Appends characters as a text in HTML.
    ///
    /// Line ends become line feeds; other control characters, which HTML has no place for, are left out.
    package mutating func appendText(_ characters: Span<UInt8>) {
        appendEscaped(characters, inAttribute: false)
    }

    /// Appends an attribute behind the name of a tag.
    package mutating func appendAttribute(_ name: String, _ value: Span<UInt8>) {
        append(UInt8(ascii: " "))
        append(contentsOf: name.utf8)
        append(contentsOf: "=\"".utf8)
        appendEscaped(value, inAttribute: true)
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ characters: Span<UInt8>, inAttribute: Bool) {
        var index = 0
        while index < characters.count {
            let byte = characters[index]
            index += 1
            switch byte {
            case UInt8(ascii: "&"): append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\"") where inAttribute: append(contentsOf: "&quot;".utf8)
            // Old browsers took it for a quote.
            case UInt8(ascii: "`") where inAttribute: append(contentsOf: "&#96;".utf8)
            case 0xC2 where index < characters.count && characters[index] == 0xA0:
                append(contentsOf: "&nbsp;".utf8)
                index += 1
            case UInt8(ascii: "\r"):
                if index < characters.count, characters[index] == UInt8(ascii: "\n") { continue }
                append(UInt8(ascii: "\n"))
            case 0x09, 0x0A, 0x0C: append(byte)
            case 0..<0x20, 0x7F: continue
            default: append(byte)
            }
        }
    }
}
