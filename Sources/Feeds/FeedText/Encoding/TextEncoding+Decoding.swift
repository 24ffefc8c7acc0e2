extension TextEncoding {
    /// Text as UTF-8 and how many malformed sequences became U+FFFD.
    typealias Decoding = (utf8: [UInt8], replaced: Int)

    /// Decodes from `start` on, as the WHATWG standard does; a malformed sequence never swallows an ASCII character.
    func decoded(_ bytes: Span<UInt8>, from start: Int = 0) -> Decoding {
        switch self {
        case .utf8: TextEncoding.repairedUTF8(bytes, from: start)
        case .utf16LE: TextEncoding.decodedUTF16(bytes, from: start, low: 0, high: 1)
        case .utf16BE: TextEncoding.decodedUTF16(bytes, from: start, low: 1, high: 0)
        case .utf32LE, .utf32BE: TextEncoding.decodedUTF32(bytes, from: start, bigEndian: self == .utf32BE)
        case .windows1252: (TextEncoding.decodedWindows1252(bytes, from: start), 0)
        case .xUserDefined: (TextEncoding.decodedUserDefined(bytes, from: start), 0)
        case .iso2022JP: TextEncoding.decodedISO2022JP(bytes, from: start)
        default: decodedByIconv(bytes, from: start)
        }
    }
}

extension [UInt8] {
    /// Appends a character's UTF-8; a surrogate or an impossible value becomes U+FFFD.
    mutating func append(scalar value: UInt32) {
        switch value {
        case 0..<0x80: append(UInt8(value))
        case 0x80..<0x800:
            append(0xC0 | UInt8(value >> 6))
            append(0x80 | UInt8(value & 0x3F))
        case 0xD800...0xDFFF, 0x11_0000...: append(scalar: 0xFFFD)
        case 0x800..<0x1_0000:
            append(0xE0 | UInt8(value >> 12))
            append(0x80 | UInt8(value >> 6 & 0x3F))
            append(0x80 | UInt8(value & 0x3F))
        default:
            append(0xF0 | UInt8(value >> 18))
            append(0x80 | UInt8(value >> 12 & 0x3F))
            append(0x80 | UInt8(value >> 6 & 0x3F))
            append(0x80 | UInt8(value & 0x3F))
        }
    }

    /// Appends a part of a span.
    mutating func append(_ bytes: Span<UInt8>, in range: Range<Int>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0[range]) }
    }
}

// MARK: - Private

extension TextEncoding {
    private static func repairedUTF8(_ bytes: Span<UInt8>, from start: Int) -> Decoding {
        var out = [UInt8]()
        out.reserveCapacity(bytes.count - start)
        var replaced = 0
        var index = start
        while let malformed = UTF8Validation.firstMalformed(in: bytes, from: index) {
            out.append(bytes, in: index..<malformed.lowerBound)
            let character = MisencodedCharacter(at: malformed.lowerBound, in: bytes)
            out.append(scalar: character?.scalar ?? 0xFFFD)
            if character?.scalar == nil { replaced += 1 }
            index = character.map { malformed.lowerBound + $0.length } ?? malformed.upperBound
        }
        out.append(bytes, in: index..<bytes.count)
        return (out, replaced)
    }

    /// `low` and `high` are the places of a unit's bytes within its pair.
    private static func decodedUTF16(_ bytes: Span<UInt8>, from start: Int, low: Int, high: Int) -> Decoding {
        var out = [UInt8]()
        out.reserveCapacity((bytes.count - start) / 2 + 16)
        var replaced = 0
        var index = start
        var lead: UInt32?
        while index + 1 < bytes.count {
            let unit = UInt32(bytes[index + high]) << 8 | UInt32(bytes[index + low])
            index += 2
            if let first = lead {
                lead = nil
                if unit & 0xFC00 == 0xDC00 {
                    out.append(scalar: 0x1_0000 + (first & 0x3FF) << 10 + unit & 0x3FF)
                    continue
                }
                out.append(scalar: 0xFFFD)
                replaced += 1
            }
            if unit & 0xFC00 == 0xD800 {
                lead = unit
            } else {
                if unit & 0xFC00 == 0xDC00 { replaced += 1 }
                out.append(scalar: unit)
            }
        }
        if lead != nil || index < bytes.count {
            out.append(scalar: 0xFFFD)
            replaced += 1
        }
        return (out, replaced)
    }

    private static func decodedUTF32(_ bytes: Span<UInt8>, from start: Int, bigEndian: Bool) -> Decoding {
        var out = [UInt8]()
        out.reserveCapacity((bytes.count - start) / 4 + 16)
        var replaced = 0
        var index = start
        while index + 3 < bytes.count {
            var value: UInt32 = 0
            for place in 0..<4 { value = value << 8 | UInt32(bytes[index + (bigEndian ? place : 3 - place)]) }
            if Unicode.Scalar(value) == nil { replaced += 1 }
            out.append(scalar: value)
            index += 4
        }
        if index < bytes.count {
            out.append(scalar: 0xFFFD)
            replaced += 1
        }
        return (out, replaced)
    }

    private static func decodedWindows1252(_ bytes: Span<UInt8>, from start: Int) -> [UInt8] {
        var out = [UInt8]()
        out.reserveCapacity(bytes.count - start + (bytes.count - start) / 8)
        for index in start..<bytes.count {
            let byte = bytes[index]
            out.append(scalar: byte & 0xE0 == 0x80 ? codePage1252[Int(byte & 0x1F)] : UInt32(byte))
        }
        return out
    }

    /// What windows-1252 has at 0x80 to 0x9F; its five holes are C1 controls (WHATWG index-windows-1252).
    private static let codePage1252: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D,
        0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D,
        0x17E, 0x178,
    ]

    /// WHATWG Encoding §14.5: bytes beyond ASCII are private-use characters from U+F780 on.
    private static func decodedUserDefined(_ bytes: Span<UInt8>, from start: Int) -> [UInt8] {
        var out = [UInt8]()
        for index in start..<bytes.count {
            let byte = bytes[index]
            out.append(scalar: byte < 0x80 ? UInt32(byte) : 0xF700 + UInt32(byte))
        }
        return out
    }

    private func decodedByIconv(_ bytes: Span<UInt8>, from start: Int) -> Decoding {
        guard let name = iconvName, let converter = IconvConverter(from: name) else {
            return (TextEncoding.decodedWindows1252(bytes, from: start), 0)
        }
        var out = [UInt8]()
        out.reserveCapacity((bytes.count - start) / 2 * 3)
        var scratch = [UInt8](repeating: 0, count: 16_384)
        var replaced = 0
        var position = start
        while position < bytes.count {
            switch converter.convert(bytes, from: &position, to: &out, through: &scratch) {
            case .finished, .scratchIsFull: break
            case .incomplete:
                out.append(scalar: 0xFFFD)
                return (out, replaced + 1)
            case .malformed:
                if let scalar = scalar(beyondIconv: bytes[position]) {
                    out.append(scalar: scalar)
                    position += 1
                } else {
                    out.append(scalar: 0xFFFD)
                    replaced += 1
                    position += malformedLength(bytes, at: position)
                }
            }
        }
        return (out, replaced)
    }

    /// Bytes that WHATWG gives a meaning but glibc doesn't: the euro of GBK, C1 controls in the holes of code pages.
    private func scalar(beyondIconv byte: UInt8) -> UInt32? {
        switch self {
        case .gbk, .gb18030: byte == 0x80 ? 0x20AC : nil
        case .shiftJIS: byte == 0x80 ? 0x80 : nil
        case .big5, .eucJP, .eucKR: nil
        default: byte & 0xE0 == 0x80 ? UInt32(byte) : nil
        }
    }

    /// Two bytes when a lead and a trail beyond ASCII don't make a character, so that the trail isn't read as a lead.
    private func malformedLength(_ bytes: Span<UInt8>, at index: Int) -> Int {
        guard isMultibyte, index + 1 < bytes.count, bytes[index + 1] >= 0x80 else { return 1 }
        switch bytes[index] {
        case 0xA0...0xDF where self == .shiftJIS: return 1
        case 0x81...0xFC: return 2
        default: return 1
        }
    }
}
