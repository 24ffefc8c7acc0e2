import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit
import UntagStage

@Suite("The stage untag")
struct UntagTests {
    @Test("keeps the contract of entry stages")
    func contract() async throws {
        try await EntryStageContract.check(
            Untag.self, in: PluginFolder("Plugins/Stages/Untag"), options: [#"{"use": "untag", "pattern": "1|\\n"}"#])
    }

    @Test(
        "removes by name, by pattern, or by both",
        arguments: [
            (#""tags": ["uncategorized"]"#, ["Swift", "post-1", "未分類"]),
            (#""pattern": "^post-""#, ["Swift", "Ｕncategorized", "未分類"]),
            (#""tags": ["未分類", "SWIFT"], "pattern": "\\d$""#, ["Ｕncategorized"]), (#""pattern": "^""#, []),
        ])
    func removing(options: String, expected: [String]) throws {
        var entry = Entry(id: "1")
        entry.tags = ["Swift", "Ｕncategorized", "post-1", "未分類"]
        #expect(try PluginContract.make(Untag.self, "{\"use\": \"untag\", \(options)}").apply(&entry) == .keep)
        #expect(entry.tags == expected)
    }

    @Test("needs to be told what goes")
    func mistakes() {
        let error = #expect(throws: ConfigurationError.self) {
            try PluginContract.make(Untag.self, #"{"use": "untag"}"#)
        }
        #expect(
            error?.problems.map(\.message) == [#"there is nothing to remove; write "tags" or "pattern""#])
    }
}
