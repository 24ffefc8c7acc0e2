import FeedText

/// Where images lie that only count who has opened a text.
enum TrackingHosts {
    /// Whether a URL is such a place: a host of the list or below one, and where the list says so a path.
    static func isCounter(_ url: String) -> Bool {
        guard let parts = URLParts(url.hasPrefix("//") ? "https:\(url)" : url), let host = parts.host else {
            return false
        }
        var name = host[...]
        while true {
            if let paths = places[String(name)], paths.contains(where: parts.path.hasPrefix) { return true }
            guard let dot = name.firstIndex(of: ".") else { return false }
            name = name[dot...].dropFirst()
        }
    }

    /// The hosts, each with the beginnings of the paths that count; an empty one is every path.
    private static let places: [String: [String]] = [
        "pixel.wp.com": [""], "stats.wp.com": [""], "stats.wordpress.com": [""], "pixel.quantserve.com": [""],
        "scorecardresearch.com": [""], "google-analytics.com": [""], "doubleclick.net": [""],
        "feeds.feedburner.com": ["/~r/"], "feedsportal.com": [""], "feedpress.me": ["/link/", "/tracking/"],
        "tracking.feedpress.it": [""], "facebook.com": ["/tr"], "analytics.twitter.com": [""],
        "t.co": ["/i/adsct"], "px.ads.linkedin.com": [""], "bat.bing.com": [""], "mc.yandex.ru": [""],
        "counter.yadro.ru": [""], "medium.com": ["/_/stat"], "list-manage.com": ["/track/open"],
        "hubspot.com": ["/__ptq.gif"], "statcounter.com": [""], "vg07.met.vgwort.de": [""], "met.vgwort.de": [""],
        "a8.net": ["/0.gif"], "valuecommerce.com": ["/servlet/gifbanner"], "moshimo.com": ["/af/i/impression"],
        "rakuten.co.jp": ["/hsc/", "/gw.gif"], "accesstrade.net": ["/sp/rr"],
    ]
}
