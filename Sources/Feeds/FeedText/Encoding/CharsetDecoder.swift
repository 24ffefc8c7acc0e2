/// Makes UTF-8 of a document in whatever encoding it is, and says how it knew.
///
/// In this order: a byte-order mark; UTF-16 and UTF-32 that show in their zero bytes; the charset of the HTTP response; the
/// document's own declaration; UTF-8 if the bytes are; a guess. Labels are WHATWG's. A label that the bytes plainly
/// contradict is passed over and reported, since feeds with a wrong one outnumber those that profit from obedience:
/// valid UTF-8 with characters beyond ASCII is UTF-8 whatever it claims, and what claims UTF-8 but isn't is guessed, as
/// is what claims to be Latin letters but is plainly text in another script.
public enum CharsetDecoder {
    /// Decodes a whole document; linear in its length.
    ///
    /// Valid UTF-8 without a mark is handed back uncopied.
    public static func decode(
        _ bytes: consuming [UInt8], transportCharset: String? = nil, kind: TextKind = .xml
    ) -> DecodedText {
        var text = reading(bytes.span, transportCharset: transportCharset, kind: kind)
        if let start = text.verbatimFrom {
            if start > 0 { bytes.removeFirst(start) }
            text.decoded.utf8 = bytes
        }
        return text.decoded
    }
}

// MARK: - Private

extension CharsetDecoder {
    /// How to read the bytes: decoded, or, where the text is the bytes themselves from some place on, that place.
    struct Reading {
        var decoded: DecodedText
        var verbatimFrom: Int?
    }

    /// Finds out how to read a document.
    ///
    /// - Parameter shapeOfAll: the shape of the whole document where the bytes are only its beginning: then nothing is
    ///   decoded.
    static func reading(
        _ bytes: Span<UInt8>, transportCharset: String?, kind: TextKind, shapeOfAll: ByteShape? = nil
    ) -> Reading {
        if let (encoding, length) = byteOrderMark(bytes) {
            return reading(bytes, as: encoding, from: length, source: .byteOrderMark, shape: shapeOfAll)
        }
        if let encoding = visibleWide(bytes) { return reading(bytes, as: encoding, source: .byteOrderMark) }
        let shape = shapeOfAll ?? ByteShape(bytes)
        var overruled: String?
        let declared = EncodingDeclaration.label(in: bytes, kind: kind)
        var labels = [(transportCharset, DecodedText.Source.transport), (declared, .declaration)]
        // A server's default says less than an author who names an encoding of East Asia that the bytes are in.
        if transportCharset.flatMap(TextEncoding.init(label:)) == .windows1252,
            declared.flatMap(TextEncoding.init(label:))?.isMultibyte == true
        {
            labels.swapAt(0, 1)
        }
        for (label, source) in labels {
            guard let label, !label.isEmpty else { continue }
            if let encoding = TextEncoding(label: label), shape.allows(encoding, bytes) {
                var text = reading(bytes, as: encoding, source: source, shape: shape)
                // A wrong label of a multibyte encoding shows by how often it fails.
                let failures = encoding.isMultibyte ? text.decoded.replacedSequences : 0
                if failures <= 3 || failures * 50 <= bytes.indices.count(where: { bytes[$0] >= 0x80 }) {
                    text.decoded.overruledLabel = overruled
                    return text
                }
            }
            overruled = overruled ?? label
        }
        var text = unlabelled(bytes, shape)
        text.decoded.overruledLabel = overruled
        return text
    }

    private static func unlabelled(_ bytes: Span<UInt8>, _ shape: ByteShape) -> Reading {
        if shape.hasEscape { return reading(bytes, as: .iso2022JP, source: .guessed) }
        if shape.looksLikeUTF8 { return reading(bytes, as: .utf8, source: .assumed, shape: shape) }
        return reading(bytes, as: EncodingGuess.encoding(of: bytes), source: .guessed)
    }

    private static func reading(
        _ bytes: Span<UInt8>, as encoding: TextEncoding, from start: Int = 0, source: DecodedText.Source,
        shape: ByteShape? = nil
    ) -> Reading {
        var text = DecodedText(utf8: [], encoding: encoding.rawValue, replacedSequences: 0, source: source)
        let isVerbatim =
            switch (encoding, shape) {
            case (.iso2022JP, _): false
            case (.utf8, .some(let shape)): shape.isValidUTF8
            case (.utf8, nil): UTF8Validation.firstMalformed(in: bytes, from: start) == nil
            case (_, .some(let shape)): shape.isASCII
            case (_, nil): false
            }
        guard !isVerbatim else { return Reading(decoded: text, verbatimFrom: start) }
        if let shape, shape.isOfMore { return Reading(decoded: text) }
        (text.utf8, text.replacedSequences) = encoding.decoded(bytes, from: start)
        return Reading(decoded: text)
    }

    private static func byteOrderMark(_ bytes: Span<UInt8>) -> (TextEncoding, length: Int)? {
        if bytes.starts(with: "\u{FEFF}") { return (.utf8, 3) }
        if bytes.starts(with: "\0\0") {
            return bytes.count >= 4 && bytes[2] == 0xFE && bytes[3] == 0xFF ? (.utf32BE, 4) : nil
        }
        guard bytes.count >= 2 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0xFE, 0xFF): return (.utf16BE, 2)
        case (0xFF, 0xFE): return bytes.starts(with: "\0\0", at: 2) ? (.utf32LE, 4) : (.utf16LE, 2)
        default: return nil
        }
    }

    /// UTF-16 or UTF-32 without a mark: the first two characters are ASCII, and all of their other bytes are zero.
    private static func visibleWide(_ bytes: Span<UInt8>) -> TextEncoding? {
        guard bytes.count >= 4 else { return nil }
        switch (bytes[0] == 0, bytes[1] == 0, bytes[2] == 0, bytes[3] == 0) {
        case (false, true, false, true): return .utf16LE
        case (true, false, true, false): return .utf16BE
        case (false, true, true, true): return repeats(bytes, 0) ? .utf32LE : nil
        case (true, true, true, false): return repeats(bytes, 3) ? .utf32BE : nil
        default: return nil
        }
    }

    /// Whether of the second four bytes only the one at `place` is not zero either.
    private static func repeats(_ bytes: Span<UInt8>, _ place: Int) -> Bool {
        bytes.count >= 8 && (0..<4).allSatisfy { (bytes[4 + $0] != 0) == ($0 == place) }
    }
}
