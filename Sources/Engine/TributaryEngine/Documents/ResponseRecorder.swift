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
        let kept = await documents?.keep(Self.document(of: decoded), at: clock.now)
        var record = ResponseRecord(of: decoded, from: planned, in: runBegan, document: kept)
        record.location = record.location.map { URLText.redacted(secrets.redacted($0)) }
        decoded.document = nil
        return record
    }

    /// The document of a feed; the feed itself where its adapter made it of other things than a document.
    private static func document(of decoded: DecodedFeed) -> Document {
        decoded.document ?? Document(url: nil, mediaType: nil, bytes: decoded.feed.json())
    }
}
