extension URLText {
    /// The URL as it may be shown: name and password, and the values of secret query parameters, are `***`.
    ///
    /// Secret is a parameter named `token`, `key`, `secret`, `sig`, `signature`, `password` or `auth` in any case, or
    /// with such an ending (`access_token`, `api-key`, `accessToken`, `apikey`). Everything else stays byte for byte.
    public static func redacted(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var out = [UInt8]()
        out.reserveCapacity(bytes.count + 8)
        let pathStart = appendAuthority(of: bytes, to: &out)
        let queryStart = bytes[pathStart...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        guard let queryStart else { return String(decoding: out + bytes[pathStart...], as: UTF8.self) }
        out += bytes[pathStart...queryStart]
        // A fragment may carry a token too (OAuth's implicit grant), so it is read like a query.
        var start = queryStart + 1
        while start <= bytes.count {
            let end = bytes[start...].firstIndex(where: isSeparator) ?? bytes.count
            let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "="))
            if let equals, equals + 1 < end, isSecret(name: bytes[start..<equals]) {
                out += bytes[start...equals]
                out += "***".utf8
            } else {
                out += bytes[start..<end]
            }
            guard end < bytes.count else { break }
            out.append(bytes[end])
            start = end + 1
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static let secretNames = ["token", "key", "secret", "sig", "signature", "password", "passwd", "auth"]

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "?")
    }

    /// Copies up to the end of the authority, its userinfo hidden; returns where that is.
    private static func appendAuthority(of bytes: [UInt8], to out: inout [UInt8]) -> Int {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes.span.starts(with: "://", at: colon),
            !bytes[..<colon].contains(where: isSeparator)
        else { return 0 }
        let start = colon + 3
        let end =
            bytes[start...].firstIndex {
                $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "?")
                    || $0 == UInt8(ascii: "#")
            } ?? bytes.count
        out += bytes[..<start]
        guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return start }
        out += "***".utf8
        return at
    }

    private static func isSecret(name: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: name, as: UTF8.self)
        let lowered = text.asciiLowercased
        return secretNames.contains { secret in
            guard lowered.hasSuffix(secret) else { return false }
            let lead = text.utf8.dropLast(secret.utf8.count)
            guard let last = lead.last else { return true }
            let isWordStart = name[name.endIndex - secret.utf8.count] != lowered.utf8.dropFirst(lead.count).first
            return !last.isASCIILetter && !last.isASCIIDigit || isWordStart || lowered.hasSuffix("apikey")
        }
    }
}
