import EntryMapping
import FeedJSON
import FeedModel
import FeedText
import TributaryPluginKit

/// Takes in the pages of an API, one after the other.
struct JSONAPIReading: PagedReading {
    private let plan: JSONAPI.Plan
    private let first: String
    private var output = DecodingOutput()
    private var assembly: EntryAssembly
    private var feed = Feed()
    private var pages = 0
    private var firstCount = 0
    private var sample: JSONValue?
    private var seen: Set<[String]> = []
    /// What the first page has in place of a way to the next one.
    private var missingNext: String?

    init(_ plan: JSONAPI.Plan, from url: String) {
        self.plan = plan
        first = url
        assembly = EntryAssembly(base: url)
    }

    /// Takes in a page.
    ///
    /// - Returns: where the next one is, or nil.
    /// - Throws: where it is no JSON, or the path to the items leads to none.
    mutating func take(_ response: HTTPResponse) throws(ReadFailure) -> String? {
        let document = try Self.value(of: response)
        let items = try items(in: document)
        if pages == 0 {
            firstCount = items.count
            sample = items.first
            feed.feedURL = first
            plan.feed?.fill(&feed, from: document, at: response.url)
            missingNext = plan.paging?.missing(in: document)
        }
        assembly.setBase(response.url)
        for item in items { append(item) }
        defer { pages += 1 }
        let isFull = !items.isEmpty && items.count >= firstCount
        return plan.paging?.next(behind: response, document: document, page: pages, isFull: isFull, first: first)
    }

    /// The feed of all pages, and what there is to say of it.
    mutating func finish() -> (feed: Feed, diagnostics: [Diagnostic]) {
        feed.entries = output.takeEntries()
        let fields = plan.map.rules.map(\.field)
        var diagnostics = assembly.diagnostics(of: fields) { field in
            guard let source = plan.map.source(of: field), let sample else { return "" }
            return "in the first, \(source.finding(in: sample))"
        }
        if let sample, let path = plan.items, feed.entries.isEmpty {
            diagnostics.append(
                Diagnostic(.note, "the first of \"\(path.text)\" is \(JSONPath.description(of: sample))"))
        }
        if let missingNext {
            diagnostics.append(Diagnostic(.note, "paging.next: the first page names no next one: \(missingNext)"))
        }
        return (feed, diagnostics)
    }
}

// MARK: - Private

extension JSONAPIReading {
    private static func value(of response: HTTPResponse) throws(ReadFailure) -> JSONValue {
        let type = response.header("Content-Type").flatMap(MediaType.init(parsing:))
        let text = CharsetDecoder.decode(response.body, transportCharset: type?.charset, kind: .json).utf8
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: text)
        } catch {
            let place = SourcePlaces(text).place(at: error.offset)
            let kind = type.map { " (\($0.essence))" } ?? ""
            throw ReadFailure(
                .notAFeed, "the answer\(kind) is no JSON: \(error.message)",
                place: Diagnostic.Place(offset: error.offset, line: place.line, column: place.column))
        }
    }

    private func items(in document: JSONValue) throws(ReadFailure) -> [JSONValue] {
        guard let path = plan.items else {
            if case .array(let items) = document { return items }
            throw Self.failure(
                "\"items\" is missing, and the answer is \(JSONPath.description(of: document))", document)
        }
        let values = path.values(in: document)
        if case .array(let items)? = values.first, values.count == 1 { return items }
        if values.first == .null, values.count == 1 { return [] }
        if case .each? = path.steps.last { return values }
        guard pages == 0 else { return [] }
        throw Self.failure("\"\(path.text)\" leads to no list: \(path.finding(in: document))", document)
    }

    private static func failure(_ message: String, _ document: JSONValue) -> ReadFailure {
        let lists = JSONPath.lists(in: document)
        let advice = lists.isEmpty ? "" : "; lists of objects are at " + lists.joined(separator: ", ")
        return ReadFailure(.notAFeed, "items: \(message)\(advice)")
    }

    private mutating func append(_ item: JSONValue) {
        guard var entry = assembly.entry(of: plan.map.values { source, _ in source.texts(in: item) }) else { return }
        // Items that move on while pages are read come twice.
        if !entry.id.isEmpty, !seen.insert([entry.id, entry.url ?? ""]).inserted { return }
        var extra = JSONObject()
        for (name, path) in plan.extra {
            let values = path.values(in: item)
            guard let value = values.count > 1 ? .array(values) : values.first, value != .null else { continue }
            extra[name] = value
        }
        if !extra.isEmpty { entry.extensions["_json_api"] = .object(extra) }
        output.append(entry)
    }
}
