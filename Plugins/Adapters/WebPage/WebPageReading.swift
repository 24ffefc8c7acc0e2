import EntryMapping
import FeedHTML
import FeedModel
import FeedText
import TributaryPluginKit

/// Takes in the pages of a site, one after the other.
struct WebPageReading: PagedReading {
    private let plan: WebPage.Plan
    private let first: String
    private var output = DecodingOutput()
    private var assembly: EntryAssembly
    private var feed = Feed()
    private var pages = 0
    private var sample: PageFinding?
    private var isCut = false
    private var hasTooManyTags = false
    private var seen: Set<String> = []
    /// What the first page has in place of the link to the next one.
    private var missingNext: String?

    init(_ plan: WebPage.Plan, from url: String) {
        self.plan = plan
        first = url
        assembly = EntryAssembly(base: url)
    }

    /// Takes in a page.
    ///
    /// - Returns: where the next one is, or nil.
    /// - Throws: where the first one has no item.
    mutating func take(_ response: HTTPResponse) throws(ReadFailure) -> String? {
        let type = response.header("Content-Type").flatMap(MediaType.init(parsing:))
        let text = CharsetDecoder.decode(response.body, transportCharset: type?.charset, kind: .html).utf8
        let tree = HTMLTree(text.span)
        hasTooManyTags = hasTooManyTags || tree.isCut
        let base = tree.base.flatMap { URLText.resolve($0, against: response.url) } ?? response.url
        let items = tree.elements(matching: plan.items)
        if pages == 0 {
            guard let item = items.first else {
                throw ReadFailure(.notAFeed, PageFinding(tree).missing(plan.items))
            }
            sample = PageFinding(tree, item: item)
            describe(tree, at: response.url, base: base)
        }
        assembly.setBase(base)
        append(items, of: tree)
        defer { pages += 1 }
        guard let next = plan.next, let selector = next.selector else { return nil }
        let target = tree.elements(matching: selector).first.flatMap { next.value(of: $0, in: tree, for: .url) }
        if target == nil, pages == 0 { missingNext = PageFinding(tree).missing(next: next) }
        return target.flatMap { URLText.resolve($0, against: base) }
    }

    /// The feed of all pages, and what there is to say of it.
    mutating func finish() -> (feed: Feed, diagnostics: [Diagnostic]) {
        feed.entries = output.takeEntries()
        var diagnostics = assembly.diagnostics(of: plan.map.rules.map(\.field)) { field in
            plan.map.source(of: field).flatMap { sample?.missing($0) } ?? ""
        }
        if let missingNext { diagnostics.append(Diagnostic(.note, "paging.next: \(missingNext)")) }
        if hasTooManyTags {
            diagnostics.append(
                Diagnostic(
                    .warning,
                    "a page has more than \(HTMLTree.mostTags) tags; what stands behind those was not looked at"))
        }
        if isCut {
            diagnostics.append(
                Diagnostic(.warning, "the items stand in each other so often that the last ones are left out"))
        }
        return (feed, diagnostics)
    }
}

// MARK: - Private

extension WebPageReading {
    private static let title: HTMLSelector = "title"
    private static let about: HTMLSelector = "meta[name=description i]"
    private static let icon: HTMLSelector = "link[rel~=icon i]"
    private static let root: HTMLSelector = "html[lang]"

    private mutating func describe(_ tree: HTMLTree, at url: String, base: String) {
        func first(_ selector: HTMLSelector) -> HTMLTree.Element? { tree.elements(matching: selector).first }
        feed.feedURL = self.first
        feed.homePageURL = url
        feed.title = first(Self.title).map(tree.text).flatMap { $0.isEmpty ? nil : $0 }
        feed.description = first(Self.about).flatMap { tree.attribute("content", of: $0) }
        feed.favicon = first(Self.icon).flatMap { tree.attribute("href", of: $0) }
            .flatMap { URLText.resolve($0, against: base) }
        feed.language = first(Self.root).flatMap { tree.attribute("lang", of: $0) }
    }

    private mutating func append(_ items: [HTMLTree.Element], of tree: HTMLTree) {
        var chosen: [String: [HTMLTree.Element]] = [:]
        for source in plan.map.rules.flatMap(\.sources) {
            guard let selector = source.selector, chosen[selector.text] == nil else { continue }
            chosen[selector.text] = tree.elements(matching: selector)
        }
        // Items may stand in each other: what is read of them all is bounded by the page.
        var budget = tree.size * 64
        for item in items {
            guard budget > 0 else { return isCut = true }
            let values = plan.map.values { source, field in
                guard let selector = source.selector else {
                    budget -= tree.size(of: item)
                    return source.value(of: item, in: tree, for: field).map { [$0] } ?? []
                }
                var texts: [String] = []
                for element in tree.elements(of: chosen[selector.text] ?? [], in: item) {
                    guard budget > 0, field.isList || texts.isEmpty else { break }
                    budget -= tree.size(of: element)
                    if let text = source.value(of: element, in: tree, for: field) { texts.append(text) }
                }
                return texts
            }
            guard let entry = assembly.entry(of: values) else { continue }
            // The same on two pages, and what a page shows twice.
            let name = entry.id.isEmpty ? entry.url ?? "" : entry.id
            guard name.isEmpty || seen.insert("\(name)\n\(entry.title ?? "")").inserted else { continue }
            output.append(entry)
        }
    }
}
