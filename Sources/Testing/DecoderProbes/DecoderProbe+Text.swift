import FeedText

extension DecoderProbe {
    /// The date parser: what it reads exists, and is read again as the same from what it is written as.
    static let dates = DecoderProbe(
        "dates",
        samples: [
            "Mon, 06 May 2024 07:08:09 GMT+0100 (CET)", "2024-05-06T07:08:09.25+09:00", "20240506T070809Z",
            "2024-W19-1", "2024-127", "２０２４年５月６日（月）午後３時４分", "5 de mayo de 2024 a las 10h30 p.m.",
            "10/30/23 21:55:58", "mar., 01 déc. 2020 16:11:02 +0000", "1714979289250", "Sun Jan  4 16:29:06 PST 2004",
            "令和6年5月6日", "31 Dec 1998 23:59:60 UTC", "-0001-12-31T24:00:00-99:99", "3 мая 2024 г.",
        ],
        tokens: [
            "99999999999", "T24:00", "-00:00", "+2359", "PST", "Europe/Berlin", "午後", "오후", "p.m.", "févr.", "mai",
            "W53", ":60", "00", "0001", "9999", ".999999999", "\u{A0}", "ö", "(", ")",
        ],
        probe: { bytes throws(BrokenPromise) in
            guard let date = DateParser.parse(bytes.span) else { return }
            try expect((1...12).contains(date.month), "month \(date.month)")
            try expect((1...CivilTime.days(inMonth: date.month, of: date.year)).contains(date.day), "day \(date.day)")
            try expect(
                (0..<24).contains(date.hour) && (0..<60).contains(date.minute) && (0..<60).contains(date.second)
                    && (0..<1_000_000_000).contains(date.nanosecond) && abs(date.offset) < 86_400,
                "time \(date.hour):\(date.minute):\(date.second).\(date.nanosecond) \(date.offset)")
            let again = DateParser.parse(date.rfc3339)
            try expect(again == date, "\(date.rfc3339) is read as \(again?.rfc3339 ?? "nothing")")
        })

    /// The charset decoder: any bytes under any label become well-formed UTF-8 of a bounded length.
    ///
    /// The first line is taken as the media type, the rest as the document.
    static let charsets = DecoderProbe(
        "charsets",
        samples: [
            "text/xml; charset=shift_jis\n\u{5C}", "text/html;charset=\"iso-2022-jp\"\n\u{1B}$B$\"\u{1B}(B",
            "application/xml;charset=utf-16le\na\0b\0", "a/b;charset=gb18030\n\u{81}0\u{81}0",
            "a/b;charset=big5\n\u{A4}@",
            "a/b;charset=euc-kr\nx", "a/b;charset=euc-jp\nx", "a/b;charset=koi8-r\nx", "a/b;charset=x-user-defined\nx",
            "\n<?xml version='1.0' encoding='windows-1251'?><a/>", "\n<meta charset=utf-7>",
            "a/b;charset=hz-gb-2312\n~{",
        ],
        tokens: [
            "charset=", "encoding=\"", "utf-16be", "windows-1252", "iso-2022-jp", "\u{1B}$B", "\u{1B}(B", "\u{1B}(J",
            "\u{1B}$@",
            "\u{FEFF}", "\0", "\0\0\0", "\n",
        ],
        takesFixture: { ["xml", "html"].contains($0.suffix) },
        probe: { bytes throws(BrokenPromise) in
            let end = bytes.prefix(100).firstIndex(of: UInt8(ascii: "\n"))
            let line = String(decoding: bytes[..<(end ?? 0)], as: UTF8.self)
            let body = Array(bytes[(end.map { $0 + 1 } ?? 0)...])
            for kind in [TextKind.xml, .json, .html, .plain] {
                let decoded = CharsetDecoder.decode(
                    body, transportCharset: MediaType(parsing: line)?.charset, kind: kind)
                try expect(UTF8Validation.isValid(decoded.utf8.span), "\(decoded.encoding) became no UTF-8")
                let most = 4 * body.count + 16
                try expect(decoded.utf8.count <= most, "\(decoded.encoding) became \(decoded.utf8.count) bytes")
                try expect(
                    decoded.replacedSequences <= body.count, "\(decoded.replacedSequences) sequences were replaced")
            }
        })

    /// URLs: resolving what was resolved changes nothing, nor does taking it apart; the first line is the base.
    static let urls = DecoderProbe(
        "urls",
        samples: [
            "http://a/b/c/d;p?q\n../g;x=1/./y?z#f", "\nhttp://user:pa ss@Example.com:80/a/../b?c=d'e#f g",
            "https://例え.jp/\n//x/y\\z", "file:///a\n../C|/%2e%2e/日本", "mailto:a@b\n#c", "feed://h:1/x\nfoo:/bar",
            "http://[::1]/\nhttp:a", "\nhttps://h/?access_token=x&key=y#sig=z", "tag:a,2024:b\n?c", "http:\\\\a\\b\n.",
        ],
        tokens: [
            "http://", "https:", "//", "..", "/./", "%2e", "%", "?", "#", "@", ":", ":65535", "[::1]", "\\", "xn--",
            "İ", "ß", "\u{3002}",
            "tag:", "data:,", "file:", "token=", "\u{A0}",
        ],
        probe: { bytes throws(BrokenPromise) in
            let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0
            let base = String(decoding: bytes[..<end], as: UTF8.self)
            let reference = String(decoding: bytes[end...], as: UTF8.self)
            let redacted = URLText.redacted(reference)
            try expect(URLText.redacted(redacted) == redacted, "\(redacted) is redacted again")
            guard let once = URLText.resolve(reference, against: base) else { return }
            let twice = URLText.resolve(once, against: "http://other.example/")
            try expect(twice == once, "\(once) resolves to \(twice ?? "nothing")")
            try expect(URLParts(once)?.text == once, "\(once) taken apart is \(URLParts(once)?.text ?? "nothing")")
            try expect(URLText.isAbsolute(once), "\(once) is not absolute")
        })

    /// What is shown: no control character is left, no line is wider than asked, no text is lost in wrapping, what is
    /// searched for is found where it stands, and a difference makes up both texts.
    ///
    /// The first byte is the width.
    static let display = DecoderProbe(
        "display",
        samples: [
            "\u{8}窯の記録、「窯」。ﾀﾞ word\u{A0}word (a) 👨‍👩‍👧‍👦🇯🇵 e\u{301}", "\u{2}\u{1B}[31m\u{202E}\u{7}\r\n\tคำ กิ่ง",
            "\u{10}नमस्ते क्ष ක්‍ෂ سلام\u{200C}ها",
            "\u{5}가마에서 구운 그릇 각", "a❤️1️⃣🏳️‍🌈👍🏽☎︎", "\u{2}、ﾞﾞ",
        ],
        tokens: [
            "\u{200D}", "\u{FE0F}", "\u{FE0E}", "\u{20E3}", "\u{301}", "🇯", "👍", "\u{1F3FD}", "\u{202E}", "\u{2028}",
            "\u{1B}[", "\u{9B}", "\u{3000}", "\u{AD}",
            "\u{1160}", "\u{115F}", "\u{D7B0}", "ﷺ", "\u{E0061}", "\r\n", " ", "。", "「", "\u{94D}", "क",
        ],
        takesFixture: { ["txt", "html"].contains($0.suffix) },
        probe: { bytes throws(BrokenPromise) in
            let columns = Int(bytes.first ?? 0) & 0x3F
            let source = String(decoding: bytes.dropFirst(), as: UTF8.self)
            for text in [source, DisplayText.printable(source)] {
                for line in DisplayWidth.wrapped(text, toColumns: columns) {
                    let width = DisplayWidth.columns(of: line)
                    // A character is not cut, however wide its marks make it.
                    try expect(
                        width <= max(columns, 2) || line.count == 1,
                        "\(line.debugDescription) is \(width) wide, not \(columns)")
                }
                let cut = DisplayWidth.truncated(text, toColumns: columns)
                let width = DisplayWidth.columns(of: cut)
                try expect(width <= columns, "\(cut.debugDescription) is \(width) wide, not \(columns)")
            }
            try expectPrintable(source, columns)
            try expectFound(source, columns)
        })

    private static func expectFound(_ source: String, _ columns: Int) throws(BrokenPromise) {
        let query = SearchQuery(source)
        for range in query.matches(in: source) {
            try expect(range.lowerBound >= 0 && range.upperBound <= source.count, "\(range) is outside of the text")
        }
        let part = String(source.dropFirst(columns / 2).prefix(columns))
        let difference = WordDifference(from: source, to: part, effort: 10_000)
        let old = difference.parts.filter { $0.kind != .added }.map(\.text).joined()
        let new = difference.parts.filter { $0.kind != .removed }.map(\.text).joined()
        try expect(old == source && new == part, "\(difference.parts) does not make up both texts")
    }

    private static func expectPrintable(_ source: String, _ columns: Int) throws(BrokenPromise) {
        let printable = DisplayText.printable(source)
        try expect(DisplayText.printable(printable) == printable, "\(printable.debugDescription) is filtered again")
        let line = DisplayText.singleLine(source)
        try expect(DisplayText.singleLine(line) == line, "\(line.debugDescription) is filtered again")
        for scalar in (printable + line).unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                throw BrokenPromise("U+\(String(scalar.value, radix: 16)) is left")
            default: break
            }
        }
        let seen = { (text: String) in text.unicodeScalars.filter { !$0.properties.isWhitespace } }
        let lines = DisplayWidth.wrapped(printable, toColumns: columns).joined()
        try expect(seen(lines).elementsEqual(seen(printable)), "\(lines.debugDescription) is not the whole text")
    }
}
