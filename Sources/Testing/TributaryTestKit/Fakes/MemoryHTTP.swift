import Synchronization
public import TributaryPluginKit

/// A web in memory: answers requests by their URLs, and keeps what was asked.
public final class MemoryHTTP: HTTPClient {
    /// What is at a URL.
    public struct Answer: Sendable {
        fileprivate var status = 200
        fileprivate var body: [UInt8] = []
        fileprivate var headers: [HTTPField] = []
        fileprivate var target: String?
        fileprivate var failure: HTTPFailure?

        /// A document.
        public static func page(_ body: String, type: String = "text/html; charset=utf-8") -> Answer {
            .document(Array(body.utf8), headers: [HTTPField(name: "Content-Type", value: type)])
        }

        /// Bytes with the fields of their head.
        public static func document(_ body: [UInt8], status: Int = 200, headers: [HTTPField]) -> Answer {
            Answer(status: status, body: body, headers: headers)
        }

        /// A status without a document.
        public static func status(_ status: Int) -> Answer { Answer(status: status) }

        /// A document to which a redirect led.
        public static func redirected(_ target: String, _ body: String) -> Answer {
            Answer(
                body: Array(body.utf8), headers: [HTTPField(name: "Content-Type", value: "text/html")], target: target)
        }

        /// No answer.
        public static func failure(_ failure: HTTPFailure) -> Answer { Answer(failure: failure) }
    }

    private let answers: [String: Answer]
    private let others: Answer
    private let seen = Mutex<[HTTPRequest]>([])

    /// A web of these answers; of everything else it says `others`, a 404 unless something else is given.
    public init(_ answers: [String: Answer] = [:], others: Answer = .status(404)) {
        self.answers = answers
        self.others = others
    }

    /// The requests so far, in order.
    public var requests: [HTTPRequest] { seen.withLock { $0 } }

    /// The body that is at a URL; nil where nothing is.
    public func body(at url: String) -> [UInt8]? { answers[url]?.body }

    /// The URLs that were asked for so far, in order.
    public var asked: [String] { requests.map(\.url) }

    /// Answers a request.
    public func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        seen.withLock { $0.append(request) }
        // Others may go on meanwhile, as with a real web.
        await Task.yield()
        let answer = answers[request.url] ?? others
        if let failure = answer.failure { throw failure }
        return HTTPResponse(
            status: answer.status, url: answer.target ?? request.url, headers: answer.headers, body: answer.body)
    }
}
