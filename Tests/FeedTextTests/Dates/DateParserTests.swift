import Testing

@testable import FeedText

@Suite("Dates")
struct DateParserTests {
    @Test(
        "mail dates, as strict and as sloppy as feeds write them",
        arguments: [
            ("Mon, 06 May 2024 07:08:09 GMT", "2024-05-06T07:08:09Z"),
            ("Mon, 6 May 2024 07:08:09 +0900", "2024-05-06T07:08:09+09:00"),
            ("06 May 2024 07:08:09 -0330", "2024-05-06T07:08:09-03:30"),
            ("Mon, 06 May 2024 07:08:09 +09:00", "2024-05-06T07:08:09+09:00"),
            ("Mon, 06 May 2024 07:08 UT", "2024-05-06T07:08:00Z"),
            ("Mon, 06 May 24 07:08:09 Z", "2024-05-06T07:08:09Z"),
            ("Wed, 06 May 98 07:08:09 EST", "1998-05-06T07:08:09-05:00"),
            ("Mon, 06 May 2024 07:08:09 pdt", "2024-05-06T07:08:09-07:00"),
            ("Mon, 06 May 2024 07:08:09 JST", "2024-05-06T07:08:09+09:00"),
            ("Mon, 06 May 2024 07:08:09 GMT+0100", "2024-05-06T07:08:09+01:00"),
            ("Mon, 06 May 2024 07:08:09 UTC-03:30", "2024-05-06T07:08:09-03:30"),
            ("Mon, 06 May 2024 07:08:09 Q", "2024-05-06T07:08:09Z"),
            ("Mon, 06 May 2024 07:08:09 +3000", "2024-05-05T01:08:09Z"),
            ("Mon, 06 May 2024 07:08:09 Europe/Brussels", "2024-05-06T07:08:09+02:00"),
            ("Sat, 06 Jan 2024 07:08:09 Europe/Brussels", "2024-01-06T07:08:09+01:00"),
            ("Sun, 31 Mar 2024 02:30:00 Europe/Brussels", "2024-03-31T02:30:00+02:00"),
            ("Mon, 06 May 2024 07:08:09 Asia/Tokyo", "2024-05-06T07:08:09+09:00"),
            ("Mon, 06 May 2024 07:08:09 Nowhere/At_all", "2024-05-06T07:08:09Z"),
            ("Mon, 06 May 2024 07:08:09 a/../../../etc/passwd", "2024-05-06T07:08:09Z"),
            ("Mon, 06 May 2024 07:08:09 XYZ", "2024-05-06T07:08:09Z"),
            ("Sunday, 06-May-24 07:08:09 GMT", "2024-05-06T07:08:09Z"),
            ("MON, 06 MAY 2024 07:08:09 gmt", "2024-05-06T07:08:09Z"),
            ("Mon,06 May, 2024, 07:08:09 EST", "2024-05-06T07:08:09-05:00"),
            (" Mon ,\t06\u{A0}May  2024  7:08:09   +0000 ", "2024-05-06T07:08:09Z"),
            ("Mon(so early), 6(th) Ma(r)y 2024 07:08:09 GMT", nil),
            ("Mon(so early), 6(th) May(5 (or so)) 2024 07:08:09 +0000(GMT)", "2024-05-06T07:08:09Z"),
            ("Mon, 6th May 2024 07:08:09", "2024-05-06T07:08:09Z"),
            ("Thurs, 06 Sept 2024 07:08:09 GMT", "2024-09-06T07:08:09Z"),
            ("6 May 24 1500 GMT", "2024-05-06T15:00:00Z"),
            ("6 May 2024", "2024-05-06T00:00:00Z"),
            ("6 May 2024 GMT", "2024-05-06T00:00:00Z"),
            ("5 August, 2024", "2024-08-05T00:00:00Z"),
            ("Mon, 06 May 2024 24:00:00 GMT", "2024-05-07T00:00:00Z"),
            ("Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"),
            ("Mon, 26 January 2004 16:31:00 CT", "2004-01-26T16:31:00-06:00"),
            ("Wed, 19 Aug 2009 18:28:00 Etc/GMT", "2009-08-19T18:28:00Z"),
        ] as [(String, String?)])
    func mail(text: String, expected: String?) {
        #expect(DateParser.parse(text)?.rfc3339 == expected)
    }

    @Test(
        "RFC 3339 and its relatives in ISO 8601",
        arguments: [
            ("2024-05-06T07:08:09Z", "2024-05-06T07:08:09Z"),
            ("2024-05-06t07:08:09z", "2024-05-06T07:08:09Z"),
            ("2024-05-06T07:08:09.250+09:00", "2024-05-06T07:08:09.25+09:00"),
            ("2024-05-06T07:08:09.123456789123Z", "2024-05-06T07:08:09.123456789Z"),
            ("2024-05-06T07:08:09,5Z", "2024-05-06T07:08:09.5Z"),
            ("2024-05-06T07:08:09.Z", "2024-05-06T07:08:09Z"),
            ("2024-05-06T07:08:09-0700", "2024-05-06T07:08:09-07:00"),
            ("2024-05-06T07:08:09+9", "2024-05-06T07:08:09+09:00"),
            ("2024-05-06T07:08:09", "2024-05-06T07:08:09Z"),
            ("2024-05-06T07:08+09:00", "2024-05-06T07:08:00+09:00"),
            ("2024-05-06T07Z", "2024-05-06T07:00:00Z"),
            ("2024-05-06 07:08:09", "2024-05-06T07:08:09Z"),
            ("2024-05-06 07:08:09 +0200", "2024-05-06T07:08:09+02:00"),
            ("2024-05-06 T 07:08:09 -05:00", "2024-05-06T07:08:09-05:00"),
            ("2024-05-06T07:08:09 JST", "2024-05-06T07:08:09+09:00"),
            ("20240506T070809Z", "2024-05-06T07:08:09Z"),
            ("20240506T0708+0900", "2024-05-06T07:08:00+09:00"),
            ("20240506T07:08:09.5Z", "2024-05-06T07:08:09.5Z"),
            ("20240506", "2024-05-06T00:00:00Z"),
            ("20240506070809", "2024-05-06T07:08:09Z"),
            ("2024-05-06", "2024-05-06T00:00:00Z"),
            ("2024-5-6", "2024-05-06T00:00:00Z"),
            ("2024-005-06", "2024-05-06T00:00:00Z"),
            ("2024-05", "2024-05-01T00:00:00Z"),
            ("2024", "2024-01-01T00:00:00Z"),
            ("2024-127", "2024-05-06T00:00:00Z"),
            ("2024127", "2024-05-06T00:00:00Z"),
            ("2024-W19-1", "2024-05-06T00:00:00Z"),
            ("2024W191T07:08Z", "2024-05-06T07:08:00Z"),
            ("2020-W53-7", "2021-01-03T00:00:00Z"),
            ("2024-05-06T24:00:00Z", "2024-05-07T00:00:00Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
            ("2024/5/6 07:08:09", "2024-05-06T07:08:09Z"),
            ("2024.05.06 07:08", "2024-05-06T07:08:00Z"),
            ("2024-May-06", "2024-05-06T00:00:00Z"),
            ("1714979289", "2024-05-06T07:08:09Z"),
            ("1714979289250", "2024-05-06T07:08:09.25Z"),
        ])
    func iso(text: String, expected: String) {
        #expect(DateParser.parse(text)?.rfc3339 == expected)
    }

    @Test(
        "asctime, American, European and chatty forms",
        arguments: [
            ("Mon May  6 07:08:09 2024", "2024-05-06T07:08:09Z"),
            ("Mon May 06 07:08:09 +0900 2024", "2024-05-06T07:08:09+09:00"),
            ("Mon May 6 07:08:09 EST 2024", "2024-05-06T07:08:09-05:00"),
            ("Mon May 06 2024 07:08:09 GMT+0200 (Central European Summer Time)", "2024-05-06T07:08:09+02:00"),
            ("May 06, 2024 01:30 AM", "2024-05-06T01:30:00Z"),
            ("Monday, May 6, 2024 - 3:09pm", "2024-05-06T15:09:00Z"),
            ("May. 6, 2024, 12:37 p.m.", "2024-05-06T12:37:00Z"),
            ("May 6, 2024, 12:37 a.m. EST", "2024-05-06T00:37:00-05:00"),
            ("Mon, 6 May 2024 8:19 pm CEST", "2024-05-06T20:19:00+02:00"),
            ("Monday, May 6, 2024 - 16:29 PM", "2024-05-06T16:29:00Z"),
            ("Mon, 05/06/2024 - 19:19", "2024-05-06T19:19:00Z"),
            ("1/2/2024 3:04 PM", "2024-01-02T15:04:00Z"),
            ("10/30/23 21:55:58", "2023-10-30T21:55:58Z"),
            ("Fri, 26/06/2020", "2020-06-26T00:00:00Z"),
            ("Fri, 05/06/2020", "2020-06-05T00:00:00Z"),
            ("Wed, 05/06/2020", "2020-05-06T00:00:00Z"),
            ("06.05.2024 07:08", "2024-05-06T07:08:00Z"),
            ("06.05.24", "2024-05-06T00:00:00Z"),
            ("06-05-2024", "2024-05-06T00:00:00Z"),
            ("6 May 2024 3 pm", "2024-05-06T15:00:00Z"),
            ("6 May 2024 at 3am", "2024-05-06T03:00:00Z"),
            ("May 2024", "2024-05-01T00:00:00Z"),
            ("07:08 6 May 2024", "2024-05-06T07:08:00Z"),
        ])
    func others(text: String, expected: String) {
        #expect(DateParser.parse(text)?.rfc3339 == expected)
    }

    @Test(
        "month and day names of many languages",
        arguments: [
            ("Mo, 06 Mai 2024 07:08:09 +0200", "2024-05-06T07:08:09+02:00"),
            ("Mittwoch, 13. März 2024 10:00 Uhr", "2024-03-13T10:00:00Z"),
            ("Di, 15 Okt 2024 18:30:00 +0200", "2024-10-15T18:30:00+02:00"),
            ("mar., 01 déc. 2020 16:11:02 +0000", "2020-12-01T16:11:02Z"),
            ("mer., 14 AOÛT 2024 12h30", "2024-08-14T12:30:00Z"),
            ("lundi 3 fe\u{301}vrier 2024", "2024-02-03T00:00:00Z"),
            ("7 juil. 2024", "2024-07-07T00:00:00Z"),
            ("5 de mayo de 2024 a las 10:00", "2024-05-05T10:00:00Z"),
            ("lun, 15 gen 2024 09:00:00 +0100", "2024-01-15T09:00:00+01:00"),
            ("sáb, 02 mar 2024 10:00:00 -0300", "2024-03-02T10:00:00-03:00"),
            ("1º de fevereiro de 2024", "2024-02-01T00:00:00Z"),
            ("wo, 13 mrt 2024 10:00:00 +0100", "2024-03-13T10:00:00+01:00"),
            ("Пн, 06 мая 2024 07:08:09 +0300", "2024-05-06T07:08:09+03:00"),
            ("6 СЕНТЯБРЯ 2024 г. 07:08", "2024-09-06T07:08:00Z"),
            ("wto, 15 paź 2024 12:00:00 +0200", "2024-10-15T12:00:00+02:00"),
            ("15 września 2024", "2024-09-15T00:00:00Z"),
            ("2024年5月6日", "2024-05-06T00:00:00Z"),
            ("2024年1月2日 03:04", "2024-01-02T03:04:00Z"),
            ("２０２４年５月６日（月）午後３時４分", "2024-05-06T15:04:00Z"),
            ("2024年5月6日月曜日 07:08:09 +0900", "2024-05-06T07:08:09+09:00"),
            ("月, 06 5月 2024 07:08:09 +0900", "2024-05-06T07:08:09+09:00"),
            ("周一, 06 五月 2024 07:08:09 +0800", "2024-05-06T07:08:09+08:00"),
            ("2024-05-06+09:00", "2024-05-06T00:00:00+09:00"),
            ("2024-05-06-05:00", "2024-05-06T00:00:00-05:00"),
            ("令和6年5月6日 07:08", "2024-05-06T07:08:00Z"),
            ("令和元年５月６日（月）", "2019-05-06T00:00:00Z"),
            ("平成30.5.6", "2018-05-06T00:00:00Z"),
            ("昭和64年1月7日", "1989-01-07T00:00:00Z"),
            ("民國113年5月6日", "2024-05-06T00:00:00Z"),
            ("2024年5月6日 下午3:04", "2024-05-06T15:04:00Z"),
            ("2024년 1월 2일 오전 3:04", "2024-01-02T03:04:00Z"),
            ("2024년 1월 2일 오후 12:04:05", "2024-01-02T12:04:05Z"),
            ("2024. 1. 2. 오후 3:04", "2024-01-02T15:04:00Z"),
            ("월, 06 5월 2024 07:08:09 +0900", "2024-05-06T07:08:09+09:00"),
            ("Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T12:00:00-05:00"),
            ("6. června 2024", "2024-06-06T00:00:00Z"),
        ])
    func languages(text: String, expected: String) {
        #expect(DateParser.parse(text)?.rfc3339 == expected)
    }

    @Test(
        "what is no date, or a date that doesn't exist, is nothing",
        arguments: [
            "", " ", "now", "soon", "yesterday at 10:00", "Invalid Date", "insert updated date here", "1.1", "2.0",
            "0000-00-00 00:00:00", "2024-02-30", "2023-02-29T00:00:00Z", "2024-13-01", "Mon, 31 Jun 2024 00:00:00 GMT",
            "Mon, 06 May 2024 25:00:00 GMT", "2024-05-06T07:60:00Z", "2024-05-06T24:00:01Z",
            "Mon, 06 May 2024 07:08:09 +0960", "2013-xx-27", "2022-present", "Mon, 06 May zz 07:08:09 GMT",
            "Mon, May x 2024 07:08:09 GMT", "10:00", "Mon, 06 May", "2023-366", "2024-W54",
            "7 jui 2024", "99999999999999", "12345", "06-05-24", "2024-05-06 07:08:09 08:09:10",
            "The shop opened in 2024 and closed again on 6 May 2024 because of the rain",
            "Approximately 1000 words per article", "Smith, J. (2022). Example. Retrieved from https://example.org",
        ])
    func unreadable(text: String) {
        #expect(DateParser.parse(text) == nil)
    }

    @Test("what the formats write is read as it was", arguments: [UInt64(1), 2, 3])
    func roundTrip(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let time = CivilTime(
                secondsSinceEpoch: Int64.random(in: -62_000_000_000...253_000_000_000, using: &generator),
                nanosecond: Bool.random(using: &generator) ? 0 : Int.random(in: 0..<1_000_000_000, using: &generator),
                offset: Int.random(in: -14 * 60...14 * 60, using: &generator) * 60)
            #expect(DateParser.parse(time.rfc3339) == time, "seed \(seed)")
            var whole = time
            whole.nanosecond = 0
            #expect(DateParser.parse(whole.rfc822) == whole, "seed \(seed)")
            #expect(DateParser.parse(whole.httpDate)?.secondsSinceEpoch == whole.secondsSinceEpoch, "seed \(seed)")
        }
    }

    @Test("the fast paths and the loose scan agree", arguments: [UInt64(4), 5])
    func fastAgreesWithLoose(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let time = CivilTime(
                secondsSinceEpoch: Int64.random(in: -60_000_000_000...253_000_000_000, using: &generator),
                offset: Int.random(in: -14 * 60...14 * 60, using: &generator) * 60)
            for text in [time.rfc3339, time.rfc822, time.httpDate] {
                var scan = LooseDateScan()
                let bytes = Array(text.utf8)
                #expect(scan.parse(bytes.span, in: bytes.indices) == DateParser.parse(text), "\(text), seed \(seed)")
            }
        }
    }

    @Test("no bytes trap, and what is read exists", arguments: [UInt64(6), 7, 8])
    func mutations(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let seeds = [
            "Mon, 06 May 2024 07:08:09 GMT+0100 (CET)", "2024-05-06T07:08:09.25+09:00", "20240506T070809Z",
            "2024-W19-1", "２０２４年５月６日（月）午後３時４分", "5 de mayo de 2024 a las 10h30 p.m.", "10/30/23 21:55:58",
            "mar., 01 déc. 2020 16:11:02 +0000", "1714979289250", "-+:/.T年",
        ]
        for _ in 0..<5_000 {
            let bytes = Array(seeds.randomElement(using: &generator)?.utf8 ?? "".utf8).mutated(using: &generator)
            guard let time = DateParser.parse(bytes.span) else { continue }
            #expect(
                time
                    == CivilTime(
                        secondsSinceEpoch: time.secondsSinceEpoch, nanosecond: time.nanosecond, offset: time.offset),
                "\(bytes), seed \(seed)")
        }
    }
}
