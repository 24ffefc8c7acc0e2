import FeedText

/// Walks over the tags of a page and notes its facts.
struct HTMLPageReader {
    private(set) var page: HTMLPage
    private var scanner = HTMLScanner()
    private let documentURL: String?
    private var base: URLParts?
    private var hasBase = false
    private var seen: Set<String> = []
    /// The link whose text is being read: its place in the list of links.
    private var openAnchor: Int?
    /// The link to XML whose text has still to say that it is a feed.
    private var pendingAnchor: (reference: String, link: HTMLFeedLink)?
    private var anchorText: [UInt8] = []
    private var isInTitle = false

    /// A title longer than this is cut, in bytes.
    private static let longestTitle = 300

    init(url: String?) {
        documentURL = url
        base = url.flatMap { URLParts($0) }
        page = HTMLPage()
    }

    mutating func read(_ html: Span<UInt8>) {
        while let token = scanner.next(in: html) {
            switch token {
            case .text(let range): readText(html.extracting(range))
            case .literalText: break
            case .startTag: readStartTag(in: html)
            case .endTag: readEndTag()
            }
        }
        closeAnchor()
        page.sortFeedLinks()
    }
}

// MARK: - Tags

extension HTMLPageReader {
    private static let html = HTMLName("html")
    private static let titleName = HTMLName("title")
    private static let baseName = HTMLName("base")
    private static let link = HTMLName("link")
    private static let anchor = HTMLName("a")
    private static let area = HTMLName("area")
    private static let input = HTMLName("input")
    private static let form = HTMLName("form")
    private static let image = HTMLName("img")

    private mutating func readStartTag(in html: Span<UInt8>) {
        switch scanner.tag.name {
        case Self.html:
            page.language = page.language ?? text(of: "lang", in: html) ?? text(of: "xml:lang", in: html)
        case Self.titleName where scanner.foreignDepth == 0 && page.title == nil:
            scanner.content = .text
            isInTitle = true
        case Self.baseName where !hasBase:
            guard let reference = text(of: "href", in: html) else { return }
            hasBase = true
            // Relative to an address of another scheme there are no feeds; then the page's own is likelier meant.
            if let url = URLText.resolve(reference, against: documentURL), Self.isOfWeb(url) { base = URLParts(url) }
        case Self.link: readLink(in: html)
        case Self.anchor, Self.area: readAnchor(in: html)
        case Self.image where openAnchor != nil || pendingAnchor != nil:
            if let alternative = text(of: "alt", in: html) { readAnchorText(alternative.utf8.span) }
        case Self.input:
            if text(of: "type", in: html)?.asciiLowercased == "password" { page.asksToSignIn = true }
        case Self.form:
            if let action = text(of: "action", in: html), FeedLinkSigns.leadsToSignIn(action) {
                page.asksToSignIn = true
            }
        default: break
        }
    }

    private mutating func readText(_ bytes: Span<UInt8>) {
        if isInTitle {
            isInTitle = false
            page.title = Self.shortened(HTMLText.plainText(bytes))
        } else {
            readAnchorText(bytes)
        }
    }

    private mutating func readAnchorText(_ bytes: Span<UInt8>) {
        guard openAnchor != nil || pendingAnchor != nil, anchorText.count < Self.longestTitle else { return }
        anchorText.append(copying: bytes.extracting(first: Self.longestTitle))
    }

    private mutating func readEndTag() {
        isInTitle = false
        if scanner.tag.name == Self.anchor { closeAnchor() }
    }

    /// A `link` element: `rel` is a list of words; `stylesheet` makes `alternate` mean another thing.
    private mutating func readLink(in html: Span<UInt8>) {
        guard let relations = text(of: "rel", in: html), let reference = text(of: "href", in: html) else { return }
        let words = relations.asciiLowercased.split { $0.isWhitespace }
        let isFeed = words.contains("feed")
        guard isFeed || words.contains("alternate"), !words.contains("stylesheet") else { return }
        let type = text(of: "type", in: html).flatMap { MediaType(parsing: $0) }
        let title = text(of: "title", in: html).flatMap(Self.shortened)
        let signs = FeedLinkSigns(of: reference)
        let origin: HTMLFeedLink.Origin
        switch FeedLinkSigns.verdict(on: type) {
        case .feed: origin = .declared
        case .other where isFeed: origin = .declared
        case .other: return
        case .shared where isFeed: origin = .declared
        case .shared:
            guard signs.mayBeFeed(ofType: type, titled: title) else { return }
            origin = .likely
        }
        note(
            reference,
            HTMLFeedLink(
                url: "", title: title, format: FeedLinkSigns.format(of: type) ?? signs.format,
                language: text(of: "hreflang", in: html), origin: origin,
                isPartial: signs.isPartial || FeedLinkSigns.isPartial(title: title)))
    }

    private mutating func readAnchor(in html: Span<UInt8>) {
        closeAnchor()
        guard let reference = text(of: "href", in: html) else { return }
        let type = text(of: "type", in: html).flatMap { MediaType(parsing: $0) }
        let signs = FeedLinkSigns(of: reference)
        let isFeed = FeedLinkSigns.verdict(on: type) == .feed || signs.looksLikeFeed
        guard isFeed || signs.endsAsXML else { return }
        let title = text(of: "title", in: html).flatMap(Self.shortened)
        let link = HTMLFeedLink(
            url: "", title: title, format: FeedLinkSigns.format(of: type) ?? signs.format,
            language: text(of: "hreflang", in: html), origin: .anchor, isPartial: signs.isPartial)
        guard isFeed else {
            pendingAnchor = (reference, link)
            return
        }
        let count = page.feedLinks.count
        note(reference, link)
        if title == nil, page.feedLinks.count > count { openAnchor = count }
    }

    private mutating func closeAnchor() {
        guard openAnchor != nil || pendingAnchor != nil else { return }
        let title = Self.shortened(HTMLText.plainText(anchorText.span))
        if let place = openAnchor { page.feedLinks[place].title = title }
        if let (reference, link) = pendingAnchor, FeedLinkSigns.saysFeed(title ?? link.title) {
            var link = link
            link.title = link.title ?? title
            note(reference, link)
        }
        openAnchor = nil
        pendingAnchor = nil
        anchorText.removeAll(keepingCapacity: true)
    }
}

// MARK: - Values

extension HTMLPageReader {
    /// Adds a link unless its URL is known or cannot be one of a feed.
    private mutating func note(_ reference: String, _ link: HTMLFeedLink) {
        guard page.feedLinks.count < HTMLPage.mostLinks, let url = absolute(reference), seen.insert(url).inserted
        else { return }
        var link = link
        link.url = url
        page.feedLinks.append(link)
    }

    /// The absolute URL without a fragment; nil where it is none of the web.
    private func absolute(_ reference: String) -> String? {
        var reference = URLText.withoutFeedScheme(reference)
        if URLText.scheme(of: reference) != nil, !Self.isOfWeb(reference) { return nil }
        if let hash = reference.firstIndex(of: "#") { reference = String(reference[..<hash]) }
        guard !reference.isEmpty else { return nil }
        guard let base else { return URLText.resolve(reference, against: nil) ?? reference }
        return URLText.resolve(reference, against: base)
    }

    private static func isOfWeb(_ url: String) -> Bool { ["http", "https"].contains(URLText.scheme(of: url)) }

    /// The value of an attribute without white space around it; nil where it is missing or empty.
    private func text(of name: StaticString, in html: Span<UInt8>) -> String? {
        guard let value = scanner.decodedValue(of: name, in: html)?.trimmingASCIIWhitespace, !value.isEmpty else {
            return nil
        }
        return value
    }

    private static func shortened(_ text: String) -> String? {
        let line = DisplayText.singleLine(text)
        guard !line.isEmpty else { return nil }
        guard line.utf8.count > longestTitle else { return line }
        return line.prefix(longestTitle / 3) + "…"
    }
}
