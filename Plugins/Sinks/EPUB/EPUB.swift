import EntryPages
import EntryViews
import FeedJSON
import FeedModel
public import TributaryPluginKit

/// Renders the newest entries as a book, EPUB 3.3, for e-readers (https://www.w3.org/TR/epub-33/).
public struct EPUB: PageSink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var path: String
        var count: Int
        var title: String
        var author: String
        var language: String
    }

    /// What people and the engine must know of the sink.
    public static let descriptor = PluginDescriptor(
        name: "epub", role: .sink, summary: "renders the newest entries as a book for e-readers (EPUB 3)",
        options: [
            .required("path", .outputPath, "The file to write."),
            Option("count", .integer(in: 1...2000), default: 50, "How many entries it holds, the newest."),
            Option("title", .text, default: "Tributary", "What the book is called."),
            Option("author", .text, default: "Tributary", "Who is named as its author."),
            Option("language", .text, default: "en", "The language of entries that name none (RFC 5646)."),
        ],
        example: #"{"use": "epub", "path": "public/digest.epub", "title": "This week"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all, order: .newest))

    private let file: PageFile
    private let options: Options

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        file = try PageFile(options.path, context: context)
        guard EntryLanguage.isTag(options.language) else {
            throw ConfigurationError("\"\(options.language)\" is no language; write \"en\" or \"ja\"", at: "language")
        }
        self.options = options
    }

    /// Looks whether the book is still there.
    public func state() async throws(SinkFailure) -> PageState { try await file.state() }

    /// Writes the book and puts it in the place of the one before.
    public func render(_ view: any ArchiveView) async throws(SinkFailure) {
        var book = Book(title: options.title, author: options.author, language: options.language, name: file.name)
        var newest = NewestEntries(options.count, in: view, for: file.name)
        while let entries = try await newest.next() {
            for entry in entries { book.add(entry) }
        }
        try await file.replace(with: book.bytes)
    }
}
