import FeedHTML
import FeedJSON
public import FeedModel
import FeedText
public import TributaryPluginKit

/// Gives entries whose feed brings only their beginning the whole text of their page.
public struct FullText: AsyncEntryStage {
    /// Which entries are looked up.
    enum Occasion: String, CaseIterable, Decodable {
        case always, short
    }

    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var when: Occasion
        var characters: Int
        var maxBytes: ByteSize
        var timeout: TimeSpan
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "full_text", role: .stage, summary: "fetches the page of an entry and puts its main text into the entry",
        options: [
            Option(
                "when", .choice(of: Occasion.allCases.map(\.rawValue)), default: "short",
                "Which entries: all, or those whose content is short."),
            Option("characters", .integer(in: 1...1_000_000), default: 1000, "Content with fewer characters is short."),
            Option("max_bytes", .size, default: "2MB", "How large a page may be."),
            Option("timeout", .duration, default: "20s", "How long a page may take."),
        ],
        example: #"{"use": "full_text", "when": "short"}"#)

    private let options: Options
    private let pages: PageFetcher
    private let report: @Sendable (Diagnostic) -> Void

    /// Makes the stage; what it learns of a site's robots.txt counts as long as it lives, which is a run.
    public init(options: Options, context: PluginContext) {
        self.options = options
        pages = PageFetcher(
            http: context.http, largest: Int(clamping: options.maxBytes.bytes),
            timeout: .seconds(options.timeout.seconds))
        report = context.report
    }

    /// Sets `content_html` to the main content of the entry's page, where there is one that may be read.
    ///
    /// - Throws: where the page may be there later; the entry then waits for the next run.
    public func apply(_ entry: inout Entry) async throws(StageFailure) -> Verdict {
        guard let url = entry.url, URLText.origin(of: url)?.hasPrefix("http") == true, isWanted(entry) else {
            return .keep
        }
        do throws(PageFailure) {
            let page = try await pages.page(at: url)
            guard let html = MainContent.html(of: page.html, url: page.url, title: entry.title) else {
                throw PageFailure(isLasting: true, "no main content was found on the page")
            }
            guard HTMLText.plainText(html).count > Self.length(of: entry) else { return .keep }
            entry.contentHTML = html
            entry.contentText = nil
        } catch {
            let words = "\(URLText.redacted(url)): \(error.message)"
            guard error.isLasting else { throw StageFailure(words) }
            report(Diagnostic(.warning, "\(words); the entry stays as its feed has it"))
        }
        return .keep
    }

    private func isWanted(_ entry: Entry) -> Bool {
        options.when == .always || Self.length(of: entry) < options.characters
    }

    /// The characters of the content, in which white space is one.
    private static func length(of entry: Entry) -> Int {
        let text = entry.contentHTML.map { HTMLText.plainText($0) } ?? entry.contentText ?? ""
        return text.count
    }
}
