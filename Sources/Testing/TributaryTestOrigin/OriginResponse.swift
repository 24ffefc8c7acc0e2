/// What the origin answers at one path: a response, and everything that may be wrong with it.
///
/// The parts are independent of each other: a gzip body may come one byte a second, in chunks, and break off.
public struct OriginResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields; length, encoding, validators and connection are added by the origin.
    public var headers: OriginHeaders
    /// The body before any encoding.
    public var body: [UInt8]
    /// How the body is compressed.
    public var encoding: OriginEncoding = .identity
    /// What `Content-Encoding` says; nil says the truth, an empty string says nothing.
    public var claimedEncoding: String?
    /// How much of the encoded body there is, from 0 to 1: less than 1 is a body that was cut before it was measured.
    public var completeness: Double = 1
    /// How the end of the body is told.
    public var framing: Framing = .length
    /// When the bytes come.
    public var pace: Pace = .atOnce
    /// What becomes of the connection.
    public var ending: Ending = .keepAlive
    /// Bytes that follow a little later, as if the body were longer than the head says.
    public var leftovers: [UInt8] = []
    /// Whether a 200 gets an ETag and a Last-Modified, unless `headers` has one, and conditions are answered with 304.
    public var isConditional: Bool = true

    /// How the end of the body is told.
    public enum Framing: Sendable {
        /// A right `Content-Length`.
        case length
        /// A `Content-Length` that is so many times the right one; the connection is closed after the body.
        case wrongLength(times: Double)
        /// Chunks of odd sizes, whole.
        case chunked
        /// Chunks without the last, empty one; give it an `ending` that closes.
        case openChunks
        /// Something that is no chunk.
        case brokenChunks
        /// Nothing but the end of the connection.
        case close
        /// No head at all: the body is all that is sent.
        case raw
    }

    /// When the bytes come.
    public enum Pace: Sendable {
        /// Head and body in one write.
        case atOnce
        /// The same after some time.
        case after(Duration)
        /// The same once `TestOrigin.release()` has been called.
        case whenReleased
        /// Never; the connection is held until the client or the origin goes away.
        case never
        /// The head at once, then one byte of the body each time.
        case dripping(every: Duration)
        /// The head and half of the body, and then nothing, for ever.
        case stallingMidway
        /// The body over and over again, without end, in chunks.
        case endless
    }

    /// What becomes of the connection.
    public enum Ending: Sendable {
        /// It stays open for the next request.
        case keepAlive
        /// It is closed after the response.
        case close
        /// It is closed after this share of the encoded body, from 0 to 1.
        case cut(at: Double)
        /// The same, with a reset.
        case reset(at: Double)
    }

    /// A response with the given parts, delivered as it should be.
    public init(status: Int = 200, headers: OriginHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A 200 with a text body.
    public init(_ text: String, type: String = "application/rss+xml") {
        self.init(headers: ["Content-Type": type], body: Array(text.utf8))
    }

    /// A redirect.
    public static func redirect(to location: String, status: Int = 302) -> OriginResponse {
        OriginResponse(status: status, headers: ["Location": location])
    }

    /// A small gzip body that decodes to so many mebibytes of one letter.
    public static func bomb(mebibytes: Int) -> OriginResponse {
        var response = OriginResponse(headers: ["Content-Type": "application/rss+xml"])
        response.body = OriginEncoding.gzipBomb(mebibytes: mebibytes)
        response.claimedEncoding = "gzip"
        response.isConditional = false
        return response
    }

    /// The same with another way of delivery; for short tables in tests.
    public func with(_ change: (inout OriginResponse) -> Void) -> OriginResponse {
        var copy = self
        change(&copy)
        return copy
    }
}
