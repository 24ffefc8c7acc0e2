internal import FeedModel
internal import TributaryPluginKit

/// One transfer of a request: what goes to one URL, computed anew after each redirect.
struct Hop: Sendable {
    var url: WebURL
    var method: String
    /// The request's own limits, which tighten those of the run.
    var largestBody: Int?
    var timeout: Duration?
    /// The lines of the head, in curl's form.
    var lines: [[UInt8]]
    var body: [UInt8]?
    /// User, password, and how they are given; for the subscription's own origin only.
    var credentials: (user: String, password: String, kind: HTTPSettings.Authentication)?
    var usesNetrc: Bool
    var certificateAuthorities: String?
    var clientCertificate: String?
    var clientKey: String?
    /// The proxy to ask; nil asks the server.
    var proxy: String?
    /// Whether the host may have a private address.
    var mayBePrivate: Bool
    /// Whether the per-host limit does not hold.
    var isOwnHost: Bool
    /// Sees the hop right before it is sent.
    var watch: (any RequestWatch)?
    /// Whether this continues a request that has left the queue before.
    var isContinued: Bool
    /// When the request has to be done; nil until it has left the queue.
    var due: ContinuousClock.Instant?
    /// Whether it goes over a connection of its own, since an old one had something else to say.
    var needsNewConnection = false

    /// Whether the request asks for less than the whole, new document.
    var isConditional: Bool {
        lines.contains { line in
            let name = String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
            return name.lowercased() == "if-none-match" || name.lowercased() == "if-modified-since"
        }
    }
}

/// What came of one hop.
struct HopResponse: Sendable {
    var status: Int
    var headers: [HTTPField]
    var body: [UInt8]
    /// The body as it was received; nil where it is `body` itself.
    var receivedBody: [UInt8]?
    var remarks: [String]
    /// Bytes of the body as they were received.
    var receivedSize: Int
    /// What the body takes of the memory for all bodies.
    var memory: MemoryShare?
    /// When the request has to be done.
    var due: ContinuousClock.Instant

    func header(_ name: String) -> String? {
        headers.value(of: name)
    }
}
