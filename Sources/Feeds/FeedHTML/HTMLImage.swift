import FeedText

/// An image in HTML.
public struct HTMLImage: Sendable, Hashable {
    /// Where it lies, absolute.
    public var url: String
    /// What it shows, as plain text; nil if the HTML doesn't say.
    public var alternativeText: String?
    /// How wide it is in pixels, by its `width` or the widest of its `srcset`; nil if the HTML doesn't say.
    public var width: Int?

    /// An image at a URL.
    public init(url: String, alternativeText: String? = nil, width: Int? = nil) {
        self.url = url
        self.alternativeText = alternativeText
        self.width = width
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
        HTMLImages.first(in: html, base: base) { isWanted($0.url) }
    }
}

extension HTMLScanner {
    /// What the tag that was found last shows, if it is an image of the web that shows something and is as wanted.
    func image(in bytes: Span<UInt8>, base: String?, where isWanted: (HTMLImage) -> Bool) -> HTMLImage? {
        guard tag.name == HTMLName("img"), !isTrackingPixel(in: bytes), !isEmoji(in: bytes) else { return nil }
        for candidate in imageCandidates(in: bytes) {
            guard let url = URLText.resolve(candidate, against: base),
                url.hasPrefix("http://") || url.hasPrefix("https://")
            else { continue }
            let alternative = decodedValue(of: "alt", in: bytes)?.trimmingASCIIWhitespace
            let image = HTMLImage(
                url: url, alternativeText: alternative?.isEmpty == true ? nil : alternative,
                width: imageWidth(in: bytes))
            if isWanted(image) { return image }
        }
        return nil
    }

    private func imageWidth(in bytes: Span<UInt8>) -> Int? {
        if let value = decodedValue(of: "width", in: bytes) { return Self.pixels(value) }
        guard let list = decodedValue(of: "srcset", in: bytes) else { return nil }
        return HTMLSourceSet.widths(in: list.utf8.span).max()
    }

    /// The number of a dimension in pixels: `640`, `640px`; nil for any other.
    static func pixels(_ value: String) -> Int? {
        let value = value.trimmingASCIIWhitespace
        let digits = value.prefix { $0.isASCII && $0.isNumber }
        let unit = value.dropFirst(digits.count)
        return unit.isEmpty || unit.utf8.elementsEqual("px".utf8) ? Int(digits) : nil
    }

    /// Whether the image that was found last is at most one pixel wide or high.
    func isTrackingPixel(in bytes: Span<UInt8>) -> Bool {
        for name in ["width", "height"] as [StaticString] {
            guard let value = decodedValue(of: name, in: bytes), let pixels = Self.pixels(value) else { continue }
            if pixels <= 1 { return true }
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
