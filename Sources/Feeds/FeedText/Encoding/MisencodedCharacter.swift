/// What programs that know UTF-16 only write into UTF-8: half a character each in three bytes (CESU-8, Unicode Technical
/// Report 26), and U+0000 in two, as Java does.
struct MisencodedCharacter {
    /// How many bytes it takes.
    let length: Int
    /// The character that two halves make; nil for a half alone, and for U+0000, which no text may hold.
    let scalar: UInt32?

    /// What begins at `index`; nil if that is none of these.
    init?(at index: Int, in bytes: Span<UInt8>) {
        guard bytes[index] == 0xED else {
            guard bytes[index] == 0xC0, index + 1 < bytes.count, bytes[index + 1] == 0x80 else { return nil }
            (length, scalar) = (2, nil)
            return
        }
        guard let first = MisencodedCharacter.half(at: index, in: bytes) else { return nil }
        if first < 0xDC00, let second = MisencodedCharacter.half(at: index + 3, in: bytes), second >= 0xDC00 {
            (length, scalar) = (6, 0x1_0000 + (first & 0x3FF) << 10 + second & 0x3FF)
        } else {
            (length, scalar) = (3, nil)
        }
    }

    /// The surrogate that three bytes spell.
    private static func half(at index: Int, in bytes: Span<UInt8>) -> UInt32? {
        guard index + 2 < bytes.count, bytes[index] == 0xED, (0xA0...0xBF).contains(bytes[index + 1]),
            (0x80...0xBF).contains(bytes[index + 2])
        else { return nil }
        return 0xD000 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
    }
}
