/// Reads a date token by token, whatever their order: numbers, groups of numbers, times, names, zones.
///
/// The words may be folded text (``CalendarNames/folded(_:)``). Made for one parse; every byte is looked at once.
struct LooseDateScan {
    /// A number whose meaning only its neighbours show.
    struct LooseNumber {
        var value: Int
        var digits: Int
    }

    enum Meridiem { case beforeNoon, afterNoon }

    var year: Int?
    var month: Int?
    var day: Int?
    var weekday: Int?
    /// Day and month of a group like `05/06/2024` that may also be read the other way round.
    var groupMayBeSwapped = false

    var hour: Int?
    var minute = 0
    var second = 0
    var nanosecond = 0
    var hasSeconds = false
    var meridiem: Meridiem?
    var offset: Int?
    /// A zone of the IANA database (`Europe/Brussels`), whose offset depends on the date.
    var zoneName: String?
    /// The offset to take where the database doesn't know the zone.
    var zoneOffset: Int?
    /// Whether capital letters stand after the time in which no zone is known.
    var hasUnknownZone = false
    /// The offset of a zone that a comment names: `(CEST)`.
    var offsetOfComment: Int?

    var numbers: [LooseNumber] = []
    var unknownWords = 0
    var monthIsNamed = false
    var lastWasMonthName = false
    var lastWasTimeMark = false
    /// The year before the first of the era that was named (``CalendarEra``).
    var yearBeforeEra: Int?
    /// Whether noon was named, or midnight (false).
    var isNoon: Bool?
    /// What was put right.
    var doubt: DateDoubt?
    /// How often a second date was looked for.
    var endsTried = 0
    /// Set by what can't be part of any date; ends the scan.
    var failed = false

    /// More words than this around a date make it prose.
    private static let mostUnknownWords = 6

    mutating func parse(_ bytes: Span<UInt8>, in range: Range<Int>) -> CivilTime? {
        if let instant = unixTime(bytes, in: range) { return instant }
        // A year before the first (ISO 8601 §5.2.2.3).
        if bytes[range.lowerBound] == UInt8(ascii: "-"), range.count > 5,
            bytes.endOfDigits(from: range.lowerBound + 1) - range.lowerBound > 4
        {
            return nil
        }
        var index = range.lowerBound
        while index < range.upperBound, !failed, unknownWords <= Self.mostUnknownWords {
            let byte = bytes[index]
            switch byte {
            case _ where byte.isASCIIDigit:
                index = readNumber(bytes, from: index)
            case _ where byte.isASCIILetter || byte >= 0x80:
                index = readWord(bytes, from: index, end: range.upperBound)
            case UInt8(ascii: "("):
                index = readComment(bytes, from: index, end: range.upperBound)
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                index = readSign(bytes, from: index, end: range.upperBound)
            case UInt8(ascii: "/"), UInt8(ascii: "~"):
                index =
                    passEndTime(bytes, from: index + 1, end: range.upperBound)
                    ?? readEnd(bytes, from: index + 1, end: range.upperBound)
            default:
                index += 1
            }
        }
        guard !failed, unknownWords <= Self.mostUnknownWords else { return nil }
        return finished()
    }

    /// Whether day, month and year are known, so that a further number can only be a time.
    var hasWholeDate: Bool {
        month != nil && (day == nil ? 1 : 0) + (year == nil ? 1 : 0) <= numbers.count
    }
}

// MARK: - Tokens

extension LooseDateScan {
    /// Ten digits alone are seconds since 1970, thirteen are milliseconds.
    private func unixTime(_ bytes: Span<UInt8>, in range: Range<Int>) -> CivilTime? {
        guard range.count == 10 || range.count == 13, let number = bytes.decimalNumber(in: range) else { return nil }
        guard range.count == 13 else { return CivilTime(secondsSinceEpoch: Int64(number)) }
        return CivilTime(secondsSinceEpoch: Int64(number / 1000), nanosecond: number % 1000 * 1_000_000)
    }

    /// RFC 5322 §3.2.2: comments nest, a backslash quotes the next byte.
    ///
    /// One that doesn't end goes to the end. Of what it says only a zone counts, where there is no other.
    private mutating func readComment(_ bytes: Span<UInt8>, from start: Int, end: Int) -> Int {
        var depth = 0
        var index = start
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "\\"): index += 1
            default: break
            }
            index += 1
            if depth == 0 { break }
        }
        if depth == 0, index - start > 4, hour != nil, let zone = ZoneNames.offset(bytes, in: start + 1..<index - 1) {
            offsetOfComment = zone
        }
        return min(index, end)
    }

    /// A sign before digits and after a time begins an offset (`+0900`, `-7`, `+09:00`); elsewhere it separates.
    private mutating func readSign(_ bytes: Span<UInt8>, from start: Int, end: Int) -> Int {
        guard hour != nil || isZoneOfDate(bytes, from: start, end: end), !lastWasMonthName, start + 1 < end,
            bytes[start + 1].isASCIIDigit
        else {
            guard bytes[start] == UInt8(ascii: "-") else { return start + 1 }
            return passEndTime(bytes, from: start + 1, end: end) ?? readEnd(bytes, from: start + 1, end: end)
        }
        if bytes[start] == UInt8(ascii: "-"), let after = passEndTime(bytes, from: start + 1, end: end) { return after }
        var index = bytes.endOfDigits(from: start + 1)
        guard index - start <= 5, let digits = bytes.decimalNumber(in: (start + 1)..<index) else {
            failed = true
            return end
        }
        var hours = digits
        var minutes = 0
        let isCompact = index - start > 3
        if isCompact {
            hours = digits / 100
            minutes = digits % 100
        } else if index + 2 < end, bytes[index] == UInt8(ascii: ":"), let value = bytes.twoDigits(at: index + 1) {
            minutes = value
            index += 3
        }
        guard minutes < 60, isCompact || hours * 60 + minutes <= DateParser.farthestOffset else {
            doubt = .impossibleOffset
            offset = 0
            return index
        }
        offset = (bytes[start] == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
        return index
    }

    /// Whether a sign begins the zone of a whole date without a time, `2024-05-06+09:00` (XML Schema §3.2.9).
    private func isZoneOfDate(_ bytes: Span<UInt8>, from start: Int, end: Int) -> Bool {
        year != nil && month != nil && day != nil && start + 6 == end && bytes[start + 3] == UInt8(ascii: ":")
    }

    private mutating func readWord(_ bytes: Span<UInt8>, from start: Int, end: Int) -> Int {
        var index = start
        while index < end, bytes[index].isASCIILetter || bytes[index] >= 0x80 { index += 1 }
        let word = start..<index
        lastWasMonthName = false
        if word.count == 1, let after = readLetter(bytes, at: start, end: end) { return after }
        if hasWholeDate, CalendarNames.leadsToEnd(bytes.text(in: word).asciiLowercased) {
            let after = passEndTime(bytes, from: index, end: end) ?? readEnd(bytes, from: index, end: end)
            if after > index { return after }
        }
        if hour != nil {
            if bytes.equals(lowercase: "am", in: word) || bytes.equals(lowercase: "pm", in: word) {
                meridiem = bytes[start].asciiLowercased == UInt8(ascii: "a") ? .beforeNoon : .afterNoon
                return index
            }
            if offset == nil, let after = readZone(bytes, in: word, end: end) { return after }
        }
        readName(bytes, in: word)
        return index
    }

    /// An abbreviation, or the name of a region and a city.
    private mutating func readZone(_ bytes: Span<UInt8>, in word: Range<Int>, end: Int) -> Int? {
        if let zone = ZoneNames.offset(bytes, in: word) {
            offset = zone
            return word.upperBound
        }
        if let region = ZoneNames.region(bytes, in: word) {
            (zoneName, zoneOffset) = (region.name, region.offset)
            return word.upperBound
        }
        guard word.upperBound + 1 < end, bytes[word.upperBound] == UInt8(ascii: "/"),
            bytes[word.upperBound + 1].isASCIILetter
        else { return nil }
        var index = word.upperBound
        while index < end, !bytes[index].isASCIIWhitespace, bytes[index] != UInt8(ascii: ")") { index += 1 }
        zoneName = bytes.text(in: word.lowerBound..<index)
        return index
    }

    /// `T` before a time, `a.m.` and `p.m.`, the letter of an era before its year; nil for any other single letter.
    private mutating func readLetter(_ bytes: Span<UInt8>, at start: Int, end: Int) -> Int? {
        let letter = bytes[start].asciiLowercased
        if hour == nil {
            if year == nil, month == nil, numbers.isEmpty, let era = CalendarEra.yearBefore(letter: letter) {
                let year = bytes.endOfDigits(from: start + 1)
                if (2...3).contains(year - start), year < end, bytes[year] != UInt8(ascii: ":"),
                    !bytes[year].isASCIILetter
                {
                    yearBeforeEra = era
                    return start + 1
                }
            }
            guard letter == UInt8(ascii: "t") else { return nil }
            lastWasTimeMark = true
            return start + 1
        }
        guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p"), start + 2 < end,
            bytes[start + 1] == UInt8(ascii: "."), bytes[start + 2].asciiLowercased == UInt8(ascii: "m")
        else { return nil }
        meridiem = letter == UInt8(ascii: "a") ? .beforeNoon : .afterNoon
        return start + 3
    }

    private mutating func readName(_ bytes: Span<UInt8>, in word: Range<Int>) {
        let text = bytes.text(in: word).asciiLowercased
        if let named = CalendarNames.month(text) {
            // The last one counts: `mar., 01 déc.` begins with a French Tuesday.
            if month == nil || monthIsNamed { month = named }
            monthIsNamed = true
            lastWasMonthName = true
        } else if let half = CalendarNames.meridiem(endOf: text) {
            meridiem = half
        } else if let isNoon = CalendarNames.isNoon(text) {
            self.isNoon = isNoon
        } else if CalendarNames.namesHour(text) {
            // The number before it has been read as one.
        } else if year == nil, let first = CalendarEra.firstYear(text) {
            year = first
        } else if year == nil, let era = CalendarEra.yearBefore(endOf: text) {
            yearBeforeEra = era
        } else if word.lowerBound > 0, bytes[word.lowerBound - 1].isASCIIDigit {
            // An ordinal's ending: `1st`, `2nd`, `1er`.
        } else if word.count >= 3, weekday == nil,
            let day = EnglishCalendar.weekday(
                bytes[word.lowerBound], bytes[word.lowerBound + 1], bytes[word.lowerBound + 2])
        {
            weekday = day
        } else {
            unknownWords += 1
            if hour != nil, (3...5).contains(word.count), word.allSatisfy({ bytes[$0] <= UInt8(ascii: "Z") }) {
                hasUnknownZone = true
            }
        }
    }
}
