import FeedJSON
import FeedModel
import FeedText
import TributaryPluginKit

/// A format that recognises nothing.
struct SampleAtom: DocumentAdapter {
    static let descriptor = PluginDescriptor(
        name: "atom", role: .adapter, summary: "Reads a made-up format.", example: #"{"use": "atom"}"#)
    static let accepts = [AcceptedType("application/atom+xml"), AcceptedType("application/xml", quality: 500)]

    init(options: NoOptions, context: PluginContext) {}

    static func recognise(_ head: Span<UInt8>, type: MediaType?) -> Recognition { .no }

    func decode(_ document: Document, into output: inout DecodingOutput) throws(DecodingFailure) -> Feed {
        throw DecodingFailure("nothing can be read")
    }
}

/// Another one.
struct SampleRSS: DocumentAdapter {
    static let descriptor = PluginDescriptor(
        name: "rss", role: .adapter, summary: "Reads another made-up format.", example: #"{"use": "rss"}"#)
    static let accepts = [AcceptedType("application/rss+xml")]

    init(options: NoOptions, context: PluginContext) {}

    static func recognise(_ head: Span<UInt8>, type: MediaType?) -> Recognition { .no }

    func decode(_ document: Document, into output: inout DecodingOutput) throws(DecodingFailure) -> Feed {
        throw DecodingFailure("nothing can be read")
    }
}

/// An adapter that knows by itself where to ask.
struct SampleSearch: FeedAdapter {
    struct Options: PluginOptions {
        var query: String
        var token: String?
        var limit: Int
    }

    static let descriptor = PluginDescriptor(
        name: "github_search", role: .adapter, summary: "Searches.",
        options: [
            .required("query", .text, "What is searched for.", isIdentifying: true),
            Option("token", .text, "Who asks."),
            Option("limit", .integer(in: 1...100), default: 30, "How many results."),
        ], example: #"{"use": "github_search", "query": "rss"}"#)

    let options: Options

    init(options: Options, context: PluginContext) throws(ConfigurationError) {
        guard options.query.contains(where: { $0 != " " }) else {
            throw ConfigurationError("there is nothing to search for", at: "query")
        }
        self.options = options
    }

    func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading { .unchanged(nil) }
}
