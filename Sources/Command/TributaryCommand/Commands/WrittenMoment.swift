import FeedJSON
import FeedModel
import FeedText
import TributaryPluginKit

/// A moment as a user writes it: a date, a time with its zone, or a span before now.
enum WrittenMoment: Sendable, Hashable {
    /// A day by the reader's calendar and clock.
    case day(year: Int, month: Int, day: Int)
    /// An instant.
    case instant(Timestamp)
    /// So many seconds before now.
    case ago(Int64)

    /// Reads `2026-11-30`, RFC 3339, or a duration such as `7d`; nil for anything else.
    init?(_ text: String) {
        if let span = try? TimeSpan(option: JSONNode(.string(text), at: 0)) {
            self = .ago(span.seconds)
            return
        }
        let bytes = text.utf8.span
        if bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = bytes.decimalNumber(in: 0..<4), let month = bytes.decimalNumber(in: 5..<7),
            let day = bytes.decimalNumber(in: 8..<10)
        {
            guard (1...12).contains(month), day >= 1, day <= CivilTime.days(inMonth: month, of: year) else {
                return nil
            }
            self = .day(year: year, month: month, day: day)
            return
        }
        guard bytes.count > 10, bytes.firstIndex(of: UInt8(ascii: "T")) == 10 || bytes[10] == UInt8(ascii: "t"),
            let instant = Timestamp(parsing: text)
        else { return nil }
        self = .instant(instant)
    }

    /// The moment itself, of a day its beginning.
    func start(now: Timestamp) -> Timestamp {
        switch self {
        case .day(let year, let month, let day): Self.midnight(year, month, day)
        case .instant(let instant): instant
        case .ago(let seconds): now.adding(seconds: -seconds)
        }
    }

    /// The moment itself, of a day its end.
    func end(now: Timestamp) -> Timestamp {
        guard case .day(let year, let month, let day) = self else { return start(now: now) }
        // There is no day after the last of a month, but there is an instant so many seconds later.
        return Self.midnight(year, month, day + 1)
    }

    /// When a day begins by the clocks of the reader's zone.
    private static func midnight(_ year: Int, _ month: Int, _ day: Int) -> Timestamp {
        let seconds = CivilTime(year: year, month: month, day: day).secondsSinceEpoch
        let guess = LocalZone.offset(at: seconds)
        let offset = LocalZone.offset(at: seconds - Int64(guess))
        return Timestamp(seconds: seconds - Int64(offset), offset: Int32(clamping: offset))
    }
}
