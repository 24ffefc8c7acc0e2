import FeedText

/// What a start tag says of the place of its element on the page.
struct PageHints {
    var mark = PageNode.Mark.none
    var surroundings = PageNode.Surroundings.no

    /// Reads the start tag that was found last.
    init(_ scanner: HTMLScanner, _ page: Span<UInt8>) {
        let name = scanner.tag.name
        if name == Self.article { mark = .article }
        if name == Self.main { mark = .main }
        if Self.sureNames.contains(name) { surroundings = .surely }
        if Self.likelyNames.contains(name) { surroundings = .perhaps }
        guard !scanner.attributes.isEmpty else { return }
        readRole(scanner, page)
        let names = ["class", "id", "itemprop"] as [StaticString]
        let words = names.compactMap { scanner.decodedValue(of: $0, in: page) }.joined(separator: " ").asciiLowercased
        readNames(words, of: name)
        if isHidden(scanner, page) { surroundings = .surely }
    }

    private mutating func readRole(_ scanner: HTMLScanner, _ page: Span<UInt8>) {
        guard let role = scanner.decodedValue(of: "role", in: page)?.asciiLowercased else { return }
        if role == "main" { mark = .main }
        if role == "article" { mark = max(mark, .article) }
        if ["navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alert"].contains(role) {
            surroundings = .surely
        }
    }

    private mutating func readNames(_ names: String, of element: HTMLName) {
        let names = names.split { $0 == " " || $0 == "\n" || $0 == "\t" }
        if names.contains(where: Self.contentNames.contains) {
            mark = .content
            return
        }
        guard mark == .none, !Self.holders.contains(element) else { return }
        guard !names.contains(where: Self.articleNames.contains) else { return }
        for word in names.lazy.flatMap({ $0.split { $0 == "-" || $0 == "_" || $0 == ":" } }) {
            if Self.commentWords.contains(where: word.hasPrefix) { return surroundings = .surely }
            if Self.aroundWords.contains(word) || Self.aroundBeginnings.contains(where: word.hasPrefix) {
                if surroundings == .no { surroundings = .perhaps }
            }
        }
    }

    private func isHidden(_ scanner: HTMLScanner, _ page: Span<UInt8>) -> Bool {
        if scanner.value(of: "hidden", in: page) != nil { return true }
        if scanner.decodedValue(of: "aria-hidden", in: page) == "true" { return true }
        guard let style = scanner.decodedValue(of: "style", in: page) else { return false }
        return style.asciiLowercased.filter { $0 != " " }.contains("display:none")
    }
}

extension PageHints {
    private static let article = HTMLName("article")
    private static let main = HTMLName("main")

    private static func names(_ names: String) -> Set<HTMLName> {
        Set(names.split(separator: " ").map { HTMLName(String($0)) })
    }

    private static func words(_ words: String) -> Set<Substring> { Set(words.split(separator: " ")) }

    /// What never is main content; forms and headers may hold all of a page.
    private static let sureNames = names(
        "nav footer script style noscript template svg math button select textarea input canvas dialog head menu")
    private static let likelyNames = names("aside form header")
    /// What holds all of a page is not judged by its names.
    private static let holders = names("html body main article")

    private static let contentNames = words(
        """
        e-content entry-content post-content article-content article-body articlebody post-body entry-body story-body \
        story-content blog-content single-content td-post-content markdown-body post__content article__body article__content
        """)
    private static let articleNames = words("article post entry hentry h-entry story content main main-content")

    private static let commentWords = ["comment", "disqus", "respond", "replies", "cookie", "consent"]
    private static let aroundBeginnings = [
        "share", "sharing", "social", "relat", "recommend", "breadcrumb", "newsletter", "promo", "advert", "sponsor",
        "pagin", "sidebar", "widget", "subscri", "masthead", "trending", "popular", "outbrain", "taboola", "tagcloud",
        "toolbar", "navig",
    ]
    private static let aroundWords = words(
        """
        nav navbar menu footer ad ads banner pager popup modal overlay signup login search meta byline tags taglist skip \
        follow rating reactions likes bio toc next prev previous more
        """)
}
