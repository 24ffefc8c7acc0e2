import FeedStore
import TributaryEngine
import TributaryPluginKit

/// Sends no request to a site that has asked for fewer, and notes who asks for that: for commands that read a feed
/// outside of runs.
struct HeldHTTPClient: HTTPClient {
    let client: any HTTPClient
    let holds: SiteHolds

    func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        var request = request
        request.watch = request.watch ?? holds
        return try await client.response(to: request)
    }
}

extension Wiring {
    /// The sites that are held for a plan's runs.
    func siteHolds(of plan: Plan) async throws(StoreFailure) -> SiteHolds {
        let records = try await storeToRead(plan.store)?.fetchRecords() ?? FetchRecords()
        return SiteHolds(records.siteHolds, ownHosts: plan.ownHosts, clock: clock)
    }

    /// Writes down which sites have asked a command to be left alone.
    func keepNews(of holds: SiteHolds, in plan: Plan) async throws(StoreFailure) {
        let news = holds.takeNews()
        guard !news.isEmpty, case .file(let path) = plan.store.place else { return }
        try await SQLiteStore(path: path).hold(news)
    }
}
