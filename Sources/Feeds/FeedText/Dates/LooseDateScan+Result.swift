/// What the tokens add up to.
extension LooseDateScan {
    /// A part of a date or time that a character after the number names.
    enum Unit { case year, month, day, hour, minute, second }

    mutating func assign(_ value: Int, digits: Int, to unit: Unit) {
        switch unit {
        case .year: year = expandedYear(LooseNumber(value: value, digits: digits))
        case .month:
            month = value
            monthIsNamed = false
        case .day: day = value
        case .hour: hour = value
        case .minute: minute = value
        case .second: second = value
        }
    }

    /// RFC 5322 §4.3: two digits below 50 are in this century, other two or three digits count from 1900.
    ///
    /// After the name of an era any number counts from its beginning.
    func expandedYear(_ number: LooseNumber) -> Int {
        if let yearBeforeEra { return yearBeforeEra + number.value }
        guard number.digits < 4 else { return number.value }
        return number.digits <= 2 && number.value < 50 ? 2000 + number.value : 1900 + number.value
    }

    mutating func finished() -> CivilTime? {
        guard placeNumbers(), let year else { return nil }
        if day == nil {
            // A month or a year alone is its first day, but only if nothing else was there.
            guard hour == nil, isNoon == nil, unknownWords == 0 else { return nil }
        }
        swapGroupByWeekday()
        if let meridiem, let hour {
            switch meridiem {
            case .afterNoon: self.hour = hour < 12 ? hour + 12 : hour
            case .beforeNoon: self.hour = hour == 12 ? 0 : hour
            }
        }
        applyNoon()
        let time = DateParser.checked(
            CivilTime(
                year: year, month: month ?? 1, day: day ?? 1, hour: hour ?? 0, minute: minute, second: second,
                nanosecond: nanosecond, offset: offset ?? 0))
        guard var time, offset == nil else { return time }
        if let zoneName {
            let known = ZoneDatabase.offset(in: zoneName, atLocalSeconds: time.secondsSinceEpoch) ?? zoneOffset
            hasUnknownZone = known == nil
            time.offset = known ?? 0
        } else if let offsetOfComment {
            time.offset = offsetOfComment
            hasUnknownZone = false
        }
        if hasUnknownZone { doubt = .unknownZone }
        return time
    }

    /// Noon and midnight are times of their own, and say which twelve o'clock is meant.
    private mutating func applyNoon() {
        guard let isNoon else { return }
        switch hour {
        case nil: hour = isNoon ? 12 : 0
        case 12 where !isNoon: hour = 0
        case .some(let given) where isNoon && (1...3).contains(given): hour = given + 12
        default: break
        }
    }

    /// Gives the loose numbers their meaning: day and year beside a month's name, or year, month, day.
    private mutating func placeNumbers() -> Bool {
        switch (numbers.count, month) {
        case (0, _): return month != nil || (year != nil && day == nil)
        case (1, .some):
            if day != nil || (year == nil && numbers[0].digits >= 3) {
                guard year == nil else { return false }
                year = expandedYear(numbers[0])
            } else {
                guard year != nil else { return false }
                day = numbers[0].value
            }
            return true
        case (2, .some):
            guard year == nil, day == nil else { return false }
            let yearFirst = numbers[0].digits >= 3 || numbers[0].value > 31
            year = expandedYear(numbers[yearFirst ? 0 : 1])
            day = numbers[yearFirst ? 1 : 0].value
            return true
        case (1, nil) where numbers[0].digits == 4 && year == nil && day == nil:
            year = numbers[0].value
            return true
        case (3, nil) where numbers[0].digits == 4 && year == nil && day == nil:
            (year, month, day) = (numbers[0].value, numbers[1].value, numbers[2].value)
            return true
        default: return false
        }
    }

    /// `Fri, 05/06/2020` can only be the fifth of June.
    private mutating func swapGroupByWeekday() {
        guard groupMayBeSwapped, let weekday, let year, let month, let day,
            CivilTime(year: year, month: month, day: day).weekday != weekday,
            CivilTime(year: year, month: day, day: month).weekday == weekday
        else { return }
        (self.month, self.day) = (day, month)
    }
}

extension CalendarNames {
    /// The unit that the three-byte character at `index` names after a number in Chinese, Japanese or Korean.
    static func unit(_ bytes: Span<UInt8>, at index: Int) -> LooseDateScan.Unit? {
        guard index + 3 <= bytes.count else { return nil }
        switch UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]) {
        case 0xE5_B9B4, 0xEB_8584: return .year  // 年 년
        case 0xE6_9C88, 0xEC_9B94: return .month  // 月 월
        case 0xE6_97A5, 0xEC_9DBC, 0xE5_8FB7, 0xE8_999F: return .day  // 日 일 号 號
        case 0xE6_9982, 0xE6_97B6, 0xEC_8B9C, 0xE9_BB9E, 0xE7_82B9: return .hour  // 時 时 시 點 点
        case 0xE5_8886, 0xEB_B684: return .minute  // 分 분
        case 0xE7_A792, 0xEC_B488: return .second  // 秒 초
        default: return nil
        }
    }

    /// The half of the day that a word ends with in Chinese, Japanese or Korean; it stands before the time.
    static func meridiem(endOf word: String) -> LooseDateScan.Meridiem? {
        if ["午前", "오전", "上午", "凌晨", "早上"].contains(where: word.hasSuffix) { return .beforeNoon }
        return ["午後", "오후", "下午", "晚上"].contains(where: word.hasSuffix) ? .afterNoon : nil
    }
}
