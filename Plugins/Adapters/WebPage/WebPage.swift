import EntryMapping
import FeedHTML
import FeedJSON
import FeedText
public import TributaryPluginKit

/// Reads a page as a feed, by CSS selectors that say where the items are and what of an item is which field.
public struct WebPage: FeedAdapter {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var items: String
        var map: EntryMap<SelectorSource>
        var paging: Paging?
    }

    /// Where the next page is.
    struct Paging: Decodable, Sendable {
        var next: String
        var pages: Int
    }

    /// The options, ready to read by.
    struct Plan: Sendable {
        var items: HTMLSelector
        var map: EntryMap<SelectorSource>
        var next: SelectorSource?
        var mostPages: Int

        /// One text for all that the same page would be read otherwise by.
        var state: String {
            let texts = [items.text, map.canonicalText, next?.text ?? "", "\(mostPages)"]
            return String(StableHash.hash(Array(texts.map { "\($0.utf8.count):\($0)" }.joined().utf8)), radix: 16)
        }
    }

    /// What people and the engine must know of the adapter.
    public static let descriptor = PluginDescriptor(
        name: "web_page", role: .adapter, summary: "reads a page as a feed, by CSS selectors",
        options: [
            .required(
                "items", .text { text throws(ConfigurationError) in _ = try selector(text) },
                "The selector that chooses an element for each entry."),
            .required(
                "map", .record(EntryMap<SelectorSource>.table),
                "Where in an item which field is: a selector, with @NAME the value of an attribute."),
            Option(
                "paging",
                .record([
                    .required(
                        "next",
                        .text { text throws(ConfigurationError) in _ = try SelectorSource(parsing: text, for: .url) },
                        "The selector of the link to the next page."),
                    Option("pages", .integer(in: 1...100), default: 2, "How many pages are read at most."),
                ]), "How the next page of items is found."),
        ],
        location: .address,
        example: #"{"use": "web_page", "url": "https://example.org/news", "items": "article.post", "#
            + #""map": {"title": "h2", "url": "h2 a", "date_published": "time", "content_html": ".body"}}"#,
        sampleAnswer: """
            <!DOCTYPE html><title>Harbour Notes</title>
            <article class=post><h2><a href="/tide-table">A tide table that fits on one screen</a></h2>
            <time datetime="2026-11-27T17:00:00Z">yesterday</time><div class=body><p>Twelve lines, no colours.</div></article>
            <article class=post><h2><a href="/old">The old one</a></h2><div class=body><p>It had colours.</div></article>
            """)

    private let plan: Plan
    private let report: @Sendable (Diagnostic) -> Void

    /// Makes the adapter.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        let next = try options.paging.map { paging throws(ConfigurationError) in
            try SelectorSource(parsing: paging.next, for: .url)
        }
        plan = Plan(
            items: try Self.selector(options.items), map: options.map, next: next,
            mostPages: options.paging?.pages ?? 1)
        report = context.report
    }

    private static func selector(_ text: String) throws(ConfigurationError) -> HTMLSelector {
        do throws(HTMLSelectorError) {
            return try HTMLSelector(parsing: text)
        } catch {
            throw ConfigurationError("\"\(text)\" is no selector: \(error.message)")
        }
    }

    /// Asks for the page and those behind it, and makes entries of what the selectors choose.
    public func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading {
        let request = PagedRequest(
            accept: "text/html, application/xhtml+xml, */*;q=0.5", mostPages: plan.mostPages, state: plan.state)
        return try await request.feed(
            of: subscription, for: Self.descriptor.name, since: last, using: http, report: report
        ) { WebPageReading(plan, from: $0) }
    }
}
