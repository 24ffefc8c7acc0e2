import EntryMapping
import FeedJSON
import FeedText
import TributaryPluginKit

/// Where the next page of an API is.
struct JSONPaging: Sendable {
    /// The options as a user writes them.
    struct Options: Decodable, Sendable {
        var next: String?
        var parameter: String?
        var start: Int
        var step: Int
        var link: Bool
        var pages: Int
    }

    static let table = OptionTable([
        Option(
            "next", .text(parsedBy: JSONPath.check),
            "The path to the next page's address; with \"parameter\" to what that is set to."),
        Option("parameter", .text, "The part of the query that names a page; without \"next\" pages are counted."),
        Option(
            "start", .integer(in: 0...1_000_000), default: 1, "The number of the first page, where they are counted."),
        Option("step", .integer(in: 1...1_000_000), default: 1, "What is added to it for the next one."),
        Option("link", .boolean, default: false, "Whether a Link field of the response leads to the next page."),
        Option("pages", .integer(in: 1...100), default: 5, "How many pages are read at most."),
    ])

    let mostPages: Int
    private let options: Options
    private let next: JSONPath?

    init(_ options: Options) throws(ConfigurationError) {
        let ways = [options.link, options.next != nil || options.parameter != nil].count { $0 }
        guard ways == 1 else {
            throw ConfigurationError(
                "paging goes by \"next\", by \"parameter\" or by \"link\": write one of them", at: "paging")
        }
        next = try options.next.map { written throws(ConfigurationError) in try JSONPath(written) }
        self.options = options
        mostPages = options.pages
    }

    /// Whether pages are counted, so that one behind the last is asked for.
    var isCounted: Bool { !options.link && next == nil }

    /// One text for equal ways to page.
    var state: String {
        "\(options.next ?? "")\n\(options.parameter ?? "")\n\(options.start)\n\(options.step)\n\(options.link)\n\(mostPages)"
    }

    /// What is there where nothing at all is at the path to the next page; null and the like say that there is none.
    func missing(in document: JSONValue) -> String? {
        guard let next, next.values(in: document).isEmpty else { return nil }
        return next.finding(in: document)
    }

    /// The address of the page behind one; nil where that is the last.
    ///
    /// - Parameters:
    ///   - page: which it is, from 0.
    ///   - isFull: whether it holds as many items as the first.
    func next(
        behind response: HTTPResponse, document: JSONValue, page: Int, isFull: Bool, first: String
    ) -> String? {
        if options.link { return response.nextPage }
        guard let next else {
            guard isFull, let parameter = options.parameter else { return nil }
            return URLText.setting(parameter, to: String(options.start + options.step * (page + 1)), in: first)
        }
        guard let text = next.texts(in: document).first, text != "false" else { return nil }
        if let parameter = options.parameter { return URLText.setting(parameter, to: text, in: first) }
        return URLText.resolve(text, against: response.url)
    }
}
