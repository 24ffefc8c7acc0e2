/// What was put right in a date that could be read all the same; a reason for a diagnostic.
public enum DateDoubt: Sendable, Hashable {
    /// The letters after the time are the name of no known zone.
    case unknownZone
    /// What stands in the place of an offset is a day or more, or no time at all.
    case impossibleOffset
    /// It is a stretch of time.
    case range

    /// What a message says of it: what is odd, and how it was read; no capital, no full stop.
    public var message: String {
        switch self {
        case .unknownZone: "names a time zone that is not known; the time was taken for UTC"
        case .impossibleOffset: "has an offset that no time zone has; the time was taken for UTC"
        case .range: "is a stretch of time; its beginning was taken"
        }
    }
}
