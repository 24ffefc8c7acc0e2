import EntryPages
import FeedJSON
import FeedModel
public import TributaryPluginKit

/// Renders the newest entries as a page of cards, with a page to read for each of them.
public struct HTML: PageSink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var path: String
        var count: Int
        var title: String
        var description: String?
        var language: PageWords
        var images: ImageShowing
        var theme: String?
        var zone: Zone
    }

    /// What people and the engine must know of the sink.
    public static let descriptor = PluginDescriptor(
        name: "html", role: .sink,
        summary: "renders the newest entries as web pages, a grid of cards and a page for each",
        options: [
            .required("path", .outputPath, "The folder of the pages; index.html is the one to open."),
            Option("count", .integer(in: 1...10_000), default: 200, "How many entries there are, the newest."),
            Option("title", .text, default: "Tributary", "What stands above the cards."),
            Option("description", .text, "A line below the title."),
            Option(
                "language", .choice(of: PageWords.allCases.map(\.rawValue)), default: "en",
                "The language of the pages' own words."),
            Option(
                "images", .choice(of: ImageShowing.allCases.map(\.rawValue)), default: "proxy-free",
                "Whether the entries' images are left out, linked to, or loaded from their servers, without a proxy."),
            Option("theme", .text, "A CSS file that is put behind the pages' own style."),
            Option(
                "zone", Zone.kind, default: "local",
                "Whose clock dates are shown by: \"local\", \"UTC\", or an offset such as \"+09:00\"."),
        ],
        example: #"{"use": "html", "path": "public", "title": "What I read"}"#,
        delivery: DeliveryTraits(isRepeatable: true, firstFetch: .all, order: .newest))

    private let path: String
    private let folder: any OutputFolder
    private let options: Options
    private let theme: PageTheme?

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        path = options.path
        folder = context.folder(options.path)
        self.options = options
        guard let theme = options.theme else {
            self.theme = nil
            return
        }
        do throws(ConfigurationError) {
            let (name, folder) = try context.file(theme)
            self.theme = PageTheme(path: theme, name: name, folder: folder)
        } catch {
            throw ConfigurationError(error.problems.map { ConfigurationProblem($0.message, at: "theme") })
        }
    }

    /// Looks whether the index and the pages are still there, and what the theme says now.
    public func state() async throws(SinkFailure) -> PageState {
        let style = try await theme?.style() ?? ""
        return PageState(isMissing: try await WrittenPages(in: folder).areMissing(), ingredients: style)
    }

    /// Writes the pages that are new or have changed, the index last, and removes those of entries no longer shown.
    public func render(_ view: any ArchiveView) async throws(SinkFailure) {
        let look = PageLook(
            title: options.title, description: options.description, words: options.language, images: options.images,
            theme: try await theme?.style(), zone: options.zone)
        var written = try await WrittenPages(in: folder)
        var index = IndexPage(look)
        var newest = NewestEntries(options.count, in: view, for: path)
        while let entries = try await newest.next() {
            var pages: [OutputFile] = []
            for entry in entries {
                let key = written.newKey(for: entry)
                pages.append(OutputFile(WrittenPages.name(of: key), ReaderPage(of: entry, key, look).bytes))
                index.add(entry, key)
            }
            try await written.write(pages)
        }
        try await folder.replace(OutputFile(WrittenPages.index, index.bytes))
        try await written.removeOthers()
    }
}
