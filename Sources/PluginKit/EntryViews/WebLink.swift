import FeedText

/// A URL from a feed made fit to be printed and clicked.
package enum WebLink {
    /// The URL with what could steer a terminal or hide something percent-encoded; nil if it is no link of the web.
    package static func safe(_ url: String) -> String? {
        guard let scheme = URLText.scheme(of: url), scheme == "http" || scheme == "https" || scheme == "mailto" else {
            return nil
        }
        guard url.unicodeScalars.contains(where: needsEncoding) else { return url }
        var safe = ""
        for scalar in url.unicodeScalars {
            guard needsEncoding(scalar) else {
                safe.unicodeScalars.append(scalar)
                continue
            }
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                safe += byte < 16 ? "%0" : "%"
                safe += String(byte, radix: 16, uppercase: true)
            }
        }
        return safe
    }

    /// A safe URL as RFC 3987 §2.2 writes it, for formats that hold URLs against it; nil if it is none of the web.
    ///
    /// Characters of ASCII that it has no place for, and a `%` without its digits, are percent-encoded.
    package static func identifier(_ url: String) -> String? {
        guard let safe = safe(url) else { return nil }
        let source = Array(safe.utf8)
        guard !source.contains(UInt8(ascii: "[")) || URLParts(safe)?.host?.hasSuffix("]") == true else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(source.count)
        var isFragment = false
        for (index, byte) in source.enumerated() {
            let isKept =
                switch byte {
                case UInt8(ascii: "%"):
                    source[(index + 1)...].prefix(2).filter { $0.hexadecimalValue != nil }.count == 2
                case UInt8(ascii: "#"): !isFragment
                case 0x80...: true
                default: byte.isASCIILetter || byte.isASCIIDigit || "-._~:/?[]@!$&'()*+,;=".utf8.contains(byte)
                }
            isFragment = isFragment || byte == UInt8(ascii: "#")
            if isKept {
                out.append(byte)
            } else {
                out += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// The host that a link leads to, without `www.`; nil for one that leads to none.
    package static func host(_ url: String) -> String? {
        guard let host = URLParts(url)?.host, !host.isEmpty else { return nil }
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    /// The last part of a URL's path, for want of a better name; not yet printable.
    package static func fileName(_ url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map(String.init) ?? url
    }

    private static func needsEncoding(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
        default: false
        }
    }
}
