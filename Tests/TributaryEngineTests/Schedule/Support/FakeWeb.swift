import FeedModel
import Synchronization
import TributaryPluginKit
import TributaryTestKit

/// A web in which a test writes what each address answers, and which keeps a record of every request.
///
/// Redirects are followed and conditions sent as FeedHTTP does it.
final class FakeWeb: HTTPClient {
    /// One request to one address.
    struct Visit: Sendable {
        var url: String
        /// How many there were before it to this address.
        var earlier: Int
        /// Seconds since 1970.
        var time: Int64
        /// What is sent beside User-Agent and Accept-Encoding.
        var headers: [HTTPField]
        var status = 0
        /// Whether the answer was a feed or "not modified".
        var wentWell: Bool { status == 200 || status == 304 }

        func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    }

    /// What an address answers.
    struct Answer: Sendable {
        var status = 200
        var headers: [HTTPField] = []
        var body = ""
        /// What happens instead.
        var failure: HTTPFailure?

        init(_ status: Int = 200, _ headers: KeyValuePairs<String, String> = [:], body: String = "") {
            self.status = status
            self.headers = headers.map { HTTPField(name: $0, value: $1) }
            self.body = body
        }

        static let broken = Answer(HTTPFailure(.connection, "the connection broke"))
        static let cutOff = Answer(HTTPFailure(.cutOff, "the run's time was up"))
        static let putOff = Answer(HTTPFailure(.deadline, "the run's time was up"))
        static let unresolved = Answer(HTTPFailure(.unresolvedHost, "there is no host"))

        private init(_ failure: HTTPFailure) { self.failure = failure }
    }

    typealias Page = @Sendable (Visit) -> Answer

    private struct State {
        var pages: [String: Page] = [:]
        var visits: [Visit] = []
        var counts: [String: Int] = [:]
    }

    private let state = Mutex(State())
    private let clock: FixedClock

    init(clock: FixedClock) {
        self.clock = clock
    }

    /// Every request so far.
    var visits: [Visit] { state.withLock { $0.visits } }

    /// The requests to one address.
    func visits(to url: String) -> [Visit] { visits.filter { $0.url == url } }

    /// Has an address answer so from now on.
    func serve(_ url: String, _ page: @escaping Page) {
        state.withLock { $0.pages[url] = page }
    }

    func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        var url = request.url
        var redirects: [HTTPResponse.Redirect] = []
        while true {
            if let refusal = request.watch?.refusal(of: url) { throw refusal }
            let answer = visit(url, request)
            if let failure = answer.failure { throw failure }
            request.watch?.note(status: answer.status, headers: answer.headers, from: url)
            let location = answer.headers.first { $0.name == "Location" }?.value
            guard [301, 302, 303, 307, 308].contains(answer.status), let location else {
                return HTTPResponse(
                    status: answer.status, url: url, redirects: redirects, headers: answer.headers,
                    body: Array(answer.body.utf8))
            }
            guard redirects.count < 10 else { throw HTTPFailure(.redirect, "over 10 redirects") }
            redirects.append(HTTPResponse.Redirect(status: answer.status, target: location))
            url = location
        }
    }

    private func visit(_ url: String, _ request: HTTPRequest) -> Answer {
        var headers = request.headers
        if let accept = request.accept { headers.append(HTTPField(name: "Accept", value: accept)) }
        if let validators = request.validators, validators.url == url {
            if let etag = validators.etag { headers.append(HTTPField(name: "If-None-Match", value: etag)) }
            if let date = validators.lastModified {
                headers.append(HTTPField(name: "If-Modified-Since", value: date))
            }
        }
        let time = clock.now.seconds
        return state.withLock { state in
            let earlier = state.counts[url, default: 0]
            state.counts[url] = earlier + 1
            var visit = Visit(url: url, earlier: earlier, time: time, headers: headers)
            let answer = state.pages[url]?(visit) ?? Answer(404)
            visit.status = answer.failure == nil ? answer.status : 0
            state.visits.append(visit)
            return answer
        }
    }
}

extension FakeWeb.Visit {
    /// The answer with a feed's text, or "not modified" where the request names what has not changed.
    func conditional(_ body: String, _ headers: KeyValuePairs<String, String>) -> FakeWeb.Answer {
        let etag = headers.first { $0.key == "ETag" }?.value
        let date = headers.first { $0.key == "Last-Modified" }?.value
        let isKnown =
            etag.map { header("If-None-Match") == $0 } ?? date.map { header("If-Modified-Since") == $0 } ?? false
        return FakeWeb.Answer(isKnown ? 304 : 200, headers, body: isKnown ? "" : body)
    }
}

/// An RSS document with entries of these ids; `head` is what the channel says beside.
func rss(_ ids: [Int], head: String = "") -> String {
    let items = ids.map { "<item><guid isPermaLink=\"false\">g\($0)</guid><title>Entry \($0)</title></item>" }
    return "<rss version=\"2.0\"><channel><title>Feed</title>\(head)\(items.joined())</channel></rss>"
}
