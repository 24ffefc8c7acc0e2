package import FeedModel
import FeedText
import TributaryPluginKit

/// Decodes kept documents again.
package struct KeptDocumentReader: Sendable {
    private let documents: (any DocumentArchive)?
    private let formats: FormatReader

    /// A reader of what an archive holds.
    package init(documents: (any DocumentArchive)?, formats: FormatReader) {
        self.documents = documents
        self.formats = formats
    }

    /// The feed in the document of a response, as it was decoded then; nil where the document is gone, or is a feed no
    /// more for the present configuration.
    package func feed(
        in response: RecordedResponse, of planned: PlannedSubscription?
    ) async -> (feed: Feed, isTruncated: Bool)? {
        guard let kept = response.record.document, let bytes = await documents?.content(of: kept) else { return nil }
        let location = response.record.location
        let document = Document(
            url: location.flatMap { URLText.isAbsolute($0) ? $0 : nil },
            mediaType: response.record.mediaType.flatMap(MediaType.init(parsing:)), bytes: bytes)
        guard
            let (feed, output) = try? formats.decode(
                document, as: planned?.formatName, preferring: planned?.adapter)
        else { return nil }
        return (feed, output.isTruncated)
    }
}
