package import FeedModel
import FeedText

/// Sends requests.
///
/// What an adapter gets is bound to its subscription: credentials, own headers, limits and the private-address rule are
/// already seen to, and redirects are followed.
public protocol HTTPClient: Sendable {
    /// Sends a request and waits for the whole, decoded response, whatever its status.
    func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}

/// One field of a message's head.
///
/// A value has one scalar per byte (U+0000 to U+00FF), so that validators go back byte for byte.
public struct HTTPField: Sendable, Hashable {
    /// The name, in any case.
    public var name: String
    /// The value without white space around it.
    public var value: String

    /// A field of a head.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the field has this name, in whatever case either is written.
    package func isNamed(_ name: String) -> Bool {
        self.name.equalsIgnoringASCIICase(name)
    }
}

extension [HTTPField] {
    /// The value of the first field with this name.
    package func value(of name: String) -> String? { first { $0.isNamed(name) }?.value }
}

/// A request.
public struct HTTPRequest: Sendable {
    /// The absolute URL, `http` or `https`.
    public var url: String
    /// The method, in capitals.
    public var method: String
    /// Fields for this request; they go to the origin of `url` only.
    public var headers: [HTTPField]
    /// The value of `Accept`; nil sends `*/*`.
    public var accept: String?
    /// The bytes to send; nil for none.
    public var body: [UInt8]?
    /// Makes the request conditional, as long as `url` is where the validators came from.
    public var validators: Validators?
    /// The most bytes that the body may have, before and after decoding; never more than the run allows.
    public var largestBody: Int?
    /// How long the request may take with all its redirects; never longer than the run allows.
    public var timeout: Duration?
    /// What the subscription says of its requests; the engine fills it in.
    public var settings: HTTPSettings
    /// The host that the configuration itself names, which may therefore be a private one; the engine fills it in.
    public var namedHost: String?
    /// Sees each request of this one, redirects included, right before it is sent; the engine fills it in.
    public var watch: (any RequestWatch)?

    /// A plain `GET` of a URL.
    public init(url: String) {
        self.url = url
        method = "GET"
        headers = []
        settings = HTTPSettings()
    }
}

/// What a subscription's `http` says of its requests.
public struct HTTPSettings: Sendable, Hashable {
    /// How the user and the password are given.
    public enum Authentication: String, Sendable, CaseIterable {
        /// In the clear, base64-coded (RFC 7617).
        case basic
        /// By a hash over a challenge (RFC 7616).
        case digest
    }

    /// Fields of every request to the subscription's own origin.
    public var headers: [HTTPField]
    /// The user name.
    public var user: String?
    /// The password.
    public var password: String?
    /// A bearer token (RFC 6750).
    public var bearer: String?
    /// How user and password are given.
    public var authentication: Authentication
    /// A file of CA certificates, instead of the system's.
    public var certificateAuthorities: String?
    /// A client certificate file (PEM).
    public var clientCertificate: String?
    /// The client certificate's key file (PEM).
    public var clientKey: String?
    /// The proxy's URL (`http`, `https`, `socks5`, `socks5h`); nil takes it from the environment.
    public var proxy: String?
    /// Whether credentials may come from `~/.netrc`.
    public var usesNetrc: Bool

    /// Settings that ask for nothing special.
    public init() {
        headers = []
        authentication = .basic
        usesNetrc = false
    }
}

/// A response, decoded and whole.
public struct HTTPResponse: Sendable {
    /// One redirect on the way to the response.
    public struct Redirect: Sendable, Hashable {
        /// 301, 302, 303, 307 or 308.
        public var status: Int
        /// Where it led, absolute.
        public var target: String

        /// A redirect that was followed.
        public init(status: Int, target: String) {
            self.status = status
            self.target = target
        }
    }

    /// The status code.
    public var status: Int
    /// The URL that answered, after all redirects.
    public var url: String
    /// The redirects that were followed, in order.
    public var redirects: [Redirect]
    /// The fields of the head.
    public var headers: [HTTPField]
    /// The body after content decoding.
    public var body: [UInt8]
    /// The body as it was received, where a content coding was undone; nil where it is `body` itself.
    public var receivedBody: [UInt8]?
    /// What was odd about the response and was put right, each lower case, without a full stop.
    public var remarks: [String]
    /// Bytes of the body as they were received, before content decoding; nil where nobody counted.
    public var receivedSize: Int?
    /// How long it took once it was its turn, redirects included; nil where nobody measured.
    public var transferTime: Duration?
    /// What the body takes of the memory for all bodies; nil where nobody counts.
    package var memory: MemoryShare?

    /// A response from its parts.
    public init(
        status: Int, url: String, redirects: [Redirect] = [], headers: [HTTPField] = [], body: [UInt8] = [],
        remarks: [String] = []
    ) {
        self.status = status
        self.url = url
        self.redirects = redirects
        self.headers = headers
        self.body = body
        self.remarks = remarks
    }

    /// The value of the first field with this name, in any case; nil where there is none.
    public func header(_ name: String) -> String? {
        headers.value(of: name)
    }
}

/// Why there is no response.
public struct HTTPFailure: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// The URL is none, or not `http` or `https`.
        case unusableURL
        /// The private-address rule forbids the connection.
        case forbiddenAddress
        /// The name was not found.
        case unresolvedHost
        /// No connection, or it broke.
        case connection
        /// A TLS handshake or a certificate failed.
        case security
        /// A time limit ran out.
        case timeout
        /// A size limit was passed.
        case tooLarge
        /// The body ended early.
        case truncated
        /// Too many redirects, a loop, or one to nowhere.
        case redirect
        /// The server has asked to be left alone for a while, so nothing was sent.
        case held
        /// The run's time was up before the request was sent.
        case deadline
        /// The run's time was up before the answer was whole.
        case cutOff
        /// The body cannot be decoded.
        case contentCoding
        /// The task or the run was cancelled.
        case cancelled
    }

    /// What went wrong.
    public var kind: Kind
    /// What happened and where, secrets left out: lower case, no full stop.
    public var message: String
    /// Bytes of a body that were received all the same.
    package var receivedSize = 0
    /// How long it took once it was its turn; nil where it was not.
    package var transferTime: Duration?

    /// A failure of a kind.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

extension HTTPFailure {
    /// Two are the same when they say the same, whatever they cost.
    public static func == (left: HTTPFailure, right: HTTPFailure) -> Bool {
        left.kind == right.kind && left.message == right.message
    }

    /// By what it says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(message)
    }
}

extension HTTPFailure: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
