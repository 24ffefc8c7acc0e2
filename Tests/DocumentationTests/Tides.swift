import FeedJSON
import FeedModel
import FeedText
public import TributaryPluginKit

/// Reads the tides of a harbour from its API.
public struct Tides: FeedAdapter {
    /// What a user writes.
    public struct Options: PluginOptions {
        var harbour: String
        var count: Int
    }

    /// The description of the adapter `tides`.
    public static let descriptor = PluginDescriptor(
        name: "tides", role: .adapter, summary: "reads the tides of a harbour",
        options: [
            .required("harbour", .text, "The harbour, by its name.", isIdentifying: true),
            Option("count", .integer(in: 1...100), default: 20, "How many tides are asked for."),
        ],
        example: #"{"use": "tides", "harbour": "north pier"}"#)

    private let harbour: String
    private let url: String

    /// Makes the adapter.
    public init(options: Options, context: PluginContext) {
        harbour = options.harbour
        url = "https://tides.example/api/\(URLText.encodedComponent(harbour))?count=\(options.count)"
    }

    /// Asks for the tides, conditionally after the first time.
    public func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading {
        var request = HTTPRequest(url: url)
        request.accept = "application/json"
        request.validators = last
        let response = try await http.response(to: request)
        switch response.status {
        case 200: break
        case 304: return .unchanged(last)
        default: throw ReadFailure(.unavailable, "HTTP status \(response.status); check the name of the harbour")
        }
        guard let tides = try JSONValue(parsing: response.body).objectValue?["tides"]?.arrayValue else {
            throw ReadFailure(.notAFeed, "the answer has no list \"tides\"")
        }
        let feed = Feed(title: "Tides: \(harbour)", entries: tides.compactMap(\.objectValue).compactMap(entry))
        let validators = Validators(
            url: response.url, etag: response.header("ETag"), lastModified: response.header("Last-Modified"))
        return .feed(feed, validators)
    }

    /// A tide as an entry; nil where it has no id.
    private func entry(_ tide: JSONObject) -> Entry? {
        guard let id = tide["id"]?.intValue else { return nil }
        var entry = Entry(id: String(id), url: "https://tides.example/\(id)", title: tide["note"]?.stringValue)
        entry.datePublished = tide["at"]?.stringValue.flatMap(Timestamp.init(parsing:))
        entry.extensions["_tides"] = tide["level"].map { ["level": $0] }
        return entry
    }
}
