import EntryMapping
import FeedJSON
import FeedText
public import TributaryPluginKit

/// Reads any JSON API as a feed, by a map that says where the items are and what of an item is which field.
public struct JSONAPI: FeedAdapter {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var items: String?
        var map: EntryMap<JSONSource>
        var extra: [String: String]?
        var feed: JSONFeedFields.Options?
        var paging: JSONPaging.Options?
    }

    /// The options, ready to read by.
    struct Plan: Sendable {
        var items: JSONPath?
        var map: EntryMap<JSONSource>
        /// Members of `_json_api`, by name.
        var extra: [(name: String, path: JSONPath)]
        var feed: JSONFeedFields?
        var paging: JSONPaging?

        /// One text for all that the same answer would be read otherwise by.
        var state: String {
            let texts =
                [items?.text ?? "", map.canonicalText, paging?.state ?? "", feed?.state ?? ""]
                + extra.flatMap { [$0.name, $0.path.text] }
            return String(StableHash.hash(Array(texts.map { "\($0.utf8.count):\($0)" }.joined().utf8)), radix: 16)
        }
    }

    /// What people and the engine must know of the adapter.
    public static let descriptor = PluginDescriptor(
        name: "json_api", role: .adapter, summary: "reads any JSON API as a feed, by a map of its fields",
        options: [
            Option(
                "items", .text(parsedBy: JSONPath.check),
                "The path to the list of items; without it the answer is the list."),
            .required(
                "map", .record(EntryMap<JSONSource>.table),
                "Where an item has which field: a path, or a text with {paths}."),
            Option(
                "extra", .map(of: .text(parsedBy: JSONPath.check)),
                "Names and paths of what goes into the entry's \"_json_api\"."),
            Option("feed", .record(JSONFeedFields.table), "Where the answer has what is said of the feed."),
            Option("paging", .record(JSONPaging.table), "How the next page of items is found."),
        ],
        location: .address,
        example: #"{"use": "json_api", "url": "https://example.org/api/posts", "items": "data", "#
            + #""map": {"id": "id", "title": "name", "url": "https://example.org/posts/{slug}"}}"#,
        sampleAnswer: #"""
            {"data": [{"id": 1, "slug": "tide-table", "name": "A tide table that fits on one screen"},
            {"id": 2, "slug": "水車", "name": "水車の修理が終わりました"}]}
            """#)

    private let plan: Plan
    private let report: @Sendable (Diagnostic) -> Void

    /// Makes the adapter.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        let extra = try (options.extra ?? [:]).sorted { $0.key < $1.key }.map { item throws(ConfigurationError) in
            (name: item.key, path: try JSONPath(item.value))
        }
        plan = Plan(
            items: try options.items.map { text throws(ConfigurationError) in try JSONPath(text) },
            map: options.map, extra: extra,
            feed: try options.feed.map { written throws(ConfigurationError) in try JSONFeedFields(written) },
            paging: try options.paging.map { written throws(ConfigurationError) in try JSONPaging(written) })
        report = context.report
    }

    /// Asks for the API's pages and makes entries of their items.
    public func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading {
        var request = PagedRequest(
            accept: "application/json, */*;q=0.5", mostPages: plan.paging?.mostPages ?? 1, state: plan.state)
        if plan.paging?.isCounted == true { request.endStatuses = [400, 404, 416] }
        return try await request.feed(
            of: subscription, for: Self.descriptor.name, since: last, using: http, report: report
        ) { JSONAPIReading(plan, from: $0) }
    }
}

extension JSONPath {
    /// Throws what is wrong with a path.
    static func check(_ text: String) throws(ConfigurationError) {
        _ = try JSONPath(text)
    }
}
