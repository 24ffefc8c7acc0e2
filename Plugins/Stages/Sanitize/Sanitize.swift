import FeedHTML
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
        entry.contentHTML = entry.contentHTML.map { HTMLSanitizer.sanitized($0, base: entry.baseURL) }
        Self.remove(&entry.url)
        Self.remove(&entry.externalURL)
        Self.remove(&entry.image)
        Self.remove(&entry.bannerImage)
        for index in entry.authors.indices {
            Self.remove(&entry.authors[index].url)
            Self.remove(&entry.authors[index].avatar)
        }
        entry.attachments.removeAll { HTMLSanitizer.isActive(url: $0.url) }
        return .keep
    }

    private static func remove(_ url: inout String?) {
        if let text = url, HTMLSanitizer.isActive(url: text) { url = nil }
    }
}
