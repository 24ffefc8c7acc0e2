import FeedJSON
import Testing
import TributaryPluginKit

@testable import TributaryEngine

@Suite("What an adapter wants under \"url\"")
struct LocationRuleTests {
    @Test(
        "What is missing, superfluous or no address is found before anything is read",
        arguments: [
            (#""use": "printed", "command": ["x"]"#, nil), (#""use": "printed", "url": "https://example.org/""#, nil),
            (#""use": "asked", "url": "https://example.org/""#, nil), (#""use": "asked", "url": "${env:PAGE}""#, nil),
            (#""use": "printed""#, #"1:12: feeds[0]: "command" is missing, or "url" with an address"#),
            (#""use": "asked""#, #"1:12: feeds[0]: "url" is missing; it takes an address"#),
            (
                #""use": "printed", "command": ["x"], "url": "https://example.org/""#,
                #"1:56: feeds[0].url: what "command" says is read, so there is no use for "url"; remove one of them"#
            ),
            (
                #""use": "asked", "url": "news.html""#,
                #"1:36: feeds[0].url: "news.html" is the path of a file, and an address is needed, such as "https://example.org/""#
            ),
            (
                #""use": "asked", "url": "ftp://example.org/""#,
                #"1:36: feeds[0].url: "ftp://example.org/" begins with "ftp:"; feeds are read over http, https or from files"#
            ),
            (
                #""use": "printed", "command": [], "format": "rsss""#,
                #"1:42: feeds[0].command: the list is empty"#
            ),
            (
                #""use": "printed", "command": ["x"], "format": "printed""#,
                #"1:59: feeds[0].format: "printed" is not known here; allowed are "auto", "atom", "rss""#
            ),
        ])
    func complaints(members: String, complaint: String?) {
        let planner = Planner.sample(of: [SamplePrinted.self, SampleAsked.self], ["PAGE": "https://example.org/"])
        let text = #"{"feeds": [{\#(members)}], "sinks": [{"use": "terminal"}]}"#
        let found = planner.complaints(text).first
        #expect(found == complaint.map { "config.json:\($0)" })
    }

    @Test("The schema has a form of the element with the address, and one with the option")
    func schema() {
        let registry = Registry(Registry.sample.plugins + [SamplePrinted.self, SampleAsked.self])
        let schema = JSONValue.object(ConfigurationSchema.make(for: registry))
        let feeds = schema.objectValue?["$defs"]?.objectValue?["feed"]?.objectValue?["anyOf"]?.arrayValue ?? []
        func required(_ name: String) -> [JSONValue?] {
            feeds.map(\.objectValue)
                .filter { $0?["properties"]?.objectValue?["use"]?.objectValue?["const"] == .string(name) }
                .map { $0?["required"] }
        }
        #expect(required("printed") == [["use", "command"], ["use", "url"]])
        #expect(required("asked") == [["use", "url"]])
    }
}

/// Reads what a command prints, or the document at an address.
private struct SamplePrinted: FeedAdapter {
    struct Options: PluginOptions {}

    static let descriptor = PluginDescriptor(
        name: "printed", role: .adapter, summary: "reads what is printed",
        options: [
            Option("command", .list(of: .text, atLeast: 1), "What prints."),
            Option("format", .format, default: "auto", "What reads it."),
        ],
        location: .addressOrOption("command"), example: #"{"use": "printed", "command": ["x"]}"#)

    init(options: Options, context: PluginContext) {}

    func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading { .gone }
}

/// Asks an address.
private struct SampleAsked: FeedAdapter {
    static let descriptor = PluginDescriptor(
        name: "asked", role: .adapter, summary: "asks", location: .address,
        example: #"{"use": "asked", "url": "https://example.org/"}"#)

    init(options: NoOptions, context: PluginContext) {}

    func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading { .gone }
}
