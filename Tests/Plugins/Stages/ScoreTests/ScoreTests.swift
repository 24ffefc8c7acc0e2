import FeedModel
import ScoreStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage score")
struct ScoreTests {
    @Test("keeps the contract of entry stages")
    func contract() async throws {
        try await EntryStageContract.check(
            Score.self, in: PluginFolder("Plugins/Stages/Score"),
            options: [#"{"use": "score", "rules": [{"where": {"text": {"matches": "^(長い)+x"}}, "add": 1}]}"#])
    }

    @Test("adds the points of every rule that holds, to what is there")
    func adding() throws {
        let stage = try PluginContract.make(
            Score.self,
            #"""
            {"use": "score", "rules": [
                {"where": {"title": {"contains": "swift"}}, "add": 5}, {"where": {"tags": {"has": "ad"}}, "add": -10},
                {"where": {"id": {"is": "1"}}, "add": 2}]}
            """#)
        var entry = Entry(id: "1", title: "Swift 6.3")
        entry.tributary = TributaryExtension(feed: FeedReference(id: "f"), firstSeen: Timestamp(seconds: 0))
        #expect(try stage.apply(&entry) == .keep)
        #expect(entry.tributary?.score == 7)
        entry.tags = ["ad"]
        _ = try stage.apply(&entry)
        #expect(entry.tributary?.score == 4)
        var other = Entry(id: "2")
        other.tributary = TributaryExtension(feed: FeedReference(id: "f"), firstSeen: Timestamp(seconds: 0))
        _ = try stage.apply(&other)
        #expect(other.tributary?.score == 0)
    }

    @Test("finds mistakes within the rules")
    func mistakes() {
        let error = #expect(throws: ConfigurationError.self) {
            try PluginContract.make(
                Score.self,
                #"{"use": "score", "rules": [{"where": {"titel": {"is": "x"}}, "add": 1}, {"where": {"id": {"is": "x"}}}]}"#
            )
        }
        #expect(error?.problems.map(\.path.description) == ["rules[0].where.titel", "rules[1]"])
    }
}
