import FeedText

/// What a server that cannot answer now says of when to come again (RFC 9110 §10.2.3).
package enum RetryAfter {
    /// The longest time that is believed: a month.
    package static let longest: Int64 = 30 * 86_400

    /// The seconds that a field's value asks for, 0 for a time that has passed; nil where it makes no sense.
    ///
    /// - Parameter now: what the server's clock shows, in seconds since 1970.
    package static func seconds(_ value: String, at now: Int64) -> Int64? {
        let digits = value.trimmingASCIIWhitespace
        if !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) {
            return min(Int64(digits) ?? longest, longest)
        }
        // What else the patient parser of dates reads into a few digits is no date.
        guard value.utf8.contains(UInt8(ascii: ":")), let date = DateParser.parse(value) else { return nil }
        return min(max(0, date.secondsSinceEpoch - now), longest)
    }
}
