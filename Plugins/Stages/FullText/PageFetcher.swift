import FeedText
import TributaryPluginKit

/// Why there is no page.
struct PageFailure: Error {
    /// Whether it will be the same tomorrow.
    var isLasting: Bool
    var message: String

    init(isLasting: Bool, _ message: String) {
        self.isLasting = isLasting
        self.message = message
    }
}

/// Fetches pages that robots.txt allows.
struct PageFetcher: Sendable {
    private let http: any HTTPClient
    private let robots: RobotsFiles
    private let largest: Int
    private let timeout: Duration

    init(http: any HTTPClient, largest: Int, timeout: Duration) {
        self.http = http
        robots = RobotsFiles(http: http, timeout: timeout)
        self.largest = largest
        self.timeout = timeout
    }

    /// The HTML of a page as text, and its address after redirects.
    func page(at url: String) async throws(PageFailure) -> (html: String, url: String) {
        try await ask(robots, for: url)
        var request = HTTPRequest(url: url)
        request.accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"
        request.largestBody = largest
        request.timeout = timeout
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await http.response(to: request)
        } catch {
            throw PageFailure(error)
        }
        guard response.status == 200 else {
            // Servers say 404 and 410 for good, 401 to 403 to programs; all else is trouble that passes.
            let isLasting = (400..<500).contains(response.status) && ![408, 425, 429].contains(response.status)
            throw PageFailure(isLasting: isLasting, "the server answers with status \(response.status)")
        }
        let type = response.header("content-type").flatMap { MediaType(parsing: $0) }
        if let type, !type.isHTML { throw PageFailure(isLasting: true, "the page is no HTML but \(type.essence)") }
        // The last redirect may have led to a site that wants no robots.
        if response.url != url { try await ask(robots, for: response.url) }
        let text = CharsetDecoder.decode(response.body, transportCharset: type?.charset, kind: .html)
        return (String(decoding: text.utf8, as: UTF8.self), response.url)
    }

    private func ask(_ robots: RobotsFiles, for url: String) async throws(PageFailure) {
        switch await robots.answer(for: url) {
        case .allowed: return
        case .forbidden: throw PageFailure(isLasting: true, "the site's robots.txt forbids it")
        case .unknown(let reason):
            throw PageFailure(isLasting: false, "the site's robots.txt cannot be read: \(reason)")
        }
    }
}

extension PageFailure {
    init(_ failure: HTTPFailure) {
        let isLasting =
            switch failure.kind {
            case .unusableURL, .forbiddenAddress, .tooLarge, .redirect, .contentCoding: true
            case .unresolvedHost, .connection, .security, .timeout, .truncated, .held, .deadline, .cutOff, .cancelled:
                false
            }
        self.init(isLasting: isLasting, failure.message)
    }
}
