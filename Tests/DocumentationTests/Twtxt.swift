import FeedJSON
public import FeedModel
public import FeedText
public import TributaryPluginKit

/// The format twtxt: a line is a date, a tab and a text; lines that begin with `#` tell about the feed.
public struct Twtxt: DocumentAdapter {
    /// The description of the adapter `twtxt`.
    public static let descriptor = PluginDescriptor(
        name: "twtxt", role: .adapter,
        summary: "reads twtxt, a plain text feed with one entry a line",
        options: [
            Option("mentions_as_tags", .boolean, default: false, "Whether @names in a text become tags.")
        ],
        example: #"{"use": "twtxt", "url": "https://example.com/twtxt.txt"}"#)

    /// The media types that the format is served with.
    public static let accepts = [AcceptedType("text/plain", quality: 500)]

    /// What a user writes.
    public struct Options: PluginOptions {
        /// Whether @names in a text become tags.
        let mentionsAsTags: Bool
    }

    private let options: Options

    /// A reader of twtxt.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        self.options = options
    }

    /// Says yes to a text whose first line that is no comment begins with a date and a tab.
    public static func recognise(_ head: Span<UInt8>, type: MediaType?) -> Recognition {
        let text = head.indices.map { head[$0] }
        for line in text.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
            return fields(of: line) == nil ? .no : .certain
        }
        return .no
    }

    /// Decodes a document; a line that is no entry is reported and left out.
    public func decode(_ document: Document, into output: inout DecodingOutput) throws(DecodingFailure) -> Feed {
        var feed = Feed(feedURL: document.url)
        var offset = 0
        let lines = document.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, written) in lines.enumerated() {
            // Some files end their lines as Windows does.
            let line = written.last == UInt8(ascii: "\r") ? written.dropLast() : written
            if let fact = Self.fact(of: line) {
                if fact.name == "nick" { feed.title = fact.value }
                if fact.name == "description" { feed.description = fact.value }
            } else if let (date, text) = Self.fields(of: line) {
                output.append(entry(date, text))
            } else if !line.isEmpty, line.first != UInt8(ascii: "#") {
                let place = Diagnostic.Place(offset: offset, line: index + 1, column: 1)
                output.report(Diagnostic(.warning, place: place, "the line is no date, tab and text; it is left out"))
            }
            offset += written.count + 1
        }
        return feed
    }
}

// MARK: - Private

extension Twtxt {
    /// An entry; its `id` stays empty, since twtxt gives none, and the output makes one up.
    private func entry(_ date: Timestamp, _ text: String) -> Entry {
        var entry = Entry(id: "")
        entry.contentText = text
        entry.datePublished = date
        if options.mentionsAsTags {
            entry.tags = text.split(separator: " ").filter { $0.hasPrefix("@") }.map { String($0.dropFirst()) }
        }
        return entry
    }

    /// Date and text of a line; nil where it is no entry.
    private static func fields(of line: ArraySlice<UInt8>) -> (Timestamp, String)? {
        guard let tab = line.firstIndex(of: UInt8(ascii: "\t")),
            let date = Timestamp(parsing: String(decoding: line[..<tab], as: UTF8.self))
        else { return nil }
        return (date, String(decoding: line[line.index(after: tab)...], as: UTF8.self))
    }

    /// Name and value of a comment such as `# nick = miller`; nil for any other line.
    private static func fact(of line: ArraySlice<UInt8>) -> (name: String, value: String)? {
        guard line.first == UInt8(ascii: "#"), let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let name = line[line.index(after: line.startIndex)..<equals].filter { $0 != UInt8(ascii: " ") }
        let value = line[line.index(after: equals)...].drop { $0 == UInt8(ascii: " ") }
        return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
}
