import FeedModel
import FeedText
import TributaryPluginKit

/// Makes the record of a response, and has its document kept.
struct ResponseRecorder: Sendable {
    /// Where documents are kept; nil where they aren't.
    let documents: (any DocumentArchive)?
    let clock: any WallClock
    /// When the run began.
    let runBegan: Timestamp
    let secrets: Secrets

    /// The record of a decoded feed, whose document is taken out of it.
    func record(_ decoded: inout DecodedFeed, from planned: PlannedSubscription) async -> ResponseRecord {
        var kept: KeptDocument?
        if let document = decoded.document, let documents {
            kept = await documents.keep(document, at: clock.now)
        }
        var record = ResponseRecord(of: decoded, from: planned, in: runBegan, document: kept)
        record.location = record.location.map { URLText.redacted(secrets.redacted($0)) }
        decoded.document = nil
        return record
    }
}
