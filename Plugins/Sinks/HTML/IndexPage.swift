import EntryPages
import EntryViews
import FeedHTML
import FeedModel
import FeedText

/// The page of cards, grouped by day.
struct IndexPage {
    /// More tags than these would hide the card.
    private static let mostTags = 6

    private let look: PageLook
    private var facets = EntryFacets()
    private var cards = HTMLMarkup()
    private var day: String?
    private var days = 0
    private var count = 0

    init(_ look: PageLook) {
        self.look = look
    }

    /// Appends the card of an entry, which is not newer than the one before.
    mutating func add(_ entry: Entry, _ key: String) {
        count += 1
        let time = entry.sortDate.map(look.time)
        let day = time.map(look.words.day) ?? ""
        if day != self.day { begin(day, time) }
        self.day = day
        append(entry, key, time)
    }

    /// The whole page.
    var bytes: [UInt8] {
        var page = look.page(title: look.title, style: PageStyle.index, script: PageScript.index)
        page.element("a", ("class", "skip"), ("href", "#entries"), text: look.words.skip)
        page.raw("\n<header class=\"top\">\n")
        page.element("h1", ("dir", "auto"), text: look.title)
        if let description = look.description {
            page.raw("\n")
            page.element("p", ("class", "about"), ("dir", "auto"), text: description)
        }
        page.raw("\n</header>\n")
        appendFilters(to: &page)
        page.raw("<main id=\"entries\" tabindex=\"-1\">\n")
        page.raw(cards)
        if days > 0 { page.raw("</div>\n</section>\n") }
        if count == 0 { page.element("p", ("class", "empty"), text: look.words.noEntries) }
        page.raw("</main>\n<footer class=\"foot\">\n<p class=\"keys\" id=\"keys\" hidden>")
        for (key, meaning) in look.words.keys {
            page.element("kbd", text: key)
            page.text(" \(meaning) ")
        }
        page.raw("</p>\n<p>Tributary</p>\n</footer>\n<script>\(PageScript.index)</script>\n</body>\n</html>\n")
        return page.bytes
    }
}

// MARK: - Cards

extension IndexPage {
    private mutating func begin(_ day: String, _ time: CivilTime?) {
        if days > 0 { cards.raw("</div>\n</section>\n") }
        days += 1
        cards.begin("section", ("class", "day"), ("aria-labelledby", "day-\(days)"))
        cards.raw("\n")
        cards.element("h2", ("id", "day-\(days)"), text: day.isEmpty ? "–" : day)
        cards.raw("\n<div class=\"grid\">\n")
    }

    private mutating func append(_ entry: Entry, _ key: String, _ time: CivilTime?) {
        let card = EntryCard(entry)
        let page = WrittenPages.name(of: key)
        let (feed, tags) = facets.add(entry, card)
        let image = look.images == .proxyFree ? card.image.flatMap { image in WebLink.identifier(image.url) } : nil
        // Among images a card without one shows its title in their place.
        let isCover = image == nil && look.images == .proxyFree
        cards.begin(
            "article", ("class", image == nil && !isCover ? "card plain" : "card"), ("id", "e-\(key)"),
            ("lang", EntryLanguage.tag(of: entry) ?? ""), ("data-feed", feed?.key),
            ("data-tags", tags.isEmpty ? nil : tags.map(\.key).joined(separator: " ")))
        if let image {
            cards.raw("\n<div class=\"pic\">")
            cards.begin(
                "img", ("src", image), ("alt", card.image?.alternativeText.map { String($0.prefix(300)) } ?? ""),
                ("loading", "lazy"), ("decoding", "async"), ("width", "600"), ("height", "400"))
            cards.raw("</div>")
        } else if isCover {
            cards.begin("div", ("class", "pic cover hue-\(Self.hue(of: feed))"))
            append(card.title, page)
            cards.raw("</div>")
        }
        cards.raw("\n<div class=\"text\">\n<p class=\"meta\">")
        if let feed {
            cards.element(
                "a", ("class", "feed"), ("href", "#feed-\(feed.key)"), ("dir", "auto"),
                text: card.feedName ?? feed.name)
            cards.raw(" ")
        }
        if let date = entry.sortDate, let time {
            cards.element("time", ("datetime", date.civilTime.valid?.rfc3339), text: PageLook.clock(time))
        }
        if let link = card.link.flatMap(WebLink.identifier), let host = WebLink.host(link) {
            cards.raw(" ")
            cards.element(
                "a", ("class", "original"), ("href", link), ("rel", "noopener noreferrer nofollow"),
                ("title", look.words.original(at: host)), ("aria-label", look.words.original(at: host)),
                ("lang", look.words.rawValue), text: "↗")
        }
        cards.raw("</p>\n")
        if !isCover {
            append(card.title, page)
            cards.raw("\n")
        }
        if !card.authors.isEmpty {
            let names = card.authors.prefix(4).joined(separator: ", ")
            cards.element("p", ("class", "by"), ("dir", "auto"), text: String(names.prefix(200)))
            cards.raw("\n")
        }
        if let summary = card.summary {
            cards.element("p", ("class", "summary"), ("dir", "auto"), text: summary)
            cards.raw("\n")
        }
        appendTags(tags)
        cards.raw("</div>\n</article>\n")
    }

    private mutating func append(_ title: String, _ page: String) {
        cards.raw("<h3 dir=\"auto\">")
        cards.element("a", ("href", page), text: title)
        cards.raw("</h3>")
    }

    /// One of six colours, the same for all entries of a feed.
    private static func hue(of feed: EntryFacets.Facet?) -> Int {
        (feed?.key.utf8.reduce(0) { $0 &* 31 &+ Int($1) } ?? 0) % 6
    }

    private mutating func appendTags(_ tags: [EntryFacets.Facet]) {
        guard !tags.isEmpty else { return }
        cards.raw("<ul class=\"tags\">")
        for tag in tags.prefix(Self.mostTags) {
            cards.raw("<li>")
            cards.element("a", ("class", "chip"), ("href", "#tag-\(tag.key)"), ("dir", "auto"), text: tag.name)
            cards.raw("</li>")
        }
        cards.raw("</ul>\n")
    }
}

// MARK: - Filters

extension IndexPage {
    /// Appends what is filtered by; without scripts nothing could be, and so it is hidden.
    private func appendFilters(to page: inout HTMLMarkup) {
        page.begin(
            "nav", ("class", "filters"), ("id", "filters"), ("aria-label", look.words.filters), ("hidden", ""))
        page.raw("\n")
        page.begin("a", ("class", "chip all"), ("id", "all"), ("href", "#"))
        page.text("\(look.words.all) ")
        page.element("span", text: "\(count)")
        page.raw("</a>\n")
        append(look.words.feeds, facets.offeredFeeds, "feed", to: &page)
        append(look.words.tags, facets.offeredTags, "tag", to: &page)
        page.begin("p", ("id", "shown"), ("role", "status"), ("data-words", look.words.shown))
        page.raw("</p>\n</nav>\n")
    }

    private func append(_ name: String, _ facets: [EntryFacets.Facet], _ kind: String, to page: inout HTMLMarkup) {
        guard !facets.isEmpty else { return }
        page.raw("<details>")
        page.element("summary", text: name)
        page.raw("<ul class=\"tags\">\n")
        for facet in facets {
            page.raw("<li>")
            page.begin("a", ("class", "chip"), ("href", "#\(kind)-\(facet.key)"), ("dir", "auto"))
            page.text("\(facet.name) ")
            page.element("span", text: "\(facet.count)")
            page.raw("</a></li>\n")
        }
        page.raw("</ul></details>\n")
    }
}

extension CivilTime {
    /// The time, if HTML can write it: its years have four digits.
    var valid: CivilTime? { (1...9999).contains(year) ? self : nil }
}
