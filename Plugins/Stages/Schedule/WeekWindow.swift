import FeedText
import TributaryPluginKit

/// A time of certain days, over and over.
struct WeekWindow: Sendable {
    let days: Set<Weekday>
    let from: TimeOfDay
    let to: TimeOfDay
    let zone: Zone

    /// When the next window begins; nil where one is open now.
    ///
    /// Where clocks are put forward over the begin of a window, it begins with the hour after the gap.
    func nextBegin(after now: Int64) -> Int64? {
        let civil = CivilTime(secondsSinceEpoch: now, offset: zone.offset(at: now))
        let today = CivilTime.dayNumber(year: civil.year, month: civil.month, day: civil.day)
        var next: Int64?
        // A window of yesterday may reach into today; the same day of the next week is the last that may be meant.
        for day in today - 1...today + 7 where days.contains(Weekday(dayNumber: day)) {
            let begin = instant(day, from)
            let end = instant(to <= from ? day + 1 : day, to)
            if begin <= now, now < end { return nil }
            if begin > now { next = min(next ?? begin, begin) }
        }
        return next
    }

    private func instant(_ day: Int, _ time: TimeOfDay) -> Int64 {
        let local = Int64(day) * 86_400 + Int64(time.minutes) * 60
        let guess = local - Int64(zone.offset(at: local))
        return local - Int64(zone.offset(at: guess))
    }
}

/// A day of the week.
enum Weekday: String, CaseIterable, Sendable, Decodable {
    case mon, tue, wed, thu, fri, sat, sun

    /// The weekday of a day counted from 1970-01-01, which was a Thursday.
    init(dayNumber: Int) {
        self = Self.allCases[((dayNumber + 3) % 7 + 7) % 7]
    }
}
