/// Whether dates are written as the standards of feeds write them, beyond what can be read.
public enum DateForm {
    /// What is wrong with a date that should be written as RFC 3339 writes it (RFC 4287 §3.3: with upper-case letters).
    ///
    /// nil if nothing is; whether there is such a day is not asked.
    public static func fault(inRFC3339 text: String) -> String? {
        let bytes = text.utf8.span
        let advice = "write a date as 2026-11-30T09:00:00+09:00"
        guard bytes.matches("dddd-dd-ddTdd:dd:dd", from: 0) else {
            return bytes.matches("dddd-dd-dd", from: 0) && bytes.count == 10
                ? "the time of day is missing; \(advice)" : "it is not as RFC 3339 writes it; \(advice)"
        }
        var index = 19
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            let end = bytes.endOfDigits(from: index + 1)
            guard end > index + 1 else { return "the fraction has no digits; \(advice)" }
            index = end
        }
        guard index < bytes.count else { return "the zone is missing; \(advice), or with Z for UTC" }
        if bytes[index] == UInt8(ascii: "Z"), index + 1 == bytes.count { return nil }
        let isOffset = bytes.matches("+dd:dd", from: index) || bytes.matches("-dd:dd", from: index)
        return isOffset && index + 6 == bytes.count ? nil : "the zone is not as RFC 3339 writes it; \(advice)"
    }

    /// What is wrong with a date that should be written as RFC 822 writes it, with four digits of the year or two.
    ///
    /// nil if nothing is. The day name is held against the date.
    public static func fault(inRFC822 text: String) -> String? {
        var words = text.split(separator: " ").map(String.init)[...]
        let advice = "write a date as Mon, 30 Nov 2026 09:00:00 +0900"
        var weekday: Int?
        if let first = words.first, first.hasSuffix(",") {
            guard let index = weekdays.firstIndex(of: String(first.dropLast())) else {
                return "\"\(first.dropLast())\" is no day name of RFC 822; \(advice)"
            }
            weekday = index
            words.removeFirst()
        }
        guard words.count == 5, let day = number(words[words.startIndex], digits: 1...2),
            let month = months.firstIndex(of: words[words.startIndex + 1]),
            let year = number(words[words.startIndex + 2], digits: 2...4), words[words.startIndex + 2].utf8.count != 3
        else { return "it is not as RFC 822 writes it; \(advice)" }
        let time = words[words.startIndex + 3].utf8.span
        guard time.matches("dd:dd", from: 0), time.count == 5 || time.count == 8 && time.matches(":dd", from: 5) else {
            return "the time is not as RFC 822 writes it; \(advice)"
        }
        let zone = words[words.startIndex + 4]
        guard isZone(zone) else { return "\"\(zone)\" is no zone of RFC 822; write an offset such as +0900, or GMT" }
        if let weekday, year > 99 {
            let actual = CivilTime(year: year, month: month + 1, day: day).weekday
            if actual != weekday { return "the day name is wrong: that day is a \(weekdays[actual])" }
        }
        return year > 99 ? nil : "the year has two digits; \(advice)"
    }
}

// MARK: - Private

extension DateForm {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let zones: Set<String> = ["UT", "GMT", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT"]

    private static func number(_ word: String, digits: ClosedRange<Int>) -> Int? {
        let bytes = word.utf8.span
        guard digits.contains(bytes.count) else { return nil }
        return bytes.decimalNumber(in: 0..<bytes.count)
    }

    /// A name, a military letter other than J, or an offset.
    private static func isZone(_ word: String) -> Bool {
        let bytes = word.utf8.span
        if bytes.count == 5 { return bytes.matches("+dddd", from: 0) || bytes.matches("-dddd", from: 0) }
        if bytes.count == 1 { return bytes[0] &- 0x41 < 26 && bytes[0] != UInt8(ascii: "J") }
        return zones.contains(word)
    }
}

extension Span<UInt8> {
    /// Whether the bytes from `start` on are as a pattern has them, in which `d` stands for a digit.
    fileprivate func matches(_ pattern: StaticString, from start: Int) -> Bool {
        guard count - start >= pattern.utf8CodeUnitCount else { return false }
        return pattern.withUTF8Buffer { wanted in
            for index in 0..<wanted.count {
                let byte = self[start + index]
                let isRight = unsafe wanted[index] == UInt8(ascii: "d") ? byte.isASCIIDigit : byte == wanted[index]
                guard isRight else { return false }
            }
            return true
        }
    }
}
