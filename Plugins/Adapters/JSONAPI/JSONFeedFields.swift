import EntryMapping
import FeedJSON
import FeedModel
import FeedText
import TributaryPluginKit

/// Where an answer has what is said of the feed as a whole.
struct JSONFeedFields: Sendable {
    /// The options as a user writes them.
    struct Options: Decodable, Sendable {
        var title: String?
        var homePageUrl: String?
        var description: String?
        var icon: String?
        var language: String?
    }

    static let table: OptionTable = [
        option("title", .text, "The feed's name."),
        option("home_page_url", .url, "The page that the feed is of."),
        option("description", .text, "What it is about."),
        option("icon", .url, "A large square image."),
        option("language", .text, "The language of its text."),
    ]

    private static func option(_ name: String, _ form: EntryMapField.Form, _ summary: String) -> Option {
        Option(name, .text { text throws(ConfigurationError) in _ = try JSONSource(text, form: form) }, summary)
    }

    private let sources: [String: JSONSource]
    /// One text for equal fields.
    let state: String

    init(_ options: Options) throws(ConfigurationError) {
        let written: [(String, String?, EntryMapField.Form)] = [
            ("title", options.title, .text), ("home_page_url", options.homePageUrl, .url),
            ("description", options.description, .text), ("icon", options.icon, .url),
            ("language", options.language, .text),
        ]
        var sources: [String: JSONSource] = [:]
        for case (let name, let text?, let form) in written {
            sources[name] = try JSONSource(text, form: form)
        }
        self.sources = sources
        state = written.map { "\($0.0)=\($0.1 ?? "")\n" }.joined()
    }

    /// Sets what an answer has.
    func fill(_ feed: inout Feed, from document: JSONValue, at url: String) {
        func text(_ name: String) -> String? { sources[name]?.texts(in: document).first }
        feed.title = text("title")
        feed.description = text("description")
        feed.language = text("language")
        feed.homePageURL = text("home_page_url").flatMap { URLText.resolve($0, against: url) }
        feed.icon = text("icon").flatMap { URLText.resolve($0, against: url) }
    }
}
