import FeedHTML
import FeedJSON
public import FeedModel
public import TributaryPluginKit

/// Gives entries their text without markup.
public struct PlainText: EntryStage {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var keepHTML: Bool
        var images: Bool

        private enum CodingKeys: String, CodingKey {
            case keepHTML = "keepHtml"
            case images
        }
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "plain_text", role: .stage, summary: "turns the content from HTML into plain text",
        options: [
            Option("keep_html", .boolean, default: false, "Whether the HTML stays beside the text."),
            Option("images", .boolean, default: false, "Whether images leave their alternative text."),
        ],
        example: #"{"use": "plain_text"}"#)

    private let options: Options

    /// Makes the stage.
    public init(options: Options, context: PluginContext) {
        self.options = options
    }

    /// Sets `content_text` from `content_html`, unless the feed gives both, and takes the HTML away.
    public func apply(_ entry: inout Entry) -> Verdict {
        guard let html = entry.contentHTML else { return .keep }
        if entry.contentText == nil {
            entry.contentText = HTMLText.plainText(
                html, layout: .paragraphs, images: options.images ? .alternativeText : .omitted)
        }
        if !options.keepHTML { entry.contentHTML = nil }
        return .keep
    }
}
