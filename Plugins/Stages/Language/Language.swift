import FeedHTML
import FeedJSON
public import FeedModel
public import TributaryPluginKit

/// Says in which language an entry is written, where that is plain.
public struct Language: EntryStage {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var replace: Bool
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "language", role: .stage, summary: "says in which language an entry is written, where that is plain",
        options: [
            Option(
                "replace", .boolean, default: false, "Whether what the text is written in outdoes what the feed says.")
        ],
        example: #"{"use": "language"}"#)

    private let replaces: Bool

    /// Makes the stage.
    public init(options: Options, context: PluginContext) {
        replaces = options.replace
    }

    /// Sets `language` where there is none or it is to be replaced, and the text leaves no doubt.
    public func apply(_ entry: inout Entry) -> Verdict {
        guard replaces || entry.language?.isEmpty != false else { return .keep }
        if let language = LanguageGuess.language(of: Self.text(of: entry)) { entry.language = language }
        return .keep
    }

    /// So much of a text tells its language, in bytes.
    private static let enough = 20_000

    private static func text(of entry: Entry) -> String {
        let content = entry.contentText ?? entry.contentHTML.map { HTMLText.plainText(beginning(of: $0)) }
        let parts = [entry.title, entry.summary, content].compactMap { $0.map(beginning) }
        return parts.joined(separator: "\n")
    }

    /// The first bytes of a text, up to a whole character.
    private static func beginning(of text: String) -> String {
        text.utf8.count <= enough ? text : String(decoding: text.utf8.prefix(enough), as: UTF8.self)
    }
}
