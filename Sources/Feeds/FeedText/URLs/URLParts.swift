/// The parts of an absolute URL, in the form the WHATWG URL standard writes them.
///
/// Made for the URLs of feeds: a scheme and an ASCII host in lower case, default ports dropped, dot segments resolved,
/// spaces and non-ASCII percent-encoded. Two things differ from a browser on purpose: a host beyond ASCII stays Unicode
/// (whoever connects makes it IDNA), and an empty path stays empty. Only `http`, `https`, `ws`, `wss`, `ftp`, `file` and
/// any URL with `//` have parts; all others (`mailto:`, `tag:`, `urn:`, `data:`) are opaque, their ``path`` verbatim.
public struct URLParts: Sendable, Hashable {
    /// The scheme in lower case, without the colon.
    public var scheme: String
    /// Name and password as written before `@`, percent-encoded.
    public var userinfo: String?
    /// The host in lower case, an IPv6 address in its brackets; nil for an opaque URL, empty for `file:///`.
    public var host: String?
    /// The port if it isn't the scheme's own.
    public var port: Int?
    /// The path with its first slash, percent-encoded; of an opaque URL everything after the colon.
    public var path: String
    /// The query without `?`.
    public var query: String?
    /// The fragment without `#`.
    public var fragment: String?

    /// Whether the URL has no host and path to resolve against.
    public var isOpaque: Bool { host == nil }

    /// Reads an absolute URL; nil without a scheme, or when host or port can't be any.
    public init?(_ text: String) {
        guard let parts = URLScan(text).parts(against: nil) else { return nil }
        self = parts
    }

    init(scheme: String, host: String? = nil, path: String = "") {
        self.scheme = scheme
        self.host = host
        self.path = path
    }

    /// The URL that `reference` means in a document at this one (RFC 3986 §5, WHATWG URL §4.4); nil when it can't be one.
    ///
    /// Nor can it be one where more than 1 KB of this URL would stand in it.
    public func resolving(_ reference: String) -> URLParts? {
        URLScan(reference).parts(against: self)
    }

    /// Scheme, host and port: what a browser calls an origin; an opaque URL has its scheme only.
    public var origin: String {
        guard let host else { return "\(scheme):" }
        return port.map { "\(scheme)://\(host):\($0)" } ?? "\(scheme)://\(host)"
    }

    /// The URL as one text.
    public var text: String {
        var out = ""
        out.reserveCapacity(scheme.utf8.count + (host?.utf8.count ?? 0) + path.utf8.count + 64)
        out += scheme
        out += ":"
        if let host {
            out += "//"
            if let userinfo { out += userinfo + "@" }
            out += host
            if let port { out += ":\(port)" }
        }
        out += path
        if let query { out += "?" + query }
        if let fragment { out += "#" + fragment }
        return out
    }
}

extension URLParts {
    /// The port a scheme uses unless another is named.
    static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http", "ws": 80
        case "https", "wss": 443
        case "ftp": 21
        default: nil
        }
    }

    /// WHATWG's special schemes: `\` counts as `/`, and a host must follow.
    static func isSpecial(_ scheme: String) -> Bool {
        defaultPort(of: scheme) != nil || scheme == "file"
    }
}
