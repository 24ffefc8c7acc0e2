import EntryViews
public import FeedModel
public import TributaryPluginKit

/// Takes out of entries what a browser would run, load as a document, or let change the page around it.
public struct Sanitize: EntryStage {
    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "sanitize", role: .stage, summary: "leaves harmless HTML and harmless URLs in entries",
        example: #"{"use": "sanitize"}"#)

    /// Makes the stage.
    public init(options: NoOptions, context: PluginContext) {}

    /// Sanitises the HTML, and takes away URLs that would run a script; an attachment goes with its URL.
    public func apply(_ entry: inout Entry) -> Verdict {
        entry = entry.sanitized(base: entry.baseURL)
        return .keep
    }
}
