import FeedHTML
import FeedJSON
public import FeedModel
import FeedText
public import TributaryPluginKit

/// Gives an entry without a main image one of those that it holds.
public struct LeadImage: EntryStage {
    /// Where an image may come from.
    enum Source: String, CaseIterable, Decodable {
        case content, attachments
    }

    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var from: [Source]
        var minWidth: Int
        var remove: Bool
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "lead_image", role: .stage, summary: "gives entries without a main image one of those that they hold",
        options: [
            Option(
                "from", .list(of: .choice(of: Source.allCases.map(\.rawValue)), atLeast: 1),
                default: ["content", "attachments"], "Where to look, in this order."),
            Option(
                "min_width", .integer(in: 0...100_000), default: 0,
                "How wide an image must be in pixels; one whose width is unknown will do."),
            Option("remove", .boolean, default: false, "Whether the main image is removed from the content."),
        ],
        example: #"{"use": "lead_image", "min_width": 200}"#)

    private let options: Options

    /// Makes the stage.
    public init(options: Options, context: PluginContext) {
        self.options = options
    }

    /// Sets `image` where there is none.
    public func apply(_ entry: inout Entry) -> Verdict {
        for source in options.from where entry.image == nil { entry.image = image(of: entry, from: source) }
        if options.remove, let image = entry.image, let html = entry.contentHTML {
            let rest = HTMLImages.removingFirst(from: html, base: entry.url) { $0.url == image }
            entry.contentHTML = rest ?? html
        }
        return .keep
    }
}

// MARK: - Private

extension LeadImage {
    private func image(of entry: Entry, from source: Source) -> String? {
        switch source {
        case .content:
            entry.contentHTML.flatMap { html in
                HTMLImages.first(in: html, base: entry.url) { isWideEnough($0.width) }?.url
            }
        case .attachments:
            entry.attachments.first { Self.isImage($0) && isWideEnough(Self.width(of: $0)) }?.url
        }
    }

    private func isWideEnough(_ width: Int?) -> Bool { (width ?? .max) >= options.minWidth }

    private static func width(of attachment: Attachment) -> Int? {
        guard case .object(let media) = attachment.extensions["_media"] else { return nil }
        return media["width"]?.intValue
    }

    /// Whether the attachment is an image on the web, by its media type or, where that is unknown, by its name.
    private static func isImage(_ attachment: Attachment) -> Bool {
        guard let parts = URLParts(attachment.url), parts.scheme == "https" || parts.scheme == "http" else {
            return false
        }
        if let type = attachment.mimeType { return type.asciiLowercased.hasPrefix("image/") }
        let name = parts.path.asciiLowercased
        return [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"].contains(where: name.hasSuffix)
    }
}
