import FeedText
import Testing

@Suite("Civil time")
struct CivilTimeTests {
    @Test(
        "instants and calendar days",
        arguments: [
            (Int64(0), "1970-01-01T00:00:00Z", 4), (-1, "1969-12-31T23:59:59Z", 3),
            (951_782_400, "2000-02-29T00:00:00Z", 2), (4_107_542_400, "2100-03-01T00:00:00Z", 1),
            (-62_135_596_800, "0001-01-01T00:00:00Z", 1), (253_402_300_799, "9999-12-31T23:59:59Z", 5),
        ])
    func calendar(seconds: Int64, text: String, weekday: Int) {
        let time = CivilTime(secondsSinceEpoch: seconds)
        #expect(time.rfc3339 == text)
        #expect(time.weekday == weekday)
        #expect(time.secondsSinceEpoch == seconds)
    }

    @Test("the formats")
    func formats() {
        let time = CivilTime(year: 2024, month: 5, day: 6, hour: 7, minute: 8, second: 9, offset: 9 * 3600)
        #expect(time.rfc3339 == "2024-05-06T07:08:09+09:00")
        #expect(time.rfc822 == "Mon, 06 May 2024 07:08:09 +0900")
        #expect(time.httpDate == "Sun, 05 May 2024 22:08:09 GMT")
        #expect(time.moved(toOffset: -5400).rfc3339 == "2024-05-05T20:38:09-01:30")
    }

    @Test("the local zone gives whole minutes within a day")
    func localZone() {
        let offset = LocalZone.offset(at: 1_714_979_289)
        #expect(offset % 60 == 0 && abs(offset) < 86_400)
    }
}
