import Synchronization
import TributaryPluginKit

/// A client that becomes another one once the composition root knows how requests are to be sent.
///
/// Until then there is no network; that other one is made when the first request is sent.
final class DeferredHTTPClient: HTTPClient {
    private enum State {
        case none
        case promised(@Sendable () -> any HTTPClient)
        case made(any HTTPClient)
    }

    private let state = Mutex(State.none)

    /// Sends requests by a client from now on.
    func use(_ client: @escaping @Sendable () -> any HTTPClient) {
        state.withLock { $0 = .promised(client) }
    }

    func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        guard let client else { throw HTTPFailure(.connection, "no request is sent in this run") }
        return try await client.response(to: request)
    }

    private var client: (any HTTPClient)? {
        state.withLock { state in
            switch state {
            case .none: return nil
            case .made(let client): return client
            case .promised(let make):
                let client = make()
                state = .made(client)
                return client
            }
        }
    }
}
