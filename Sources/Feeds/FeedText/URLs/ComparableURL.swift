/// URLs of web pages without the differences that never make another page.
package enum ComparableURL {
    /// The URL with `http` as `https`, its host in lower case, without a slash at the end and without a tracker's fragment.
    ///
    /// Other fragments stay: pages of news name their entries by them. What is no web page's URL is returned as it is.
    package static func text(_ url: String) -> String {
        guard var parts = URLParts(url), parts.scheme == "http" || parts.scheme == "https" else { return url }
        parts.scheme = "https"
        if parts.path.hasSuffix("/") { parts.path.removeLast() }
        if parts.query?.isEmpty == true { parts.query = nil }
        if let fragment = parts.fragment, fragment.isEmpty || trackers.contains(where: fragment.hasPrefix) {
            parts.fragment = nil
        }
        return parts.text
    }

    /// Beginnings of fragments that tell where a reader came from, or what to mark on the page.
    private static let trackers = ["utm_", "xtor=", "at_medium=", ":~:"]
}
