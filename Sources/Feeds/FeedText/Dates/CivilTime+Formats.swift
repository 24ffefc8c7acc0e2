extension CivilTime {
    /// The time as RFC 3339 writes it: `2024-05-06T07:08:09+09:00`, `Z` for UTC, a fraction only when there is one.
    public var rfc3339: String {
        var out = [UInt8]()
        out.reserveCapacity(35)
        appendRFC3339(to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// Appends ``rfc3339`` to bytes.
    public func appendRFC3339(to out: inout [UInt8]) {
        out.append(decimal: year, width: 4)
        out.append(UInt8(ascii: "-"))
        out.append(decimal: month, width: 2)
        out.append(UInt8(ascii: "-"))
        out.append(decimal: day, width: 2)
        out.append(UInt8(ascii: "T"))
        appendTimeOfDay(to: &out)
        appendFraction(to: &out)
        if offset == 0 {
            out.append(UInt8(ascii: "Z"))
        } else {
            appendOffset(to: &out, colon: true)
        }
    }

    /// The time as mail and RSS write it (RFC 5322 §3.3): `Mon, 06 May 2024 07:08:09 +0900`.
    public var rfc822: String {
        var out = [UInt8]()
        out.reserveCapacity(31)
        appendRFC822Date(to: &out)
        appendOffset(to: &out, colon: false)
        return String(decoding: out, as: UTF8.self)
    }

    /// The instant as HTTP writes it (RFC 9110 §5.6.7), always in UTC: `Sun, 05 May 2024 22:08:09 GMT`.
    public var httpDate: String {
        var out = [UInt8]()
        out.reserveCapacity(29)
        moved(toOffset: 0).appendRFC822Date(to: &out)
        out.append(contentsOf: "GMT".utf8)
        return String(decoding: out, as: UTF8.self)
    }
}

extension CivilTime: CustomStringConvertible {
    /// The same as ``rfc3339``.
    public var description: String { rfc3339 }
}

// MARK: - Private

extension CivilTime {
    private func appendRFC822Date(to out: inout [UInt8]) {
        out.append(contentsOf: EnglishCalendar.weekdays[weekday].utf8)
        out.append(contentsOf: ", ".utf8)
        out.append(decimal: day, width: 2)
        out.append(UInt8(ascii: " "))
        out.append(contentsOf: EnglishCalendar.months[month - 1].utf8)
        out.append(UInt8(ascii: " "))
        out.append(decimal: year, width: 4)
        out.append(UInt8(ascii: " "))
        appendTimeOfDay(to: &out)
        out.append(UInt8(ascii: " "))
    }

    private func appendTimeOfDay(to out: inout [UInt8]) {
        out.append(decimal: hour, width: 2)
        out.append(UInt8(ascii: ":"))
        out.append(decimal: minute, width: 2)
        out.append(UInt8(ascii: ":"))
        out.append(decimal: second, width: 2)
    }

    private func appendFraction(to out: inout [UInt8]) {
        guard nanosecond > 0 else { return }
        out.append(UInt8(ascii: "."))
        out.append(decimal: nanosecond, width: 9)
        while out.last == UInt8(ascii: "0") { out.removeLast() }
    }

    private func appendOffset(to out: inout [UInt8], colon: Bool) {
        out.append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        let minutes = abs(offset) / 60
        out.append(decimal: minutes / 60, width: 2)
        if colon { out.append(UInt8(ascii: ":")) }
        out.append(decimal: minutes % 60, width: 2)
    }
}

extension [UInt8] {
    fileprivate mutating func append(decimal value: Int, width: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(digitsOf: value.magnitude, width: width)
    }

    private mutating func append(digitsOf value: UInt, width: Int) {
        if value >= 10 || width > 1 { append(digitsOf: value / 10, width: width - 1) }
        append(0x30 + UInt8(value % 10))
    }
}
