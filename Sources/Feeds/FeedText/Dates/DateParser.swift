/// Reads the dates of feeds: RFC 822 and RFC 3339 at once, everything else that people write by a patient scan.
///
/// A date without a time is midnight, a time without a zone is UTC, a leap second is the second after it, 24:00 the
/// next midnight; of a stretch of time the beginning counts. What can't be read, or names a day or time that doesn't exist, is nil: never a guess, never "now".
public enum DateParser {
    /// Longer fields are prose, not dates.
    static let longestDate = 256

    /// What is farther from UTC than this, in minutes, is no offset where it is written as RFC 3339 does (§5.6).
    static let farthestOffset = 24 * 60 - 1

    /// Reads a date from UTF-8 bytes.
    public static func parse(_ bytes: Span<UInt8>) -> CivilTime? {
        var doubt: DateDoubt?
        return parse(bytes, doubt: &doubt)
    }

    /// Reads a date from UTF-8 bytes.
    /// - Parameter doubt: is set to what was put right, if something was.
    public static func parse(_ bytes: Span<UInt8>, doubt: inout DateDoubt?) -> CivilTime? {
        let range = bytes.trimmedRange
        guard range.count >= 4, range.count <= longestDate else { return nil }
        if let date = parseRFC3339(bytes, in: range) ?? parseRFC822(bytes, in: range) { return date }
        var scan = LooseDateScan()
        defer { doubt = scan.doubt }
        guard range.contains(where: { bytes[$0] >= 0x80 }) else { return scan.parse(bytes, in: range) }
        let plain = CalendarNames.plain(bytes.text(in: range))
        return plain.isEmpty ? nil : scan.parse(plain.span, in: plain.indices)
    }

    /// Reads a date from text.
    public static func parse(_ text: String) -> CivilTime? {
        parse(text.utf8.span)
    }

    /// `2024-05-06T07:08:09.25+09:00` exactly; nil for anything else, which the loose scan may still read.
    static func parseRFC3339(_ bytes: Span<UInt8>, in range: Range<Int>) -> CivilTime? {
        let start = range.lowerBound
        guard range.count >= 20,
            bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-"),
            bytes[start + 10] | 0x20 == UInt8(ascii: "t"),
            bytes[start + 13] == UInt8(ascii: ":"), bytes[start + 16] == UInt8(ascii: ":"),
            let century = bytes.twoDigits(at: start), let yearOfCentury = bytes.twoDigits(at: start + 2),
            let month = bytes.twoDigits(at: start + 5), let day = bytes.twoDigits(at: start + 8),
            let hour = bytes.twoDigits(at: start + 11), let minute = bytes.twoDigits(at: start + 14),
            let second = bytes.twoDigits(at: start + 17)
        else { return nil }
        var index = start + 19
        var nanosecond = 0
        if bytes[index] == UInt8(ascii: ".") {
            (nanosecond, index) = bytes.fraction(from: index + 1)
            guard bytes[index - 1] != UInt8(ascii: "."), index < range.upperBound else { return nil }
        }
        guard let offset = numericOffset(bytes, in: index..<range.upperBound) else { return nil }
        return checked(
            CivilTime(
                year: century * 100 + yearOfCentury, month: month, day: day, hour: hour, minute: minute,
                second: second, nanosecond: nanosecond, offset: offset))
    }

    /// `Mon, 06 May 2024 07:08:09 GMT` exactly, with a zone name or `+hhmm`; the day name isn't checked.
    static func parseRFC822(_ bytes: Span<UInt8>, in range: Range<Int>) -> CivilTime? {
        var index = range.lowerBound
        guard range.count >= 17 else { return nil }
        if bytes[index + 3] == UInt8(ascii: ","), bytes[index + 4] == UInt8(ascii: " ") {
            guard EnglishCalendar.weekday(bytes[index], bytes[index + 1], bytes[index + 2]) != nil else { return nil }
            index += 5
        }
        guard bytes[index].isASCIIDigit else { return nil }
        var day = Int(bytes[index] &- 0x30)
        index += 1
        if bytes[index].isASCIIDigit {
            day = day * 10 + Int(bytes[index] &- 0x30)
            index += 1
        }
        // From here ` May 2024 07:08:09 ` and a zone of at least one byte.
        guard index + 20 <= range.upperBound,
            bytes[index] == UInt8(ascii: " "), bytes[index + 4] == UInt8(ascii: " "),
            bytes[index + 9] == UInt8(ascii: " "), bytes[index + 12] == UInt8(ascii: ":"),
            bytes[index + 15] == UInt8(ascii: ":"), bytes[index + 18] == UInt8(ascii: " "),
            let month = EnglishCalendar.month(bytes[index + 1], bytes[index + 2], bytes[index + 3]),
            let century = bytes.twoDigits(at: index + 5), let yearOfCentury = bytes.twoDigits(at: index + 7),
            let hour = bytes.twoDigits(at: index + 10), let minute = bytes.twoDigits(at: index + 13),
            let second = bytes.twoDigits(at: index + 16)
        else { return nil }
        let zone = (index + 19)..<range.upperBound
        guard let offset = numericOffset(bytes, in: zone) ?? ZoneNames.offset(bytes, in: zone) else { return nil }
        return checked(
            CivilTime(
                year: century * 100 + yearOfCentury, month: month, day: day, hour: hour, minute: minute,
                second: second, offset: offset))
    }

    /// `Z`, `+09:00` or `+0900`.
    private static func numericOffset(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
        let sign = bytes[range.lowerBound]
        if range.count == 1 { return sign | 0x20 == UInt8(ascii: "z") ? 0 : nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), range.count == 5 || range.count == 6,
            let hours = bytes.twoDigits(at: range.lowerBound + 1),
            let minutes = bytes.twoDigits(at: range.upperBound - 2), minutes < 60,
            range.count == 5
                || bytes[range.lowerBound + 3] == UInt8(ascii: ":") && hours * 60 + minutes <= farthestOffset
        else { return nil }
        let offset = hours * 3600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -offset : offset
    }

    /// The time if its fields name a moment that exists, with 24:00 and second 60 carried over; else nil.
    static func checked(_ time: CivilTime) -> CivilTime? {
        guard (1...12).contains(time.month), time.year >= 1, time.year <= 9999, time.day >= 1,
            time.day <= CivilTime.days(inMonth: time.month, of: time.year),
            time.hour >= 0, time.hour <= 24, time.minute >= 0, time.minute < 60, time.second >= 0, time.second <= 60
        else { return nil }
        // RFC 5322 §3.3 allows offsets up to 99:59 (Apple's sample feed has +3000), RFC 3339 can't write them.
        if abs(time.offset) >= 86_400 { return checked(time.moved(toOffset: 0)) }
        guard time.hour == 24 || time.second == 60 else { return time }
        if time.hour == 24 {
            guard time.minute == 0, time.second == 0, time.nanosecond == 0 else { return nil }
        }
        return CivilTime(
            secondsSinceEpoch: time.secondsSinceEpoch, nanosecond: time.nanosecond, offset: time.offset)
    }
}

extension Span<UInt8> {
    /// The value of two decimal digits; nil when there are fewer.
    ///
    /// The caller has checked that both bytes exist.
    func twoDigits(at index: Int) -> Int? {
        let tens = self[index] &- 0x30
        let ones = self[index + 1] &- 0x30
        return tens < 10 && ones < 10 ? Int(tens &* 10 &+ ones) : nil
    }

    /// Digits after a decimal point as nanoseconds (further ones are dropped), and the place after them.
    func fraction(from start: Int) -> (nanosecond: Int, end: Int) {
        var nanosecond = 0
        var unit = 100_000_000
        var index = start
        while index < count, self[index].isASCIIDigit {
            nanosecond += Int(self[index] &- 0x30) * unit
            unit /= 10
            index += 1
        }
        return (nanosecond, index)
    }
}
