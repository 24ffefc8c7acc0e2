import TributaryPluginKit
import TributaryTestOrigin

@testable import FeedHTTP

/// A client as tests want it; `change` makes limits small.
///
/// Time limits are very long unless a test sets them, since other tests may keep the processor busy.
func makeClient(
    ownHosts: [String] = [], proxies: [String: String] = [:], _ change: (inout HTTPLimits) -> Void = { _ in }
) -> FeedHTTPClient {
    var limits = HTTPLimits()
    limits.total = .seconds(3600)
    limits.stall = .seconds(3600)
    limits.quietAfter = .seconds(3600)
    change(&limits)
    return FeedHTTPClient(
        userAgent: "Tributary/test", limits: limits, ownHosts: ownHosts, proxies: ProxyEnvironment(proxies))
}

/// A request as the engine makes it for a subscription that names the host itself.
func request(_ url: String, _ change: (inout HTTPRequest) -> Void = { _ in }) -> HTTPRequest {
    var request = HTTPRequest(url: url)
    request.namedHost = url.contains("localhost") ? "localhost" : "127.0.0.1"
    change(&request)
    return request
}

extension FeedHTTPClient {
    /// The failure that a request ends with; nil when it ends well.
    func failure(of request: HTTPRequest) async -> HTTPFailure? {
        do throws(HTTPFailure) {
            _ = try await response(to: request)
            return nil
        } catch {
            return error
        }
    }
}

/// Text that compresses, but is long enough to come in several pieces.
let feedText = "<rss>" + (0..<5_000).map { "<item><title>記事 \($0 * 7919 % 5000)</title></item>" }.joined() + "</rss>"
