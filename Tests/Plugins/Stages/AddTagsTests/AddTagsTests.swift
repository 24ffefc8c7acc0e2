import AddTagsStage
import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage tag")
struct AddTagsTests {
    @Test("keeps the contract of entry stages")
    func contract() async throws {
        try await EntryStageContract.check(AddTags.self, in: PluginFolder("Plugins/Stages/AddTags"))
    }

    @Test("adds what is missing, behind what is there")
    func adding() throws {
        let stage = try PluginContract.make(AddTags.self, #"{"use": "tag", "tags": ["swift", "ガ", "new", "New"]}"#)
        var entry = Entry(id: "1")
        entry.tags = ["Ｓｗｉｆｔ", "ｶﾞ", "ｶﾞ"]
        #expect(stage.apply(&entry) == .keep)
        #expect(entry.tags == ["Ｓｗｉｆｔ", "ｶﾞ", "ｶﾞ", "new"])
        let tagged = entry
        _ = stage.apply(&entry)
        #expect(entry == tagged)
    }
}
