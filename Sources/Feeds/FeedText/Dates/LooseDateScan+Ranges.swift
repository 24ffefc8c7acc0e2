/// Stretches of time, whose beginning counts: `2 Jan 2024 - 5 Jan 2024`, `2024-01-02/2024-01-05`, `15:04-16:30`.
extension LooseDateScan {
    /// Ends the scan if another whole date begins at `start`, after a sign or a word that leads to the end of a range.
    ///
    /// - Returns: where to go on.
    mutating func readEnd(_ bytes: Span<UInt8>, from start: Int, end: Int) -> Int {
        guard start < end, hasWholeDate, doubt != .range, endsTried < 2 else { return start }
        endsTried += 1
        var other = LooseDateScan()
        other.endsTried = .max
        guard other.parse(bytes, in: start..<end) != nil, other.month != nil, other.day != nil else { return start }
        doubt = .range
        return end
    }

    /// Passes over the time that ends a stretch which begins with the time before it; nil if none stands there.
    ///
    /// Written together, `15:04-16:30`, it is one only where no zone has that offset, and no seconds stand before it.
    mutating func passEndTime(_ bytes: Span<UInt8>, from start: Int, end: Int) -> Int? {
        guard hour != nil else { return nil }
        var index = start
        while index < end, bytes[index] == UInt8(ascii: " ") { index += 1 }
        let hourEnd = bytes.endOfDigits(from: index)
        guard (1...2).contains(hourEnd - index), hourEnd + 2 < end, bytes[hourEnd] == UInt8(ascii: ":"),
            let hours = bytes.decimalNumber(in: index..<hourEnd), let minutes = bytes.twoDigits(at: hourEnd + 1),
            hours <= 24, minutes < 60,
            index > start || !hasSeconds && hours * 60 + minutes > Self.farthestWest
        else { return nil }
        doubt = .range
        var after = hourEnd + 3
        if after + 2 < end, bytes[after] == UInt8(ascii: ":") { after += 3 }
        return after
    }

    /// How many minutes the clocks farthest behind UTC are behind it.
    private static let farthestWest = 12 * 60
}
