import FeedText

/// What a server that cannot answer now says of when to come again (RFC 9110 §10.2.3).
enum RetryAfter {
    /// The longest time that is believed: a month.
    static let longest: Int64 = 30 * 86_400

    /// Seconds from `now`, 0 for a time that has passed; nil where nothing that makes sense was said.
    static func seconds(of exchange: Exchange, at now: Int64) -> Int64? {
        guard let text = exchange.header("retry-after") else { return nil }
        if let seconds = CacheFreshness.deltaSeconds(text) { return min(seconds, longest) }
        // What else the patient parser of dates reads into a few digits is no date.
        guard text.utf8.contains(UInt8(ascii: ":")), let date = DateParser.parse(text) else { return nil }
        let wait = date.secondsSinceEpoch - CacheFreshness.serverTime(of: exchange, or: now)
        return min(max(0, wait), longest)
    }
}
