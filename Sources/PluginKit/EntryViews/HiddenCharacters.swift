/// Characters that steer a terminal, reorder text or can't be seen, found in UTF-8 without decoding it.
package enum HiddenCharacters {
    /// The length in bytes of such a character at a position; nil if there is none.
    ///
    /// They are the C1 controls, DEL, bidirectional marks, embeddings and isolates, zero-width space and no-break space,
    /// and the separators of lines and paragraphs. The joiners of emoji and of Indic and Persian words are none.
    static func length(at position: Int, in bytes: Span<UInt8>) -> Int? {
        func byte(_ offset: Int) -> UInt8 { position + offset < bytes.count ? bytes[position + offset] : 0 }
        switch bytes[position] {
        case 0x7F: return 1
        case 0xC2: return byte(1) >= 0x80 && byte(1) < 0xA0 ? 2 : nil
        case 0xD8: return byte(1) == 0x9C ? 2 : nil  // U+061C
        case 0xE2:
            switch (byte(1), byte(2)) {
            // U+200B, U+200E and U+200F, U+2028 to U+202E, U+2060 to U+206F.
            case (0x80, 0x8B), (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA0...0xAF): return 3
            default: return nil
            }
        case 0xEF: return byte(1) == 0xBB && byte(2) == 0xBF ? 3 : nil  // U+FEFF
        default: return nil
        }
    }

    /// The same JSON with these characters escaped, so that no text is changed.
    package static func escaped(inJSON json: [UInt8]) -> [UInt8] {
        let source = json.span
        var escaped: [UInt8] = []
        escaped.reserveCapacity(source.count + 1)
        var position = 0
        while position < source.count {
            // Beyond ASCII there are only strings in JSON, where an escape may always stand for a character.
            guard let length = length(at: position, in: source) else {
                escaped.append(source[position])
                position += 1
                continue
            }
            for unit in String(decoding: json[position..<position + length], as: UTF8.self).utf16 {
                let digits = String(unit, radix: 16)
                escaped.append(contentsOf: "\\u".utf8)
                escaped.append(contentsOf: String(repeating: "0", count: 4 - digits.count).utf8)
                escaped.append(contentsOf: digits.utf8)
            }
            position += length
        }
        return escaped
    }
}
