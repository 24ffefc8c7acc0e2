/// Finds the encoding that a document declares in its own first bytes.
enum EncodingDeclaration {
    /// The label in the XML declaration or in HTML's `meta`; the bytes must be ASCII-compatible.
    static func label(in bytes: Span<UInt8>, kind: TextKind) -> String? {
        switch kind {
        case .xml: xmlLabel(bytes)
        case .html: xmlLabel(bytes) ?? metaLabel(bytes)
        case .json, .plain: nil
        }
    }

    /// `<?xml … encoding="…"?>`, white space before it forgiven.
    private static func xmlLabel(_ bytes: Span<UInt8>) -> String? {
        var index = bytes.starts(with: "\u{FEFF}") ? 3 : 0
        while index < bytes.count, bytes[index].isASCIIWhitespace { index += 1 }
        guard bytes.starts(with: "<?xml", at: index) else { return nil }
        let limit = min(bytes.count, index + 1024)
        while index < limit, bytes[index] != UInt8(ascii: ">") {
            if bytes.starts(withLowercase: "encoding", at: index) {
                return value(bytes, from: index + 8, end: limit)
            }
            index += 1
        }
        return nil
    }

    /// `charset=…` within a `meta` tag of the first kilobyte (HTML §13.2.3.2, simplified).
    private static func metaLabel(_ bytes: Span<UInt8>) -> String? {
        let limit = min(bytes.count, 1024)
        var isInMeta = false
        var index = 0
        while index < limit {
            switch bytes[index] {
            case UInt8(ascii: "<"): isInMeta = bytes.starts(withLowercase: "meta", at: index + 1)
            case UInt8(ascii: ">"): isInMeta = false
            case _ where isInMeta && bytes.starts(withLowercase: "charset", at: index):
                if let label = value(bytes, from: index + 7, end: limit) { return label }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// What follows `=`, in quotes of either kind or bare.
    private static func value(_ bytes: Span<UInt8>, from start: Int, end: Int) -> String? {
        var index = start
        while index < end, bytes[index].isASCIIWhitespace { index += 1 }
        guard index < end, bytes[index] == UInt8(ascii: "=") else { return nil }
        index += 1
        while index < end, bytes[index].isASCIIWhitespace { index += 1 }
        if index < end, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") { index += 1 }
        let first = index
        while index < end, !endsLabel(bytes[index]) { index += 1 }
        return index > first ? bytes.text(in: first..<index) : nil
    }

    private static func endsLabel(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: ";"),
            UInt8(ascii: "/"):
            true
        default: byte <= 0x20
        }
    }
}
