import FeedModel
import FeedText

/// A date as people read it.
enum LocalDate {
    /// Day and time of day in the reader's zone: `2026-11-30 18:04`.
    static func text(of date: Timestamp, in style: TerminalStyle) -> String {
        let time = CivilTime(secondsSinceEpoch: date.seconds, offset: style.offset(date.seconds))
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let day = "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))"
        return "\(day) \(padded(time.hour, 2)):\(padded(time.minute, 2))"
    }
}
