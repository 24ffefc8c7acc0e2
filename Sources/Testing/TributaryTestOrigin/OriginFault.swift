/// A named fault: what is served at `/fault/<name>/<path>` instead of what is at `/<path>`.
public enum OriginFault: String, CaseIterable, Sendable {
    case latency, never, drip, stall
    case cut, reset, close, garbage
    case lengthLong = "length-long"
    case lengthShort = "length-short"
    case chunked
    case untilClose = "until-close"
    case chunksBroken = "chunks-broken"
    case chunksCut = "chunks-cut"
    case type, charset, html, login, empty
    case gzip, deflate
    case deflateRaw = "deflate-raw"
    case brotli, zstd
    case gzipTruncated = "gzip-truncated"
    case gzipClaimed = "gzip-claimed"
    case gzipUnlabelled = "gzip-unlabelled"
    case infinite, bomb
    case headers
    case redirect, moved, loop
    case redirectFile = "redirect-file"
    case unchanged
    case forbidden = "403"
    case notFound = "404"
    case gone = "410"
    case tooMany = "429"
    case broken = "500"
    case unavailable = "503"

    /// What it does, in one line.
    public var summary: String {
        switch self {
        case .latency: "answers after half a second"
        case .never: "accepts the request and never answers"
        case .drip: "one byte of the body a second"
        case .stall: "half of the body, then nothing"
        case .cut: "closes in the middle of the body"
        case .reset: "resets the connection in the middle of the body"
        case .close: "closes without an answer"
        case .garbage: "bytes that are not HTTP"
        case .lengthLong: "Content-Length is twice the right one"
        case .lengthShort: "Content-Length is a third too short"
        case .chunked: "chunks of odd sizes (legal)"
        case .untilClose: "no length, ended by closing (legal)"
        case .chunksBroken: "a chunk without a size"
        case .chunksCut: "chunks that end without the last one"
        case .type: "text/plain instead of the right type"
        case .charset: "a wrong charset in the type"
        case .html: "a parked page instead of a feed"
        case .login: "a login page instead of a feed"
        case .empty: "200 with an empty body"
        case .gzip, .deflate, .brotli, .zstd: "compressed, whether asked for or not (legal)"
        case .deflateRaw: "deflate without the zlib frame"
        case .gzipTruncated: "a gzip stream without its end"
        case .gzipClaimed: "says gzip, is plain"
        case .gzipUnlabelled: "is gzip, does not say so"
        case .infinite: "a body without end"
        case .bomb: "512 MiB in a small gzip body"
        case .headers: "2 MiB of header fields"
        case .redirect: "302 to the path (legal)"
        case .moved: "301 to the path (legal)"
        case .loop: "redirects to itself"
        case .redirectFile: "redirects to file:///etc/hostname"
        case .unchanged: "304 with a body, whatever was asked"
        case .tooMany: "status 429, Retry-After: 120"
        case .unavailable: "status 503, Retry-After: a date in 2027"
        case .forbidden, .notFound, .gone, .broken: "status \(rawValue)"
        }
    }

    /// What `response`, the right one for `path`, becomes.
    public func apply(to response: OriginResponse, at path: String) -> OriginResponse {
        switch self {
        case .latency: response.with { $0.pace = .after(.milliseconds(500)) }
        case .never: response.with { $0.pace = .never }
        case .drip: response.with { $0.pace = .dripping(every: .seconds(1)) }
        case .stall: response.with { $0.pace = .stallingMidway }
        case .cut: response.with { $0.ending = .cut(at: 0.5) }
        case .reset: response.with { $0.ending = .reset(at: 0.5) }
        case .close: OriginResponse().with { $0.framing = .raw }
        case .garbage:
            OriginResponse(body: Array("\u{0}\u{FF} not http at all\r\n\r\n".utf8)).with { $0.framing = .raw }
        case .lengthLong: response.with { $0.framing = .wrongLength(times: 2) }
        case .lengthShort: response.with { $0.framing = .wrongLength(times: 2 / 3) }
        case .chunked: response.with { $0.framing = .chunked }
        case .untilClose: response.with { $0.framing = .close }
        case .chunksBroken: response.with { $0.framing = .brokenChunks }
        case .chunksCut: response.with { $0.framing = .openChunks }
        case .type: response.with { $0.headers["Content-Type"] = "text/plain" }
        case .charset: response.with { $0.headers["Content-Type"] = "application/xml; charset=us-ascii" }
        case .html: Self.page(title: "Parked domain", text: "Nothing here<br>at all")
        case .login: Self.page(title: "Please log in", text: "<form method=post><input name=password></form>")
        case .empty: OriginResponse("", type: response.headers["Content-Type"] ?? "application/xml")
        case .gzip: response.with { $0.encoding = .gzip }
        case .deflate: response.with { $0.encoding = .deflate }
        case .deflateRaw: response.with { $0.encoding = .rawDeflate }
        case .brotli: response.with { $0.encoding = .brotli }
        case .zstd: response.with { $0.encoding = .zstd }
        case .gzipTruncated:
            response.with {
                $0.encoding = .gzip
                $0.completeness = 0.6
            }
        case .gzipClaimed:
            response.with {
                $0.encoding = .identity
                $0.claimedEncoding = "gzip"
            }
        case .gzipUnlabelled:
            response.with {
                $0.encoding = .gzip
                $0.claimedEncoding = ""
            }
        case .infinite:
            response.with {
                $0.encoding = .identity
                $0.pace = .endless
            }
        case .bomb: Self.largeBomb
        case .headers: Self.headerBomb
        case .redirect: .redirect(to: path)
        case .moved: .redirect(to: path, status: 301)
        case .loop: .redirect(to: "/fault/loop" + path)
        case .redirectFile: .redirect(to: "file:///etc/hostname")
        case .unchanged: OriginResponse(status: 304, body: Array("<p>unchanged".utf8)).with { $0.ending = .close }
        case .tooMany: OriginResponse(status: 429, headers: ["Retry-After": "120"])
        case .unavailable: OriginResponse(status: 503, headers: ["Retry-After": "Wed, 01 Dec 2027 00:00:00 GMT"])
        case .forbidden: OriginResponse(status: 403)
        case .notFound: OriginResponse(status: 404)
        case .gone: OriginResponse(status: 410)
        case .broken: OriginResponse(status: 500)
        }
    }

    /// The fault and the path behind it in a path of the form `/fault/<name>/<path>`.
    static func named(in path: String) -> (fault: OriginFault, path: String)? {
        let prefix = "/fault/"
        guard path.hasPrefix(prefix) else { return nil }
        let rest = path.dropFirst(prefix.count)
        let name = rest.prefix { $0 != "/" }
        guard let fault = OriginFault(rawValue: String(name)) else { return nil }
        return (fault, String(rest.dropFirst(name.count)))
    }
}

// MARK: - Private

extension OriginFault {
    private static let largeBomb = OriginResponse.bomb(mebibytes: 512)

    private static let headerBomb: OriginResponse = {
        let line = "X-Padding: " + String(repeating: "y", count: 1_011) + "\r\n"
        let text = "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 2 << 10)
        return OriginResponse(body: Array(text.utf8)).with { $0.framing = .raw }
    }()

    private static func page(title: String, text: String) -> OriginResponse {
        OriginResponse("<!DOCTYPE html><title>\(title)</title><body>\(text)</body>", type: "text/html; charset=utf-8")
    }
}
