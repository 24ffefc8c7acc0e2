/// What a run of digits means, seen with the bytes around it.
extension LooseDateScan {
    /// Reads the number at `start` with the group, time or unit that it begins; returns where that ends.
    mutating func readNumber(_ bytes: Span<UInt8>, from start: Int) -> Int {
        let end = bytes.endOfDigits(from: start)
        let digits = end - start
        guard digits <= 14, let value = bytes.decimalNumber(in: start..<end) else { return fail(at: end) }
        let next = end < bytes.count ? bytes[end] : 0
        let digitFollows = end + 1 < bytes.count && bytes[end + 1].isASCIIDigit
        lastWasMonthName = false
        let afterTimeMark = lastWasTimeMark
        lastWasTimeMark = false

        if next == UInt8(ascii: ":"), digitFollows, digits <= 2 {
            return readTime(bytes, hour: value, from: end + 1)
        }
        if next >= 0x80, let unit = CalendarNames.unit(bytes, at: end) {
            assign(value, digits: digits, to: unit)
            return end + 3
        }
        if hour == nil, afterTimeMark || (hasWholeDate && digits == 4) {
            return readCompactTime(bytes, value, digits: digits, end: end)
        }
        if digits >= 7 { return readCompactDate(value, digits: digits, end: end) }
        if digits == 4, next == UInt8(ascii: "-") { return readISODate(bytes, year: value, from: end + 1) }
        if digits == 4, next.asciiLowercased == UInt8(ascii: "w"), digitFollows, year == nil {
            return readWeek(bytes, year: value, from: end + 1)
        }
        if digitFollows, next == UInt8(ascii: "/") || next == UInt8(ascii: ".") || next == UInt8(ascii: "-") {
            return readGroup(bytes, first: LooseNumber(value: value, digits: digits), separator: next, from: end + 1)
        }
        if hour == nil, digits <= 2, let after = readBareHour(bytes, value, from: end) { return after }
        guard numbers.count < 3, digits <= 4 else { return fail(at: end) }
        numbers.append(LooseNumber(value: value, digits: digits))
        return end
    }

    mutating func fail(at end: Int) -> Int {
        failed = true
        return end
    }
}

// MARK: - Times

extension LooseDateScan {
    /// Minutes, and what may follow them: seconds, a fraction after a point or comma.
    private mutating func readTime(_ bytes: Span<UInt8>, hour: Int, from start: Int) -> Int {
        guard self.hour == nil else { return fail(at: start) }
        self.hour = hour
        var end = bytes.endOfDigits(from: start)
        guard end - start <= 2, let minute = bytes.decimalNumber(in: start..<end) else { return fail(at: end) }
        self.minute = minute
        guard end + 1 < bytes.count, bytes[end] == UInt8(ascii: ":"), bytes[end + 1].isASCIIDigit else { return end }
        let secondStart = end + 1
        end = bytes.endOfDigits(from: secondStart)
        guard end - secondStart <= 2, let second = bytes.decimalNumber(in: secondStart..<end) else {
            return fail(at: end)
        }
        self.second = second
        hasSeconds = true
        return readFraction(bytes, from: end)
    }

    private mutating func readFraction(_ bytes: Span<UInt8>, from start: Int) -> Int {
        guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: ".") || bytes[start] == UInt8(ascii: ","),
            bytes[start + 1].isASCIIDigit
        else { return start }
        let (value, end) = bytes.fraction(from: start + 1)
        nanosecond = value
        return end
    }

    /// `070809`, `0708` or `07` after a `T`; four digits after a whole date.
    private mutating func readCompactTime(_ bytes: Span<UInt8>, _ value: Int, digits: Int, end: Int) -> Int {
        switch digits {
        case 1, 2: hour = value
        case 4: (hour, minute) = (value / 100, value % 100)
        case 6: (hour, minute, second) = (value / 10_000, value / 100 % 100, value % 100)
        default: return fail(at: end)
        }
        return digits == 6 ? readFraction(bytes, from: end) : end
    }

    /// An hour as in `3 pm`, `17 Uhr`, `10h30` or `10h`; nil when the number isn't one.
    ///
    /// The word after the hour is read by the scan.
    private mutating func readBareHour(_ bytes: Span<UInt8>, _ value: Int, from end: Int) -> Int? {
        if end < bytes.count, bytes[end].asciiLowercased == UInt8(ascii: "h") {
            let minuteEnd = bytes.endOfDigits(from: end + 1)
            guard minuteEnd == bytes.count || !bytes[minuteEnd].isASCIILetter else { return nil }
            hour = value
            if minuteEnd - end == 3 { minute = bytes.decimalNumber(in: (end + 1)..<minuteEnd) ?? 0 }
            return minuteEnd
        }
        var word = end
        while word < bytes.count, bytes[word] == UInt8(ascii: " ") { word += 1 }
        var wordEnd = word
        while wordEnd < bytes.count, bytes[wordEnd].isASCIILetter || bytes[wordEnd] >= 0x80 { wordEnd += 1 }
        guard wordEnd > word else { return nil }
        let isHour =
            bytes.starts(withLowercase: "a.m", at: word) || bytes.starts(withLowercase: "p.m", at: word)
            || CalendarNames.namesHour(bytes.text(in: word..<wordEnd).asciiLowercased)
        guard isHour else { return nil }
        hour = value
        return word
    }
}

// MARK: - Dates

extension LooseDateScan {
    /// `20240506`, `2024127` (day of the year), `202405060708`, `20240506070809`.
    private mutating func readCompactDate(_ value: Int, digits: Int, end: Int) -> Int {
        guard year == nil, month == nil, numbers.isEmpty else { return fail(at: end) }
        var date = value
        switch digits {
        case 7:
            setDate(year: value / 1000, dayOfYear: value % 1000)
            return end
        case 8: break
        case 12:
            (hour, minute) = (value / 100 % 100, value % 100)
            date = value / 10_000
        case 14:
            (hour, minute, second) = (value / 10_000 % 100, value / 100 % 100, value % 100)
            date = value / 1_000_000
        default: return fail(at: end)
        }
        (year, month, day) = (date / 10_000, date / 100 % 100, date % 100)
        return end
    }

    /// What follows `2024-`: `05-06`, `05`, `127`, `W19-1`, `W19`, a month's name.
    private mutating func readISODate(_ bytes: Span<UInt8>, year: Int, from start: Int) -> Int {
        guard self.year == nil else { return fail(at: start) }
        self.year = year
        if start < bytes.count, bytes[start].asciiLowercased == UInt8(ascii: "w") {
            return readWeek(bytes, year: year, from: start + 1)
        }
        let end = bytes.endOfDigits(from: start)
        guard end > start else { return start }
        guard end - start <= 3, let value = bytes.decimalNumber(in: start..<end) else { return fail(at: end) }
        if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "-"), bytes[end + 1].isASCIIDigit {
            let dayEnd = bytes.endOfDigits(from: end + 1)
            guard dayEnd - end <= 3 else { return fail(at: dayEnd) }
            (month, day) = (value, bytes.decimalNumber(in: (end + 1)..<dayEnd))
            return dayEnd
        }
        if end - start == 3 {
            setDate(year: year, dayOfYear: value)
        } else {
            month = value
        }
        return end
    }

    /// ISO 8601 weeks begin on Monday; week 1 is the one with 4 January.
    private mutating func readWeek(_ bytes: Span<UInt8>, year: Int, from start: Int) -> Int {
        guard start + 1 < bytes.count, let week = bytes.twoDigits(at: start), (1...53).contains(week) else {
            return fail(at: start)
        }
        var end = start + 2
        var weekday = 1
        if end < bytes.count, bytes[end] == UInt8(ascii: "-") { end += 1 }
        if end < bytes.count, bytes[end].isASCIIDigit {
            weekday = Int(bytes[end] &- 0x30)
            end += 1
        }
        guard (1...7).contains(weekday) else { return fail(at: end) }
        let fourth = CivilTime(year: year, month: 1, day: 4)
        let monday = CivilTime.dayNumber(year: year, month: 1, day: 4) - (fourth.weekday + 6) % 7
        let date = CivilTime.date(dayNumber: monday + (week - 1) * 7 + weekday - 1)
        (self.year, month, day) = (date.year, date.month, date.day)
        return end
    }

    private mutating func setDate(year: Int, dayOfYear: Int) {
        guard dayOfYear >= 1, dayOfYear <= (CivilTime.isLeap(year) ? 366 : 365) else {
            failed = true
            return
        }
        let date = CivilTime.date(dayNumber: CivilTime.dayNumber(year: year, month: 1, day: 1) + dayOfYear - 1)
        (self.year, month, day) = (date.year, date.month, date.day)
    }

    /// `06.05.2024`, `5/6/2024`, `06-05-2024`, `2024/5/6`; after a whole date `10.30` and `10.30.15` are times.
    private mutating func readGroup(
        _ bytes: Span<UInt8>, first: LooseNumber, separator: UInt8, from start: Int
    ) -> Int {
        let secondEnd = bytes.endOfDigits(from: start)
        guard let second = bytes.decimalNumber(in: start..<secondEnd) else { return fail(at: secondEnd) }
        guard secondEnd + 1 < bytes.count, bytes[secondEnd] == separator, bytes[secondEnd + 1].isASCIIDigit else {
            guard separator == UInt8(ascii: "."), hasWholeDate, hour == nil, secondEnd - start == 2 else {
                return readPair(first, LooseNumber(value: second, digits: secondEnd - start), separator, end: secondEnd)
            }
            (hour, minute) = (first.value, second)
            return secondEnd
        }
        let thirdEnd = bytes.endOfDigits(from: secondEnd + 1)
        if separator == UInt8(ascii: "."), hasWholeDate, hour == nil,
            let third = bytes.decimalNumber(in: (secondEnd + 1)..<thirdEnd)
        {
            (hour, minute, self.second) = (first.value, second, third)
            return thirdEnd
        }
        guard year == nil, month == nil, let third = bytes.decimalNumber(in: (secondEnd + 1)..<thirdEnd) else {
            return fail(at: thirdEnd)
        }
        setDate(
            first: first, second: second,
            third: LooseNumber(value: third, digits: thirdEnd - secondEnd - 1), separator: separator)
        return thirdEnd
    }

    /// A month of a year, `05/2024` or `2024/05`, or the days from and to, `6-8` beside a month's name.
    private mutating func readPair(_ first: LooseNumber, _ second: LooseNumber, _ separator: UInt8, end: Int) -> Int {
        if year == nil, month == nil, day == nil, numbers.isEmpty {
            if first.digits == 4, second.digits <= 2 {
                (year, month) = (first.value, second.value)
                return end
            }
            if first.digits <= 2, second.digits == 4 {
                (month, year) = (first.value, second.value)
                return end
            }
        }
        guard separator == UInt8(ascii: "-"), numbers.count < 2, first.digits <= 2, second.digits <= 2,
            first.value < second.value, second.value <= 31
        else { return fail(at: end) }
        doubt = .range
        numbers.append(first)
        return end
    }

    /// Slashes are American unless the numbers or the weekday say otherwise, points and hyphens put the day first.
    private mutating func setDate(first: LooseNumber, second: Int, third: LooseNumber, separator: UInt8) {
        if first.digits == 4 || yearBeforeEra != nil {
            (year, month, day) = (expandedYear(first), second, third.value)
            return
        }
        guard third.digits == 4 || (third.digits == 2 && separator != UInt8(ascii: "-")) else {
            failed = true
            return
        }
        year = expandedYear(third)
        if separator == UInt8(ascii: "/"), first.value <= 12 {
            (month, day) = (first.value, second)
            groupMayBeSwapped = second <= 12
        } else {
            (day, month) = (first.value, second)
        }
    }
}
