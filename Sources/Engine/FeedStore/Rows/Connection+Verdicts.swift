import FeedModel
import TributaryEngine

extension Connection {
    /// Keeps what a stage said of a revision; of the same stage the last word counts.
    func record(
        _ verdict: StageVerdict, of number: Int64, revision: Int64, at now: Timestamp
    ) throws(StoreFailure) {
        try statement(
            """
            INSERT OR REPLACE INTO verdict (number, revision, at, stage, verdict, reason, verdict_until, target, options)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        .bind(number).bind(revision).bind(now.seconds).bind(verdict).bind(verdict.options).run()
    }
}
