private import CPSL

/// Whose a host is: what counts as one site, by the public suffix list.
public enum Site {
    /// The name of the site that a URL belongs to; nil for a URL without a host.
    ///
    /// The registrable domain (`example.co.jp` for `www.example.co.jp`). An address, a name of a private network and a
    /// public suffix itself stand for themselves, with their port: behind each port there may be another's server.
    public static func name(of url: String) -> String? {
        guard let parts = URLParts(url), var host = parts.host, !host.isEmpty else { return nil }
        if host.last == "." { host.removeLast() }
        if !isPrivate(host), let domain = registrableDomain(of: host) { return domain }
        return "\(host):\(parts.port ?? URLParts.defaultPort(of: parts.scheme) ?? 0)"
    }

    /// Whether two URLs belong to the same site.
    public static func isSame(_ one: String, _ other: String) -> Bool {
        guard let site = name(of: one) else { return false }
        return site == name(of: other)
    }

    /// Names that are never registered (RFC 6761, RFC 6762, RFC 8375), and those that networks give themselves.
    private static let privateSuffixes: Set<Substring> = [
        "local", "localhost", "localdomain", "internal", "intranet", "lan", "home", "corp", "private", "test", "arpa",
    ]

    /// Whether a host is an address or a name that only one's own network knows.
    private static func isPrivate(_ host: String) -> Bool {
        if host.utf8.contains(UInt8(ascii: ":")) { return true }
        guard let last = host.split(separator: ".").last, last.utf8.count < host.utf8.count else { return true }
        return privateSuffixes.contains(last) || last.utf8.allSatisfy(\.isASCIIDigit)
    }

    private static func registrableDomain(of host: String) -> String? {
        unsafe host.withCString { text in
            // The result points into the text that was handed in.
            guard let domain = unsafe psl_registrable_domain(psl_builtin(), text) else { return nil }
            return unsafe String(cString: domain)
        }
    }
}
