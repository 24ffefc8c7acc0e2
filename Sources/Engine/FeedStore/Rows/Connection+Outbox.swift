import TributaryEngine

/// How a delivery ended.
enum DeliveryEnd {
    /// The sink has confirmed it.
    case delivered
    /// The entry's text was gone.
    case void
    /// Somebody has said that it need not be made.
    case dropped
}

extension Connection {
    /// Takes a delivery out of the outbox and writes its receipt.
    func end(
        _ position: Int64, to sink: Int64, of number: Int64, revision: Int64, as end: DeliveryEnd, at time: Int64
    ) throws(StoreFailure) {
        try statement("DELETE FROM outbox WHERE sink = ? AND position = ?").bind(sink).bind(position).run()
        try statement(
            """
            INSERT INTO receipt (number, sink, revision, is_void, is_dropped, at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (number, sink) DO UPDATE SET revision = excluded.revision, is_void = excluded.is_void,
                is_dropped = excluded.is_dropped, at = excluded.at
            """
        )
        .bind(number).bind(sink).bind(revision).bind(end == .void).bind(end == .dropped).bind(time).run()
    }
}
