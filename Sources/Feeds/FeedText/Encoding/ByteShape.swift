/// What validating bytes as UTF-8 tells about them; no byte-order mark stands before them.
struct ByteShape {
    let isValidUTF8: Bool
    let isASCII: Bool
    /// Whether the bytes are ASCII that switches to Japanese character sets.
    let hasEscape: Bool
    /// Well-formed characters beyond ASCII, counted only where something is malformed.
    private var wellFormed = 0
    /// Malformed sequences; one that the end of the bytes cuts off doesn't count where whole characters stand before it.
    private var malformed = 0

    init(_ bytes: Span<UInt8>) {
        guard var found = UTF8Validation.firstMalformed(in: bytes) else {
            isValidUTF8 = true
            isASCII = UTF8Validation.endOfASCII(bytes) == bytes.count
            hasEscape = isASCII && TextEncoding.hasISO2022JPEscape(bytes)
            return
        }
        (isValidUTF8, isASCII, hasEscape) = (false, false, false)
        var start = 0
        while true {
            wellFormed += ByteShape.leadBytes(bytes, in: start..<found.lowerBound)
            if found.upperBound < bytes.count || wellFormed == 0 { malformed += 1 }
            start = found.upperBound
            guard let next = UTF8Validation.firstMalformed(in: bytes, from: start) else { break }
            found = next
        }
        wellFormed += ByteShape.leadBytes(bytes, in: start..<bytes.count)
    }

    /// Whether there is at least as much valid as broken: a cut character or a pasted byte doesn't unmake UTF-8.
    var looksLikeUTF8: Bool { malformed <= wellFormed }

    /// Whether the bytes can be in an encoding that a label names.
    func allows(_ encoding: TextEncoding, _ bytes: Span<UInt8>) -> Bool {
        switch encoding {
        case .utf8: looksLikeUTF8 && !hasEscape
        case .utf16LE, .utf16BE, .utf32LE, .utf32BE: false
        case .iso2022JP: isASCII
        case _ where isASCII: !hasEscape
        // Pairs of a multibyte encoding may look like two-byte characters of UTF-8, never like longer ones.
        case _ where encoding.isMultibyte: !(isValidUTF8 && bytes.indices.contains { bytes[$0] >= 0xE0 })
        default: malformed * 10 > wellFormed
        }
    }

    /// How many characters beyond ASCII a well-formed part has.
    private static func leadBytes(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int {
        var count = 0
        for index in range where bytes[index] >= 0xC0 { count += 1 }
        return count
    }
}
