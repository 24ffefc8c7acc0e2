import FeedJSON
import TributaryPluginKit

/// What `store` says.
struct StoreOptions: Decodable {
    var path: String?
    var keepParked: TimeSpan
    var keepDocuments: KeepDocumentsOption

    static let table: OptionTable = [
        Option("path", .text, "The database; by default in the user's state folder."),
        Option(
            "keep_parked", .duration, default: "30d",
            "How long deliveries of a sink that has left the configuration are kept."),
        Option(
            "keep_documents", KeepDocumentsOption.kind, default: ["for": "14d", "up_to": "200MB"],
            "Which documents are kept as they were received, for explain and replay."),
    ]
}
