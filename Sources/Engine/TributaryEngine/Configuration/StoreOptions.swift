import FeedJSON
import TributaryPluginKit

/// What `store` says.
struct StoreOptions: Decodable {
    var path: String?
    var keepParked: TimeSpan

    static let table: OptionTable = [
        Option("path", .text, "The database; by default in the user's state folder."),
        Option(
            "keep_parked", .duration, default: "30d",
            "How long deliveries of a sink that has left the configuration are kept."),
    ]
}
