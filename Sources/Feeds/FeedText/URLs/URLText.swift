/// Questions about a URL that is kept as text.
public enum URLText {
    /// The absolute URL that `reference` means in a document at `base`; nil when it is relative to nothing or no URL.
    ///
    /// An absolute `http` or `https` URL with nothing to change is returned as it is, without being taken apart. To
    /// resolve many references against one base, keep the base's ``URLParts``.
    public static func resolve(_ reference: String, against base: String?) -> String? {
        if isCanonicalWebURL(reference.utf8.span) { return reference }
        return URLScan(reference).parts(against: base.flatMap { URLParts($0) })?.text
    }

    /// The absolute URL that `reference` means against a base that has been taken apart; see the one for texts.
    public static func resolve(_ reference: String, against base: URLParts) -> String? {
        if isCanonicalWebURL(reference.utf8.span) { return reference }
        return URLScan(reference).parts(against: base)?.text
    }

    /// Any text as one part of a URL's path or query: all but letters, digits and `-._~` is percent-encoded.
    public static func encodedComponent(_ text: String) -> String {
        PercentEncoding.component.encoded(Array(text.utf8)[...])
    }

    /// What a percent-encoded part of a URL says; what is no UTF-8 becomes U+FFFD, a `%` without digits stays.
    public static func decodedComponent(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = bytes[index + 1].hexadecimalValue,
                let low = bytes[index + 2].hexadecimalValue
            {
                out.append(high << 4 | low)
                index += 3
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Whether the text begins with a scheme.
    public static func isAbsolute(_ text: String) -> Bool { URLScan(text).schemeEnd != nil }

    /// The scheme in lower case.
    public static func scheme(of text: String) -> String? {
        let scan = URLScan(text)
        return scan.schemeEnd.map { String(decoding: scan.bytes[..<$0], as: UTF8.self).asciiLowercased }
    }

    /// The host in lower case; nil for an opaque or relative URL.
    public static func host(of text: String) -> String? { URLParts(text)?.host }

    /// Scheme, host and port (``URLParts/origin``); nil for a relative URL.
    public static func origin(of text: String) -> String? { URLParts(text)?.origin }

    /// Whether resolving would change nothing: `http(s)://host/…` in lower case with only bytes that stand for themselves.
    static func isCanonicalWebURL(_ bytes: Span<UInt8>) -> Bool {
        var index: Int
        if bytes.starts(with: "https://") {
            index = 8
        } else if bytes.starts(with: "http://") {
            index = 7
        } else {
            return false
        }
        let hostStart = index
        while index < bytes.count, isPlainHostByte(bytes[index]) { index += 1 }
        guard index > hostStart else { return false }
        if index < bytes.count {
            guard
                bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "?")
                    || bytes[index] == UInt8(ascii: "#")
            else { return false }
        }
        return isPlainTail(bytes, from: index, isPath: false)
    }

    /// Whether the bytes from a position on stand for themselves in a URL, and hold no dot segment.
    static func isPlainTail(_ bytes: Span<UInt8>, from start: Int, isPath: Bool) -> Bool {
        var index = start
        // Before a relative path stands the slash of a directory.
        var previous = isPath ? UInt8(ascii: "/") : 0
        while index < bytes.count {
            let byte = bytes[index]
            guard isPlain(byte) else { return false }
            if previous == UInt8(ascii: "/") {
                // Perhaps a dot segment, plain or as %2e.
                if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%") { return false }
            }
            previous = byte
            index += 1
        }
        return true
    }

    private static func isPlainHostByte(_ byte: UInt8) -> Bool {
        byte &- 0x61 < 26 || byte.isASCIIDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }

    /// Bytes that no part of a URL encodes.
    private static func isPlain(_ byte: UInt8) -> Bool {
        guard byte > 0x20, byte < 0x7F else { return false }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
            UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            return false
        default: return true
        }
    }
}
