public import FeedText

extension Timestamp {
    /// The instant that a feed's date names, in any of the forms that feeds use; nil if it can't be read.
    public init?(parsing text: String) {
        guard let time = DateParser.parse(text) else { return nil }
        self.init(time)
    }

    /// The same, with what was put right in `doubt`.
    init?(parsing text: String, doubt: inout DateDoubt?) {
        guard let time = DateParser.parse(text.utf8.span, doubt: &doubt) else { return nil }
        self.init(time)
    }

    /// The instant that a date and time of day name.
    public init(_ time: CivilTime) {
        self.init(
            seconds: time.secondsSinceEpoch, nanoseconds: Int32(time.nanosecond), offset: Int32(time.offset))
    }

    /// The timestamp as RFC 3339 writes it, with its own offset: `2024-05-06T07:08:09+09:00`.
    public var rfc3339: String { civilTime.rfc3339 }

    /// What a clock with this offset shows at the instant.
    public var civilTime: CivilTime {
        CivilTime(secondsSinceEpoch: seconds, nanosecond: Int(nanoseconds), offset: Int(offset))
    }
}
