package import FeedModel
import FeedText
import TributaryPluginKit

/// What is recorded of the response, or of the file, that a reading brought.
package struct ResponseRecord: Sendable, Hashable {
    /// When the run began: what came in one run was one river.
    package var runBegan: Timestamp
    /// The address that answered, or the file's path; secrets are taken out.
    package var location: String?
    /// The status; nil for a file, and for an adapter that does not hand over a document.
    package var status: Int?
    /// The type that the server named, with its charset.
    package var mediaType: String?
    /// How many bytes were received; nil where nobody knows.
    package var size: Int?
    /// Under what the document is kept.
    package var document: KeptDocument?
    /// What was odd about it or repaired, a line each.
    package var repairs: [String]

    /// More lines say nothing more.
    private static let mostRepairs = 20

    /// A record from its parts.
    package init(
        runBegan: Timestamp, location: String?, status: Int? = nil, mediaType: String? = nil, size: Int? = nil,
        document: KeptDocument? = nil, repairs: [String] = []
    ) {
        self.runBegan = runBegan
        self.location = location
        self.status = status
        self.mediaType = mediaType
        self.size = size
        self.document = document
        self.repairs = repairs
    }

    /// The record of a decoded feed.
    init(
        of decoded: DecodedFeed, from planned: PlannedSubscription, in run: Timestamp, document kept: KeptDocument?
    ) {
        let document = decoded.document
        self.init(
            runBegan: run, location: document?.url ?? planned.filePath ?? decoded.validators.url,
            status: document?.transfer?.status, mediaType: document?.mediaType?.text,
            size: document.map { $0.transfer?.receivedBytes?.count ?? $0.bytes.count }, document: kept,
            repairs: decoded.diagnostics.prefix(Self.mostRepairs).map(\.description))
        let others = decoded.diagnostics.count - Self.mostRepairs
        if others > 0 { repairs.append("\(others) more; tributary lint shows them") }
    }
}
