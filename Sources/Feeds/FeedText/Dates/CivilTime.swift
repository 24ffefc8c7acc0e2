/// A date and time of day as a clock on a wall shows it, with how far that clock is ahead of UTC.
///
/// The calendar is the Gregorian one, also before it was introduced (RFC 3339 §1). Two values are equal when all fields
/// are; to compare instants compare ``secondsSinceEpoch`` and ``nanosecond``.
public struct CivilTime: Sendable, Hashable {
    /// The year, 0 to 9999 when it came from a feed.
    public var year: Int
    /// The month, 1 to 12.
    public var month: Int
    /// The day of the month, 1 to 31.
    public var day: Int
    /// The hour, 0 to 23.
    public var hour: Int
    /// The minute, 0 to 59.
    public var minute: Int
    /// The second, 0 to 59; a leap second is the first second of the next minute, as in POSIX.
    public var second: Int
    /// Billionths of a second, 0 to 999,999,999.
    public var nanosecond: Int
    /// Seconds east of UTC.
    public var offset: Int

    /// Puts the fields together; they are taken as they are, whether or not such a date exists.
    public init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, nanosecond: Int = 0,
        offset: Int = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.nanosecond = nanosecond
        self.offset = offset
    }

    /// What a clock `offset` seconds east of UTC shows that many seconds after 1970-01-01T00:00:00Z.
    public init(secondsSinceEpoch: Int64, nanosecond: Int = 0, offset: Int = 0) {
        let local = secondsSinceEpoch &+ Int64(offset)
        let days = local.flooredQuotient(dividingBy: 86_400)
        let secondOfDay = Int(local - days * 86_400)
        (year, month, day) = CivilTime.date(dayNumber: Int(days))
        hour = secondOfDay / 3600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
        self.nanosecond = nanosecond
        self.offset = offset
    }

    /// Seconds between 1970-01-01T00:00:00Z and this instant, negative before; leap seconds don't count.
    public var secondsSinceEpoch: Int64 {
        let days = Int64(CivilTime.dayNumber(year: year, month: month, day: day))
        return days * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset)
    }

    /// The day of the week: 0 is Sunday, 6 is Saturday.
    public var weekday: Int {
        let days = CivilTime.dayNumber(year: year, month: month, day: day)
        return (days % 7 + 11) % 7
    }

    /// The same instant on a clock `offset` seconds east of UTC.
    public func moved(toOffset offset: Int) -> CivilTime {
        CivilTime(secondsSinceEpoch: secondsSinceEpoch, nanosecond: nanosecond, offset: offset)
    }
}

// MARK: - Calendar

extension CivilTime {
    /// Days from 1970-01-01 to a date, by Howard Hinnant's `days_from_civil`: the year begins in March.
    public static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.flooredQuotient(dividingBy: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// How many days a month (1 to 12) has.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: isLeap(year) ? 29 : 28
        default: 31
        }
    }

    /// Whether the year has a 29 February.
    public static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    static func date(dayNumber: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = dayNumber + 719_468
        let era = shifted.flooredQuotient(dividingBy: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension SignedInteger where Self: FixedWidthInteger {
    fileprivate func flooredQuotient(dividingBy divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
