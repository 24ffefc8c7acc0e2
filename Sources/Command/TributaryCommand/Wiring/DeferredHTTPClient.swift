import Synchronization
import TributaryPluginKit

/// A client that becomes another one once the composition root has it; until then there is no network.
final class DeferredHTTPClient: HTTPClient {
    private let client = Mutex<(any HTTPClient)?>(nil)

    /// Sends requests by a client from now on.
    func use(_ client: any HTTPClient) {
        self.client.withLock { $0 = client }
    }

    func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        guard let client = client.withLock({ $0 }) else {
            throw HTTPFailure(.connection, "no request is sent in this run")
        }
        return try await client.response(to: request)
    }
}
