extension ComparableURL {
    /// The URL that most likely is the page's own: without what tells trackers, telephones and caches apart.
    ///
    /// Beyond what ``text(_:)`` leaves out, these don't count: trackers' parameters, the order of parameters, fragments
    /// (but for `#!` and `#/`, which choose a page), `www` and the hosts for telephones, AMP pages and their caches, and
    /// `index.html`. What is no web page's URL is returned as it is.
    package static func canonical(_ url: String) -> String {
        let clean = TrackingParameters.known.removed(from: url) ?? url
        guard var parts = URLParts(clean), parts.scheme == "http" || parts.scheme == "https" else { return url }
        unwrapCache(&parts)
        parts.scheme = "https"
        parts.host = parts.host.map { withoutVariant(host: $0) }
        parts.path = withoutVariant(path: parts.path)
        parts.query = parts.query.flatMap(withoutVariants)
        if let fragment = parts.fragment, !fragment.hasPrefix("!"), !fragment.hasPrefix("/") { parts.fragment = nil }
        return text(parts.text)
    }

    /// Puts in the page's own URL where a cache of AMP pages holds it in its path.
    private static func unwrapCache(_ parts: inout URLParts) {
        let prefixes: [String]
        if parts.host == "www.google.com" || parts.host == "google.com" {
            prefixes = ["/amp/s/", "/amp/"]
        } else if parts.host?.hasSuffix(".cdn.ampproject.org") == true {
            prefixes = ["/c/s/", "/v/s/", "/c/", "/v/"]
        } else {
            return
        }
        guard let prefix = prefixes.first(where: parts.path.hasPrefix) else { return }
        let query = parts.query.map { "?\($0)" } ?? ""
        guard let page = URLParts("https://\(parts.path.dropFirst(prefix.count))\(query)") else { return }
        parts = page
    }

    private static let hostVariants: Set<Substring> = ["www", "m", "mobile", "touch", "amp", "sp"]

    /// The host without `www`, `m` and their like at its beginning, or behind a language as in `en.m.example.org`.
    private static func withoutVariant(host: String) -> String {
        var labels = host.split(separator: ".", omittingEmptySubsequences: false)
        while labels.count > 2, hostVariants.contains(labels[0]) { labels.removeFirst() }
        if labels.count > 3, labels[1] == "m" { labels.remove(at: 1) }
        return labels.joined(separator: ".")
    }

    private static func withoutVariant(path: String) -> String {
        var path = path
        for ending in ["/", "/amp", ".amp", "/amp.html", "/index.html", "/index.htm", "/index.php"]
        where path.hasSuffix(ending) {
            path.removeLast(ending.count)
        }
        if path.hasSuffix(".amp.html") { path = String(path.dropLast(9)) + ".html" }
        if path.hasPrefix("/amp/") { path.removeFirst(4) }
        return path
    }

    private static func withoutVariants(_ query: String) -> String? {
        let kept = query.split(separator: "&").filter { parameter in
            !["amp", "amp=1", "amp=true", "outputType=amp", "output=amp", "m=1", "m=0"].contains(parameter)
        }
        return kept.isEmpty ? nil : kept.sorted().joined(separator: "&")
    }
}
