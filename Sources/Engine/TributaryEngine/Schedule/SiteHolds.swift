import FeedModel
import FeedText
import Synchronization
package import TributaryPluginKit

/// The sites that have asked for fewer requests (429), and until when each is left alone.
///
/// One for a whole run: what one subscription's server says holds the requests of all others to the same site, those
/// included that wait for their turn.
package final class SiteHolds: RequestWatch {
    private struct State {
        var until: [String: Int64]
        var news: [String: Int64] = [:]
    }

    private let state: Mutex<State>
    private let ownHosts: OwnHosts
    private let clock: any WallClock

    /// Holds that begin with what is known from earlier runs, by site.
    package init(_ known: [String: Int64], ownHosts: OwnHosts, clock: any WallClock) {
        state = Mutex(State(until: known))
        self.ownHosts = ownHosts
        self.clock = clock
    }

    /// Until when the site of a URL is held; nil where it is not.
    package func end(for url: String) -> Int64? {
        guard !state.withLock({ $0.until.isEmpty }), let site = Site.name(of: url), !ownHosts.contains(url) else {
            return nil
        }
        let now = clock.now.seconds
        // One that is longer than any that is believed comes from a clock that stood ahead.
        return state.withLock { $0.until[site] }.flatMap { $0 > now && $0 - now <= RetryAfter.longest ? $0 : nil }
    }

    /// What has come since the last call, by site.
    package func takeNews() -> [String: Int64] {
        state.withLock { state in
            defer { state.news = [:] }
            return state.news
        }
    }

    package func refusal(of url: String) -> HTTPFailure? {
        guard let end = end(for: url) else { return nil }
        return HTTPFailure(
            .held,
            "\(Site.name(of: url) ?? url) has asked for fewer requests; it is asked again in "
                + TimeText.length(end - clock.now.seconds))
    }

    package func note(status: Int, headers: [HTTPField], from url: String) {
        guard status == 429, let site = Site.name(of: url), !ownHosts.contains(url) else { return }
        var exchange = Exchange()
        exchange.headers = headers
        let now = clock.now.seconds
        let end = now + (RetryAfter.seconds(of: exchange, at: now) ?? FetchPolicy.siteWait)
        guard end > now else { return }
        state.withLock { state in
            let known = state.until[site, default: 0]
            guard end > known || known - now > RetryAfter.longest else { return }
            state.until[site] = end
            state.news[site] = end
        }
    }
}

/// The servers that are the user's own (`fetch.own_hosts`).
package struct OwnHosts: Sendable {
    private let names: Set<String>

    /// The servers of a configuration's list.
    package init(_ names: [String]) {
        self.names = Set(names.map(HostName.ascii))
    }

    /// Whether a URL is of one of them.
    package func contains(_ url: String) -> Bool {
        guard !names.isEmpty, let host = URLText.host(of: url) else { return false }
        return names.contains(HostName.ascii(host))
    }
}
