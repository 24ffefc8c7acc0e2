import FeedHTML
import FeedModel

/// What becomes of the entries' images.
enum ImageShowing: String, Decodable, Sendable, CaseIterable {
    /// They are left out: the pages ask no server for anything.
    case none
    /// They are links: a server is asked when somebody follows one.
    case link
    /// They are loaded from their own servers, without a proxy between and without a referrer.
    case proxyFree = "proxy-free"
}

extension ImageShowing {
    /// The text of an entry as harmless HTML, whose headings are below that of the page.
    func content(of entry: Entry) -> String {
        if let html = entry.contentHTML {
            let loaded = HTMLImages.loadingAtOnce(html)
            let seen = HTMLImages.removingPixels(from: loaded) { _ in false } ?? loaded
            let content = HTMLSanitizer.sanitized(seen, base: entry.baseURL, policy: policy)
            // HTML that shows nothing says less than a summary.
            if !HTMLText.plainText(content).isEmpty || content.contains("<img") { return content }
        }
        return Self.paragraphs(entry.contentText ?? entry.summary ?? "")
    }

    /// What is let through: what valid pages may hold, and of pictures, sounds and videos what this says.
    private var policy: HTMLPolicy {
        var policy = HTMLPolicy.standard
        // Sounds and videos would be requests beside those for images.
        for name in ["audio", "video", "track", "source", "picture"] { policy.elements[name] = nil }
        if self != .proxyFree { policy.elements["img"] = nil }
        // What HTML has given up, and landmarks, of which a page has its own.
        for name in ["acronym", "big", "strike", "tt", "rb", "rtc", "main", "nav", "header", "footer", "hgroup"] {
            policy.elements[name] = nil
        }
        for name in policy.elements.keys { policy.elements[name]?.subtract(["align", "valign"]) }
        policy.elements["td"]?.subtract(["abbr", "scope"])
        policy.elements["img"]?.subtract(["sizes", "srcset"])
        policy.keepsRelativeURLs = false
        policy.linksLeftOutMedia = self != .none
        policy.highestHeading = 2
        return policy
    }

    private static func paragraphs(_ text: String) -> String {
        text.split(separator: "\n\n", omittingEmptySubsequences: true)
            .map { "<p>\(HTMLText.escaped(String($0)))</p>" }.joined(separator: "\n")
    }
}
