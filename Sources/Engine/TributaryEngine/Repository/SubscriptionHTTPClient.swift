import FeedText
package import TributaryPluginKit

/// Sends requests in a subscription's name: its settings go along to its own origin only.
package struct SubscriptionHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let settings: HTTPSettings
    private let origin: String?
    private let namedHost: String?

    /// A client for a subscription, over one for all.
    package init(_ client: any HTTPClient, for subscription: Subscription) {
        self.client = client
        settings = subscription.http
        origin = subscription.location.flatMap(URLText.origin(of:))
        namedHost = subscription.location.flatMap(URLText.host(of:))
    }

    package func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
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
