import FeedText

/// How the body of a part was made fit for mail (RFC 2045 §6); what is not coded properly is read as far as it goes.
enum TransferCoding {
    /// The bytes of a body by the name of its coding.
    static func decoded(_ body: Span<UInt8>, by name: String) -> [UInt8] {
        switch name {
        case "base64": return base64(body)
        case "quoted-printable": return quotedPrintable(body)
        default:
            var bytes: [UInt8] = []
            bytes.append(copying: body)
            return bytes
        }
    }

    /// The bytes of base64; characters that are none of it are passed over, and each padding begins anew.
    static func base64(_ text: Span<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for index in text.indices {
            let value: UInt32
            switch text[index] {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(text[index] - UInt8(ascii: "A"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(text[index] - UInt8(ascii: "a")) + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(text[index] - UInt8(ascii: "0")) + 52
            case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
            case UInt8(ascii: "="):
                append(bits, of: count, to: &bytes)
                (bits, count) = (0, 0)
                continue
            default: continue
            }
            bits = bits << 6 | value
            count += 1
            if count == 4 {
                append(bits, of: count, to: &bytes)
                (bits, count) = (0, 0)
            }
        }
        append(bits, of: count, to: &bytes)
        return bytes
    }

    /// The bytes of quoted-printable, of the form that encoded words have (RFC 2047 §4.2) if wanted.
    static func quotedPrintable(_ text: Span<UInt8>, isWord: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            guard byte == UInt8(ascii: "=") else {
                bytes.append(isWord && byte == UInt8(ascii: "_") ? UInt8(ascii: " ") : byte)
                continue
            }
            if index + 1 < text.count, let high = text[index].hexadecimalValue,
                let low = text[index + 1].hexadecimalValue
            {
                bytes.append(high << 4 | low)
                index += 2
                continue
            }
            // A soft line break, perhaps with spaces that were added on the way.
            var end = index
            while end < text.count, text[end] == UInt8(ascii: " ") || text[end] == UInt8(ascii: "\t") { end += 1 }
            if end < text.count, text[end] == UInt8(ascii: "\r") { end += 1 }
            if end == text.count {
                index = end
            } else if text[end] == UInt8(ascii: "\n") {
                index = end + 1
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// The whole bytes of up to four characters.
    private static func append(_ bits: UInt32, of count: Int, to bytes: inout [UInt8]) {
        let aligned = bits << UInt32(6 * (4 - count))
        for place in 0..<max(0, count - 1) {
            bytes.append(UInt8(truncatingIfNeeded: aligned >> UInt32(16 - 8 * place)))
        }
    }
}
