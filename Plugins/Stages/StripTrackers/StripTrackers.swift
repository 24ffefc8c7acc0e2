import FeedHTML
import FeedJSON
public import FeedModel
import FeedText
public import TributaryPluginKit

/// Takes out of entries what tells their senders who reads them: parameters of URLs, and images that only count.
public struct StripTrackers: EntryStage {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var also: [String]
        var pixels: Bool
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "strip_trackers", role: .stage, summary: "removes tracking parameters from URLs, and tracking pixels",
        options: [
            Option(
                "also", .list(of: .text), default: [],
                "More names of parameters to remove; one that ends with * stands for all that begin so."),
            Option("pixels", .boolean, default: true, "Whether images that nobody sees are removed from the HTML."),
        ],
        example: #"{"use": "strip_trackers"}"#)

    private let parameters: TrackingParameters
    private let removesPixels: Bool

    /// Makes the stage.
    public init(options: Options, context: PluginContext) {
        parameters = TrackingParameters(also: options.also)
        removesPixels = options.pixels
    }

    /// Cleans every URL of the entry; all else stays as it came, byte for byte.
    public func apply(_ entry: inout Entry) -> Verdict {
        for field in [\Entry.url, \Entry.externalURL, \Entry.image, \Entry.bannerImage] {
            if let clean = entry[keyPath: field].flatMap(parameters.removed) { entry[keyPath: field] = clean }
        }
        for index in entry.attachments.indices {
            if let clean = parameters.removed(from: entry.attachments[index].url) {
                entry.attachments[index].url = clean
            }
        }
        if let html = entry.contentHTML { entry.contentHTML = cleaned(html) }
        return .keep
    }

    private func cleaned(_ html: String) -> String {
        let seen = removesPixels ? HTMLImages.removingPixels(from: html, countedAt: TrackingHosts.isCounter) : nil
        let html = seen ?? html
        return HTMLLinks.replacing(in: html) { parameters.removed(from: $0) } ?? html
    }
}
