public import FeedText

/// What the reader of the output can show.
public struct TerminalStyle: Sendable {
    /// The width in display columns; fewer than ten count as ten.
    public var columns: Int
    /// Whether colours and links may be used: a terminal, and no `NO_COLOR`.
    public var color: Bool
    /// Seconds east of UTC at an instant, for dates in the reader's zone.
    public var offset: @Sendable (_ secondsSinceEpoch: Int64) -> Int

    /// A terminal of a width; by default dates are in the zone of the machine.
    public init(
        columns: Int, color: Bool, offset: @escaping @Sendable (Int64) -> Int = { LocalZone.offset(at: $0) }
    ) {
        self.columns = max(columns, 10)
        self.color = color
        self.offset = offset
    }
}
