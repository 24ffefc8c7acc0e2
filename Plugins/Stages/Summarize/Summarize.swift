import FeedHTML
import FeedJSON
public import FeedModel
public import TributaryPluginKit

/// Gives entries a summary: the beginning of their text.
public struct Summarize: EntryStage {
    /// What is shortened.
    enum Source: String, CaseIterable, Decodable {
        case content, summary
    }

    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var characters: Int?
        var sentences: Int?
        var from: Source
        var replace: Bool
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "summarize", role: .stage, summary: "gives entries a summary: the beginning of their text",
        options: [
            Option("characters", .integer(in: 1...10_000), "The most characters; 280 where nothing else is said."),
            Option("sentences", .integer(in: 1...100), "The most sentences."),
            Option(
                "from", .choice(of: Source.allCases.map(\.rawValue)), default: "content",
                "What is shortened first of all, the content or the feed's own summary."),
            Option("replace", .boolean, default: false, "Whether a summary that the feed gives is replaced."),
        ],
        example: #"{"use": "summarize", "sentences": 2}"#)

    private let options: Options

    /// Makes the stage.
    public init(options: Options, context: PluginContext) {
        var options = options
        if options.characters == nil, options.sentences == nil { options.characters = Self.usualLength }
        self.options = options
    }

    /// Sets `summary` where there is none or it is to be replaced, and there is a text.
    public func apply(_ entry: inout Entry) -> Verdict {
        let hasSummary = entry.summary?.isEmpty == false
        guard options.replace || !hasSummary else { return .keep }
        let sources =
            options.from == .content ? [content(of: entry), entry.summary] : [entry.summary, content(of: entry)]
        guard let text = sources.compactMap({ $0 }).first(where: { !$0.isEmpty }) else { return .keep }
        entry.summary = shortened(text)
        return .keep
    }
}

// MARK: - Private

extension Summarize {
    private static let usualLength = 280

    private func content(of entry: Entry) -> String? {
        entry.contentHTML.map { HTMLText.plainText($0, layout: .paragraphs) } ?? entry.contentText
    }

    private func shortened(_ text: String) -> String {
        var text = text
        if let count = options.sentences { text = HTMLSummary.sentences(of: text, count: count) }
        guard let limit = options.characters else { return text }
        return HTMLSummary.excerpt(of: Self.singleLine(text), limit: limit)
    }

    private static func singleLine(_ text: String) -> String {
        text.split { $0.isWhitespace && $0 != "\u{3000}" }.joined(separator: " ")
    }
}
