import FeedText
import Synchronization
package import TributaryPluginKit

/// Sends requests in a subscription's name: its settings go along to its own origin only.
package struct SubscriptionHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let settings: HTTPSettings
    private let namedHost: String?
    private let location: String?
    private let watch: (any RequestWatch)?
    private let log: ExchangeLog?

    /// A client for a subscription, over one for all.
    ///
    /// - Parameters:
    ///   - named: the address that the configuration itself names, where another one is asked instead.
    ///   - watch: sees every request before it is sent.
    ///   - log: takes what is said.
    package init(
        _ client: any HTTPClient, for subscription: Subscription, namedBy named: String? = nil,
        watch: (any RequestWatch)? = nil, log: ExchangeLog? = nil
    ) {
        self.client = client
        settings = subscription.http
        location = subscription.location
        namedHost = (named ?? location).flatMap(URLText.host(of:))
        self.watch = watch
        self.log = log
    }

    package func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        var request = request
        request.settings = settings
        if let location, request.url != location, let origin = URLText.origin(of: location),
            URLText.origin(of: request.url) != origin
        {
            request.settings.dropCredentials()
        }
        request.namedHost = namedHost ?? request.namedHost
        request.watch = watch
        let start = ContinuousClock.now
        do throws(HTTPFailure) {
            if let refusal = watch?.refusal(of: request.url) { throw refusal }
            let response = try await client.response(to: request)
            watch?.note(status: response.status, headers: response.headers, from: response.url)
            log?.note { $0.note(response, to: request, at: location, took: ContinuousClock.now - start) }
            return response
        } catch {
            log?.note { $0.note(error) }
            throw error
        }
    }
}

/// Takes what is said in one reading, by however many requests.
package final class ExchangeLog: Sendable {
    private let state = Mutex<Exchange?>(nil)

    /// A log of nothing yet.
    package init() {}

    /// What was said; nil where there was no request.
    package var exchange: Exchange? { state.withLock { $0 } }

    func note(_ change: (inout Exchange) -> Void) {
        state.withLock { state in
            var exchange = state ?? Exchange()
            change(&exchange)
            state = exchange
        }
    }
}

extension HTTPSettings {
    /// Leaves only what is about the way, nothing about who asks.
    fileprivate mutating func dropCredentials() {
        var others = HTTPSettings()
        others.proxy = proxy
        others.certificateAuthorities = certificateAuthorities
        self = others
    }
}
