/// What validating bytes as UTF-8 tells about them; no byte-order mark stands before them.
struct ByteShape {
    let isValidUTF8: Bool
    private(set) var isASCII: Bool
    /// Whether the bytes are ASCII that switches to Japanese character sets.
    let hasEscape: Bool
    /// Well-formed characters beyond ASCII, counted only where something is malformed.
    private var wellFormed = 0
    /// Malformed sequences before the end.
    private var malformed = 0
    /// Whether the bytes end within a character: cut off, if the rest is UTF-8.
    private var endsMalformed = false
    /// Whether some characters have three bytes or more; nil where all bytes are at hand.
    private var hasLongCharacters: Bool?

    /// Whether this is the shape of more bytes than are at hand.
    var isOfMore: Bool { hasLongCharacters != nil }

    /// The shape of bytes that come in pieces, none so far; all are valid UTF-8 without escapes.
    init() {
        (isValidUTF8, isASCII, hasEscape, hasLongCharacters) = (true, true, false, false)
    }

    /// Adds a piece of whole characters.
    mutating func add(valid bytes: Span<UInt8>) {
        guard hasLongCharacters == false, bytes.utf8Kind != .ascii else { return }
        isASCII = false
        hasLongCharacters = bytes.indices.contains { bytes[$0] >= 0xE0 }
    }

    init(_ bytes: Span<UInt8>) {
        let kind = bytes.utf8Kind
        guard kind == .malformed, var found = UTF8Validation.firstMalformed(in: bytes) else {
            isValidUTF8 = true
            isASCII = kind == .ascii
            hasEscape = isASCII && TextEncoding.hasISO2022JPEscape(bytes)
            return
        }
        (isValidUTF8, isASCII, hasEscape) = (false, false, false)
        var start = 0
        while true {
            wellFormed += ByteShape.leadBytes(bytes, in: start..<found.lowerBound)
            if let character = MisencodedCharacter(at: found.lowerBound, in: bytes) {
                // Two halves of a character speak for UTF-8 as a whole one does; one alone says nothing.
                if character.scalar != nil { wellFormed += 1 }
                found = found.lowerBound..<found.lowerBound + character.length
            } else if found.upperBound < bytes.count {
                malformed += 1
            } else {
                endsMalformed = true
            }
            start = found.upperBound
            guard let next = UTF8Validation.firstMalformed(in: bytes, from: start) else { break }
            found = next
        }
        wellFormed += ByteShape.leadBytes(bytes, in: start..<bytes.count)
    }

    /// Whether bytes without a label are UTF-8: at least as much is valid as broken.
    var looksLikeUTF8: Bool { isValidUTF8 || isPossiblyUTF8 && wellFormed > 0 }

    /// Whether bytes that claim it may be UTF-8: a pasted byte or a cut at the end doesn't unmake it.
    private var isPossiblyUTF8: Bool { malformed <= wellFormed }

    /// Whether the bytes can be in an encoding that a label names.
    func allows(_ encoding: TextEncoding, _ bytes: Span<UInt8>) -> Bool {
        switch encoding {
        case .utf8: isPossiblyUTF8 && !hasEscape
        case .utf16LE, .utf16BE, .utf32LE, .utf32BE: false
        case .iso2022JP: isASCII
        case _ where isASCII: !hasEscape
        // Pairs of a multibyte encoding may look like two-byte characters of UTF-8, never like longer ones.
        case _ where encoding.isMultibyte:
            !(isValidUTF8 && (hasLongCharacters ?? bytes.indices.contains { bytes[$0] >= 0xE0 }))
        case .windows1252: isBeyondUTF8 && !EncodingGuess.contradictsLatin(bytes)
        default: isBeyondUTF8
        }
    }

    /// Whether more than a byte in passing is malformed, as the bytes of any other encoding are.
    private var isBeyondUTF8: Bool {
        !isValidUTF8 && (wellFormed == 0 || (malformed + (endsMalformed ? 1 : 0)) * 10 > wellFormed)
    }

    /// How many characters beyond ASCII a well-formed part has.
    private static func leadBytes(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int {
        var count = 0
        for index in range where bytes[index] >= 0xC0 { count += 1 }
        return count
    }
}
