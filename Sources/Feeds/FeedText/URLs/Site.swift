private import CPSL

/// Whose a host is: what counts as one site, by the public suffix list.
public enum Site {
    /// The name of the site that a URL belongs to; nil for a URL without a host.
    ///
    /// The registrable domain (`example.co.jp` for `www.example.co.jp`). An address, a name of a private network and a
    /// public suffix itself stand for themselves, with their port: behind each port there may be another's server.
    public static func name(of url: String) -> String? {
        guard let parts = URLParts(url), let name = parts.host, !name.isEmpty else { return nil }
        let host = HostName.ascii(name)
        if !isPrivate(host), let domain = registrableDomain(of: host) { return domain }
        let place = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return "\(place):\(parts.port ?? URLParts.defaultPort(of: parts.scheme) ?? 0)"
    }

    /// Whether two URLs belong to the same site.
    public static func isSame(_ one: String, _ other: String) -> Bool {
        guard let site = name(of: one) else { return false }
        return site == name(of: other)
    }

    /// Whether a host is an address or a name that only one's own network knows.
    private static func isPrivate(_ host: String) -> Bool {
        if host.utf8.contains(UInt8(ascii: ":")) || HostName.isPrivate(host) { return true }
        return host.split(separator: ".").last?.utf8.allSatisfy(\.isASCIIDigit) ?? true
    }

    private static func registrableDomain(of host: String) -> String? {
        unsafe host.withCString { text in
            // The result points into the text that was handed in.
            guard let domain = unsafe psl_registrable_domain(psl_builtin(), text) else { return nil }
            return unsafe String(cString: domain)
        }
    }
}
