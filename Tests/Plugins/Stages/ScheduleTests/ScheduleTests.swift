import FeedModel
import FeedText
import ScheduleStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage schedule")
struct ScheduleTests {
    @Test("keeps the contract of entry stages")
    func contract() async throws {
        try await EntryStageContract.check(
            Schedule.self, in: PluginFolder("Plugins/Stages/Schedule"),
            options: [
                #"{"use": "schedule", "from": "22:00", "to": "06:00"}"#, #"{"use": "schedule", "days": ["sun"]}"#,
            ])
    }

    // 2026-05-03 is a Sunday.
    @Test(
        "keeps an entry within the time, else holds it until the next one",
        arguments: [
            (#""from": "09:00", "to": "21:00""#, "2026-05-03T09:00:00Z", nil),
            (#""from": "09:00", "to": "21:00""#, "2026-05-03T20:59:59Z", nil),
            (#""from": "09:00", "to": "21:00""#, "2026-05-03T21:00:00Z", "2026-05-04T09:00:00Z"),
            (#""from": "09:00", "to": "21:00""#, "2026-05-03T08:59:59Z", "2026-05-03T09:00:00Z"),
            (#""days": ["sun"]"#, "2026-05-03T23:59:59Z", nil),
            (#""days": ["sun"]"#, "2026-05-04T00:00:00Z", "2026-05-10T00:00:00Z"),
            (#""days": ["mon", "fri"], "from": "07:30""#, "2026-05-03T00:00:00Z", "2026-05-04T07:30:00Z"),
            (#""days": ["sun"], "from": "10:00", "to": "11:00""#, "2026-05-03T11:00:00Z", "2026-05-10T10:00:00Z"),
            // Over midnight: the day is the one on which it begins.
            (#""days": ["sat"], "from": "22:00", "to": "06:00""#, "2026-05-03T05:59:00Z", nil),
            (#""days": ["sun"], "from": "22:00", "to": "06:00""#, "2026-05-03T05:59:00Z", "2026-05-03T22:00:00Z"),
            (#""days": ["sat"], "from": "22:00", "to": "06:00""#, "2026-05-03T06:00:00Z", "2026-05-09T22:00:00Z"),
            // Other clocks.
            (#""days": ["mon"], "zone": "+09:00""#, "2026-05-03T15:00:00Z", nil),
            (#""days": ["mon"], "zone": "+09:00""#, "2026-05-03T14:59:59Z", "2026-05-03T15:00:00Z"),
            (#""from": "23:00", "zone": "-03:30""#, "2026-05-03T00:00:00Z", "2026-05-03T02:30:00Z"),
        ])
    func windows(options: String, now: String, until: String?) throws {
        let zone = options.contains("zone") ? "" : #", "zone": "UTC""#
        let clock = FixedClock(try #require(Timestamp(parsing: now)))
        let json = "{\"use\": \"schedule\", \(options)\(zone)}"
        let stage = try PluginContract.make(Schedule.self, json, context: .test(clock: clock))
        var entry = Entry(id: "1")
        let verdict = stage.apply(&entry)
        let begin = try until.map { try #require(Timestamp(parsing: $0)) }
        #expect(verdict == begin.map { .hold(until: $0) } ?? .keep)
        #expect(entry == Entry(id: "1"))
    }

    @Test("goes by the machine's clock unless told otherwise")
    func localClock() throws {
        let clock = FixedClock()
        let noon = clock.now.seconds / 86_400 * 86_400 + 43_200
        clock.advance(bySeconds: noon - Int64(LocalZone.offset(at: noon)) - clock.now.seconds)
        let json = #"{"use": "schedule", "from": "12:00", "to": "12:01"}"#
        let stage = try PluginContract.make(Schedule.self, json, context: .test(clock: clock))
        var entry = Entry(id: "1")
        #expect(stage.apply(&entry) == .keep)
        clock.advance(bySeconds: -1)
        let begin = clock.now.adding(seconds: 1)
        #expect(stage.apply(&entry) == .hold(until: begin))
    }

    @Test(
        "finds mistakes",
        arguments: [
            (#""from": "24:00""#, #"to: the time ends when it begins; write "24:00" for the end of a day"#),
            (#""from": "7:00""#, #"from: "7:00" stands where a time such as "07:30" is expected"#),
            (#""to": "24:01""#, #"to: "24:01" stands where a time such as "07:30" is expected"#),
            (
                #""zone": "JST""#,
                #"zone: "JST" stands where "local", "UTC" or an offset such as "+09:00" is expected"#
            ), (#""days": []"#, "days: the list is empty"),
        ])
    func mistakes(options: String, expected: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try PluginContract.make(Schedule.self, "{\"use\": \"schedule\", \(options)}")
        }
        #expect(error?.problems.map { "\($0.path): \($0.message)" } == [expected])
    }
}
