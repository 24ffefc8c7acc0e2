import DropStage
import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage drop")
struct DropTests {
    private let folder = PluginFolder("Plugins/Stages/Drop")

    @Test("keeps the contract of entry stages")
    func contract() async throws {
        let options = [
            #"{"use": "drop", "where": {"text": {"matches": "(?i)swift|設計"}}}"#,
            #"{"use": "drop", "where": {"date_published": {"newer_than": "2d"}}}"#,
            #"{"use": "drop", "where": {"not": {"any": [{"title": {"matches": "^(長い)+x"}}, {"_x": {"exists": true}}]}}}"#,
        ]
        try await EntryStageContract.check(Drop.self, in: folder, options: options)
    }

    @Test("drops what the condition holds for and says why")
    func verdicts() throws {
        let json = #"{"use": "drop", "where": {"any": [{"title": {"starts_with": "[ad]"}}, {"tags": {"has": "広告"}}]}}"#
        let drop = try PluginContract.make(Drop.self, json)
        var advertisement = Entry(id: "1", title: "[AD] Ten deals")
        #expect(try drop.apply(&advertisement) == .drop(reason: #"title starts with "[ad]""#))
        var tagged = Entry(id: "2", title: "Ten deals")
        tagged.tags = ["news", "広告"]
        #expect(try drop.apply(&tagged) == .drop(reason: #"tags has "広告""#))
        var entry = Entry(id: "3", title: "Ten deals on [ad] space")
        #expect(try drop.apply(&entry) == .keep)
    }
}
