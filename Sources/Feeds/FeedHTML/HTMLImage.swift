import FeedText

/// An image in HTML.
public struct HTMLImage: Sendable, Hashable {
    /// Where it lies, absolute.
    public var url: String
    /// What it shows, as plain text; nil if the HTML doesn't say.
    public var alternativeText: String?

    /// An image at a URL.
    public init(url: String, alternativeText: String? = nil) {
        self.url = url
        self.alternativeText = alternativeText
    }
}

extension HTMLSummary {
    /// The URL of the first image that shows something, made absolute; nil if there is none on the web.
    ///
    /// Passed over are images of one pixel, which count readers, emoji, and `data:` URLs, in place of which the attributes
    /// `data-src`, `data-original` and `data-lazy-src` of late loaders and then `srcset` are looked at.
    public static func firstImage(in html: String, base: String? = nil) -> String? {
        image(in: html, base: base) { _ in true }?.url
    }

    /// The first image that shows something and whose absolute URL is as wanted, with its alternative text.
    public static func image(in html: String, base: String? = nil, where isWanted: (String) -> Bool) -> HTMLImage? {
        let bytes = html.utf8.span
        var scanner = HTMLScanner()
        let name = HTMLName("img")
        while let token = scanner.next(in: bytes) {
            guard case .startTag = token, scanner.tag.name == name, !scanner.isTrackingPixel(in: bytes),
                !scanner.isEmoji(in: bytes)
            else { continue }
            for candidate in scanner.imageCandidates(in: bytes) {
                guard let url = URLText.resolve(candidate, against: base),
                    url.hasPrefix("http://") || url.hasPrefix("https://"), isWanted(url)
                else { continue }
                let alternative = scanner.decodedValue(of: "alt", in: bytes)?.trimmingASCIIWhitespace
                return HTMLImage(url: url, alternativeText: alternative?.isEmpty == true ? nil : alternative)
            }
        }
        return nil
    }
}

extension HTMLScanner {
    /// Whether the image that was found last is at most one pixel wide or high.
    fileprivate func isTrackingPixel(in bytes: Span<UInt8>) -> Bool {
        for name in ["width", "height"] as [StaticString] {
            guard let value = decodedValue(of: name, in: bytes) else { continue }
            let digits = value.prefix { $0.isASCII && $0.isNumber }
            if digits == value || value.hasSuffix("px"), let pixels = Int(digits), pixels <= 1 { return true }
        }
        return false
    }

    /// The URLs of the image that was found last, best first.
    fileprivate func imageCandidates(in bytes: Span<UInt8>) -> [String] {
        var candidates: [String] = []
        for name in ["src", "data-src", "data-original", "data-lazy-src"] as [StaticString] {
            guard let value = decodedValue(of: name, in: bytes) else { continue }
            let url = value.trimmingASCIIWhitespace
            if !url.isEmpty { candidates.append(url) }
        }
        if let list = decodedValue(of: "srcset", in: bytes) {
            let list = list.utf8.span
            if let first = HTMLSourceSet.urls(in: list).first { candidates.append(list.text(in: first)) }
        }
        return candidates
    }
}
