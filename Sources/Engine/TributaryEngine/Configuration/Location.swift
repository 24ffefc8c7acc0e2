import FeedText

/// What a subscription reads, as it is written: an address or the path of a file.
enum Location {
    /// The address, or the path made absolute against a folder.
    static func resolved(_ text: String, in baseFolder: String) -> String {
        URLText.scheme(of: text) == nil ? FilePath.absolute(text, in: baseFolder) : text
    }

    /// What is wrong with an address or a path; nil where nothing is.
    static func problem(with text: String) -> String? {
        guard !text.isEmpty else { return "the text is empty; it takes an address or the path of a file" }
        if text.utf8.contains(0) { return "an address or a path has no NUL in it" }
        guard let scheme = URLText.scheme(of: text) else { return nil }
        let isWeb = scheme == "http" || scheme == "https"
        if isWeb, URLText.resolve(text, against: nil) != nil { return nil }
        let shown = URLText.redacted(text)
        switch scheme {
        case "http", "https":
            return "\"\(shown)\" is no address: it names no host"
        case "feed":
            return "\"\(shown)\" is another way to write an address; write "
                + "\"\(URLText.redacted(URLText.withoutFeedScheme(text)))\""
        case "file":
            return "\"\(shown)\" is an address of a file; write its path alone"
        case _ where FeedShortcut.meaning(of: text) != .plain:
            return "\"\(shown)\" is a shortcut; have it looked up and written here by: tributary add \(shown)"
        default:
            let advice = text.contains("://") ? "" : "; for a file of this name write \"./\(shown)\""
            return "\"\(shown)\" begins with \"\(scheme):\"; feeds are read over http, https or from files\(advice)"
        }
    }
}
