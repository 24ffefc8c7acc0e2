internal import CCurl
internal import TributaryPluginKit

/// An `http` or `https` URL, taken apart by the parser that will connect to it.
struct WebURL: Sendable {
    /// The absolute URL without user, password and fragment.
    let text: String
    let scheme: String
    /// In lower case, without the brackets of IPv6.
    let host: String
    let port: String
    let user: String?
    let password: String?

    init(_ text: String) throws(HTTPFailure) {
        try self.init(Array(text.utf8), relativeTo: nil)
    }

    /// The URL that a `Location` names; its value has one scalar per byte.
    func resolving(_ location: String) throws(HTTPFailure) -> WebURL {
        try WebURL(HeadField.bytes(of: location), relativeTo: text)
    }

    /// Whether what may be known there may be known here.
    func hasSameOrigin(as other: WebURL) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    /// Host and port, for people.
    var place: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// A host's name in the form in which two are compared.
    static func normalized(host: String) -> String {
        var host = host.lowercased()[...]
        if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
        while host.last == "." { host = host.dropLast() }
        return String(host)
    }
}

// MARK: - Private

extension WebURL {
    private init(_ bytes: [UInt8], relativeTo base: String?) throws(HTTPFailure) {
        let parts = CurlURL()
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)
        if let base { _ = parts.set(CURLUPART_URL, to: Array(base.utf8), flags: flags) }
        guard !bytes.contains(0), parts.set(CURLUPART_URL, to: bytes, flags: flags) else {
            throw HTTPFailure(.unusableURL, "not a URL")
        }
        let scheme = parts[CURLUPART_SCHEME] ?? ""
        guard scheme == "http" || scheme == "https" else {
            throw HTTPFailure(.unusableURL, "\"\(scheme)\" is neither http nor https")
        }
        user = parts[CURLUPART_USER]
        password = parts[CURLUPART_PASSWORD]
        for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_FRAGMENT] { parts.remove(part) }
        guard let text = parts[CURLUPART_URL], let host = parts[CURLUPART_HOST], !host.isEmpty else {
            throw HTTPFailure(.unusableURL, "the URL names no host")
        }
        self.text = text
        self.scheme = scheme
        self.host = Self.normalized(host: host)
        port = parts[CURLUPART_PORT] ?? ""
    }
}

/// The owner of one of curl's parsed URLs.
@safe private struct CurlURL: ~Copyable {
    private let handle: OpaquePointer?

    init() {
        unsafe handle = curl_url()
    }

    deinit {
        unsafe curl_url_cleanup(handle)
    }

    func set(_ part: CURLUPart, to bytes: [UInt8], flags: UInt32) -> Bool {
        unsafe (bytes + [0]).withUnsafeBytes { bytes in
            unsafe curl_url_set(handle, part, bytes.assumingMemoryBound(to: CChar.self).baseAddress, flags) == CURLUE_OK
        }
    }

    func remove(_ part: CURLUPart) {
        _ = unsafe curl_url_set(handle, part, nil, 0)
    }

    subscript(part: CURLUPart) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        var flags: Int32 = 0
        if part == CURLUPART_PORT { flags = CURLU_DEFAULT_PORT }
        if part == CURLUPART_USER || part == CURLUPART_PASSWORD { flags = CURLU_URLDECODE }
        guard unsafe curl_url_get(handle, part, &value, UInt32(flags)) == CURLUE_OK, let value = unsafe value else {
            return nil
        }
        defer { unsafe curl_free(value) }
        return unsafe String(cString: value)
    }
}
