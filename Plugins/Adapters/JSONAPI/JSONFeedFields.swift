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

    static let table = OptionTable([
        Option("title", .text, "The feed's name."),
        Option("home_page_url", .text, "The page that the feed is of."),
        Option("description", .text, "What it is about."),
        Option("icon", .text, "A large square image."),
        Option("language", .text, "The language of its text."),
    ])

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
            do throws(ConfigurationError) {
                sources[name] = try JSONSource(text, form: form)
            } catch {
                throw error.below(ConfigurationPath([.key("feed"), .key(name)]))
            }
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
