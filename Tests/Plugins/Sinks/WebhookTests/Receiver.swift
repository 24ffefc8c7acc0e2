import FeedJSON
import FeedText
import Synchronization
import TributaryPluginKit

/// A web whose only server takes what it is sent, remembers keys, and fails as a test wants.
final class Receiver: HTTPClient {
    private struct State {
        var requests: [HTTPRequest] = []
        var taken: [JSONValue] = []
        var keys: Set<String> = []
        var failsFrom: Int?
        var answer = HTTPResponse(status: 200, url: "")
        var failure: HTTPFailure?
    }

    private let state = Mutex(State())

    /// A server that takes so many requests, then breaks.
    init(failsFrom count: Int? = nil) {
        state.withLock {
            $0.failsFrom = count
            $0.failure = count.map { _ in HTTPFailure(.connection, "the line is dead") }
        }
    }

    /// A server that answers so.
    convenience init(answering answer: HTTPResponse) {
        self.init()
        state.withLock { $0.answer = answer }
    }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// The bodies that were taken, each once.
    var bodies: [JSONValue] { state.withLock { $0.taken } }

    func repair() {
        state.withLock { $0.failsFrom = nil }
    }

    func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let result = state.withLock { (state) -> Result<HTTPResponse, HTTPFailure> in
            state.requests.append(request)
            if let count = state.failsFrom, state.requests.count > count, let failure = state.failure {
                return .failure(failure)
            }
            guard (200...299).contains(state.answer.status) else { return .success(state.answer) }
            let key = request.headers.first { $0.name == "Idempotency-Key" }?.value ?? ""
            if state.keys.insert(key).inserted, let body = try? JSONNode(parsing: request.body ?? []).value {
                state.taken.append(body)
            }
            return .success(state.answer)
        }
        return try result.get()
    }
}

extension HTTPRequest {
    /// The value of a field.
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The body as JSON, written with one member a line.
    var prettyBody: String {
        guard let value = try? JSONNode(parsing: body ?? []).value else {
            return String(decoding: body ?? [], as: UTF8.self)
        }
        var writer = JSONWriter(layout: .indented)
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
