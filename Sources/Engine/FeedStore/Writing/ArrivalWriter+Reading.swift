import FeedModel
import TributaryEngine
import TributaryPluginKit

extension ArrivalWriter {
    /// How the entries of an arrival count as listed.
    struct Listing {
        /// The ordinal of the reading; nil where the arrival lists nothing, so that its entries stay as they were.
        var ordinal: Int64?
        /// The ordinal, the beginning and the end of the time in which the feed was as last read; nil where nothing
        /// counts as gone.
        var previous: (ordinal: Int64, from: Int64, to: Int64)?
    }

    /// Writes what is said of a reading.
    ///
    /// A feed that broke off gets no ordinal of its own, unless it is the first: what it lists counts as listed together
    /// with what the last whole one listed, so nothing counts as gone.
    func record(_ reading: Arrival.Reading, of subscription: SubscriptionID) throws(StoreFailure) -> Listing {
        let known = try database.statement("SELECT readings, listed_at, read_at FROM subscription WHERE id = ?")
            .bind(subscription.row)
            .first { (row) in (readings: row.integer(), listedAt: row.optionalInteger(), readAt: row.optionalInteger())
            }
        guard let known else {
            throw StoreFailure(.other, "\(database.name): there is no subscription \(subscription.row)")
        }
        switch reading {
        case .whole(let feed, let validators):
            try record(feed, of: subscription, ordinal: known.readings + 1, listedAt: now.seconds)
            try record(validators, of: subscription)
            var listing = Listing(ordinal: known.readings + 1)
            if let from = known.listedAt, let to = known.readAt, from < to {
                listing.previous = (known.readings, from, to)
            }
            return listing
        case .partial(let feed):
            let ordinal = max(known.readings, 1)
            try record(feed, of: subscription, ordinal: ordinal, listedAt: known.listedAt ?? now.seconds)
            return Listing(ordinal: ordinal)
        case .unchanged(let validators):
            try database.statement(
                "UPDATE subscription SET read_at = ?, failed_at = NULL, failure = NULL WHERE id = ?"
            )
            .bind(now.seconds).bind(subscription.row).run()
            if let validators { try record(validators, of: subscription) }
            return Listing(ordinal: known.readings)
        case .failed(let message):
            try database.statement("UPDATE subscription SET failed_at = ?, failure = ? WHERE id = ?")
                .bind(now.seconds).bind(message).bind(subscription.row).run()
            return Listing()
        case .held:
            return Listing()
        }
    }

    private func record(
        _ feed: Feed, of subscription: SubscriptionID, ordinal: Int64, listedAt: Int64
    ) throws(StoreFailure) {
        var bare = feed
        bare.entries = []
        try database.statement(
            """
            UPDATE subscription SET readings = ?, listed_at = ?, read_at = ?, failed_at = NULL, failure = NULL,
                title = ?, home_page_url = ?, feed = ?
            WHERE id = ?
            """
        )
        .bind(ordinal).bind(listedAt).bind(now.seconds).bind(feed.title).bind(feed.homePageURL).bind(bare.json())
        .bind(subscription.row).run()
    }

    private func record(_ validators: Validators, of subscription: SubscriptionID) throws(StoreFailure) {
        try database.statement(
            """
            UPDATE subscription SET has_validators = 1, validator_url = ?, etag = ?, last_modified = ?,
                document_hash = ?, adapter_state = ?
            WHERE id = ?
            """
        )
        .bind(validators.url).bind(validators.etag).bind(validators.lastModified).bind(validators.documentHash)
        .bind(validators.adapterState).bind(subscription.row).run()
    }

    /// Says of the cached entries that the feed lists no more when it last did: when "nothing has changed" came last.
    func date(
        unlistedSince previous: (ordinal: Int64, from: Int64, to: Int64), of subscription: SubscriptionID
    ) throws(StoreFailure) {
        try database.statement(
            """
            UPDATE ledger SET last_listed_at = ? WHERE subscription = ? AND cached_at IS NOT NULL
                AND last_listed_at >= ? AND last_listed_at < ? AND last_listed = ?
            """
        )
        .bind(previous.to).bind(subscription.row).bind(previous.from).bind(previous.to).bind(previous.ordinal).run()
    }
}
