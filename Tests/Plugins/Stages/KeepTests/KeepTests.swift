import FeedModel
import KeepStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage keep")
struct KeepTests {
    private let folder = PluginFolder("Plugins/Stages/Keep")

    @Test("keeps the contract of entry stages")
    func contract() async throws {
        let options = [
            #"{"use": "keep", "where": {"text": {"matches": "(?i)swift|設計"}}}"#,
            #"{"use": "keep", "where": {"date_published": {"newer_than": "2d"}}}"#,
            #"{"use": "keep", "where": {"not": {"any": [{"title": {"matches": "^(長い)+x"}}, {"_x": {"exists": true}}]}}}"#,
        ]
        try await EntryStageContract.check(Keep.self, in: folder, options: options)
    }

    @Test("keeps what the condition holds for, unchanged, and says why the rest goes")
    func verdicts() throws {
        let keep = try PluginContract.make(Keep.self, #"{"use": "keep", "where": {"title": {"contains": "swift"}}}"#)
        var entry = Entry(id: "1", title: "Swift 6.3 released")
        #expect(try keep.apply(&entry) == .keep)
        #expect(entry == Entry(id: "1", title: "Swift 6.3 released"))
        var other = Entry(id: "2", title: "Rust 1.99 released")
        #expect(try keep.apply(&other) == .drop(reason: #"title does not contain "swift""#))
        var untitled = Entry(id: "3")
        #expect(try keep.apply(&untitled) == .drop(reason: #"title does not contain "swift""#))
    }

    @Test("judges ages by the clock that it is given")
    func ages() throws {
        let clock = FixedClock(Timestamp(seconds: 1_000_000))
        let json = #"{"use": "keep", "where": {"date_published": {"newer_than": "1h"}}}"#
        let keep = try PluginContract.make(Keep.self, json, context: .test(clock: clock))
        var entry = Entry(id: "1")
        entry.datePublished = Timestamp(seconds: 1_000_000 - 3599)
        #expect(try keep.apply(&entry) == .keep)
        clock.advance(bySeconds: 1)
        #expect(try keep.apply(&entry) == .drop(reason: #"date_published is not newer than "1h""#))
    }

    @Test("fails on an entry rather than guess, where a pattern gives up")
    func patternLimit() throws {
        let keep = try PluginContract.make(Keep.self, #"{"use": "keep", "where": {"title": {"matches": "^(a+)+$"}}}"#)
        var entry = Entry(id: "1", title: String(repeating: "a", count: 40) + "!")
        #expect(throws: StageFailure.self) { try keep.apply(&entry) }
    }

    @Test("needs a condition without mistakes")
    func mistakes() throws {
        #expect(throws: ConfigurationError.self) { try PluginContract.make(Keep.self, #"{"use": "keep"}"#) }
        let error = #expect(throws: ConfigurationError.self) {
            try PluginContract.make(Keep.self, #"{"use": "keep", "where": {"titel": {"is": "x"}, "tags": {"has": 1}}}"#)
        }
        #expect(error?.problems.map(\.path.description) == ["where.titel", "where.tags.has"])
    }
}
