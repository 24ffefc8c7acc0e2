import FeedText
import TributaryPluginKit

/// Sends requests in a subscription's name: its settings go along to its own origin only.
struct SubscriptionHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let settings: HTTPSettings
    private let origin: String?
    private let namedHost: String?

    init(_ client: any HTTPClient, for subscription: Subscription) {
        self.client = client
        settings = subscription.http
        origin = subscription.location.flatMap(URLText.origin(of:))
        namedHost = subscription.location.flatMap(URLText.host(of:))
    }

    func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        var request = request
        request.settings = settings
        if let origin, URLText.origin(of: request.url) != origin { request.settings.dropCredentials() }
        request.namedHost = namedHost
        return try await client.response(to: request)
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
