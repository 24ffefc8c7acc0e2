import TributaryPluginKit

extension RetryAfter {
    /// Seconds from `now` that an exchange asks for, 0 for a time that has passed; nil where nothing that makes sense was
    /// said.
    static func seconds(of exchange: Exchange, at now: Int64) -> Int64? {
        exchange.header("retry-after").flatMap { seconds($0, at: CacheFreshness.serverTime(of: exchange, or: now)) }
    }
}
