/// What validating bytes as UTF-8 tells about them; no byte-order mark stands before them.
struct ByteShape {
    /// Bytes beyond ASCII.
    private(set) var beyondASCII = 0
    /// Well-formed characters of two bytes.
    private var short = 0
    /// Well-formed characters of three and four bytes.
    private var long = 0
    /// Malformed sequences; one that the end of the bytes cuts off doesn't count where whole characters stand before it.
    private var malformed = 0
    /// Whether the bytes are ASCII that switches to Japanese character sets.
    private(set) var hasEscape = false
    private(set) var isValidUTF8 = true

    init(_ bytes: Span<UInt8>) {
        var index = 0
        while index < bytes.count {
            let found = UTF8Validation.firstMalformed(in: bytes, from: index)
            countCharacters(bytes, in: index..<(found?.lowerBound ?? bytes.count))
            guard let found else { break }
            isValidUTF8 = false
            beyondASCII += found.count
            if found.upperBound < bytes.count || short + long == 0 { malformed += 1 }
            index = found.upperBound
        }
        hasEscape = isASCII && TextEncoding.hasISO2022JPEscape(bytes)
    }

    var isASCII: Bool { beyondASCII == 0 }

    /// Whether there is at least as much valid as broken: a cut character or a pasted byte doesn't unmake UTF-8.
    var looksLikeUTF8: Bool { malformed <= short + long }

    /// Whether the bytes can be in an encoding that a label names.
    func allows(_ encoding: TextEncoding) -> Bool {
        switch encoding {
        case .utf8: looksLikeUTF8 && !hasEscape
        case .utf16LE, .utf16BE, .utf32LE, .utf32BE: false
        case .iso2022JP: isASCII
        case _ where isASCII: !hasEscape
        // Pairs of a multibyte encoding may look like two-byte characters of UTF-8, never like longer ones.
        case _ where encoding.isMultibyte: !(isValidUTF8 && long > 0)
        default: malformed * 10 > short + long
        }
    }

    /// Counts by lead bytes in a part that is valid; the loop is made of comparisons only, so that it runs in vectors.
    private mutating func countCharacters(_ bytes: Span<UInt8>, in range: Range<Int>) {
        guard UTF8Validation.endOfASCII(bytes, from: range.lowerBound) < range.upperBound else { return }
        unsafe bytes.withUnsafeBufferPointer { buffer in
            var (beyond, leads, longLeads) = (0, 0, 0)
            for index in range {
                let byte = unsafe buffer[index]
                beyond &+= byte >= 0x80 ? 1 : 0
                leads &+= byte >= 0xC0 ? 1 : 0
                longLeads &+= byte >= 0xE0 ? 1 : 0
            }
            beyondASCII += beyond
            short += leads - longLeads
            long += longLeads
        }
    }
}
