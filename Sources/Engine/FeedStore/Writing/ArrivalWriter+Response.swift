import FeedModel
import TributaryEngine

extension ArrivalWriter {
    /// Writes the record of a response.
    ///
    /// - Parameter brought: how many entries it brought that are new or revised.
    /// - Returns: its row; nil where there is none.
    func record(
        _ response: ResponseRecord?, of subscription: SubscriptionID, brought: Int
    ) throws(StoreFailure) -> Int64? {
        guard let response else { return nil }
        try database.statement(
            """
            INSERT OR REPLACE INTO response (subscription, at, run, brought, location, status, media_type, size,
                document, coding, repairs)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        .bind(subscription.row).bind(now.seconds).bind(response.runBegan.seconds).bind(brought)
        .bind(response.location).bind(response.status.map(Int64.init)).bind(response.mediaType)
        .bind(response.size.map(Int64.init)).bind(response.document?.name).bind(response.document?.coding)
        .bind(response.repairs.isEmpty ? nil : response.repairs.joined(separator: "\n")).run()
        return database.lastRowID
    }
}

extension [StageReference] {
    /// The stages as the ledger has them, a line each; nil for none.
    var lines: String? { isEmpty ? nil : map(\.text).joined(separator: "\n") }

    /// Reads lines.
    init(lines: String?) {
        self = (lines ?? "").split(separator: "\n").map { StageReference(text: $0) }
    }
}
