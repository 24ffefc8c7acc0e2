/// An instant, with the offset from UTC that it was written with.
///
/// Two timestamps of one instant and different offsets are not equal; they order by instant first.
public struct Timestamp: Sendable, Hashable {
    /// Whole seconds since 1970-01-01T00:00:00Z, negative before it.
    public var seconds: Int64
    /// Nanoseconds after `seconds`, 0 to 999,999,999.
    public var nanoseconds: Int32
    /// Seconds east of UTC, as the source wrote it; 0 where it named no zone.
    public var offset: Int32

    /// An instant in seconds and nanoseconds since 1970-01-01T00:00:00Z, and the offset to show it with.
    public init(seconds: Int64, nanoseconds: Int32 = 0, offset: Int32 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
        self.offset = offset
    }

    /// The instant that lies `seconds` later (earlier, if negative), with the same offset.
    public func adding(seconds delta: Int64) -> Timestamp {
        let (sum, overflow) = seconds.addingReportingOverflow(delta)
        return Timestamp(
            seconds: overflow ? (delta < 0 ? .min : .max) : sum, nanoseconds: nanoseconds, offset: offset)
    }
}

extension Timestamp: Comparable {
    /// Orders by instant, then by offset.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds, left.offset) < (right.seconds, right.nanoseconds, right.offset)
    }
}
