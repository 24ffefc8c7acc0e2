import FeedModel
import RenameStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage rename")
struct RenameTests {
    @Test("keeps the contract of entry stages")
    func contract() async throws {
        try await EntryStageContract.check(
            Rename.self, in: PluginFolder("Plugins/Stages/Rename"),
            options: [#"{"use": "rename", "authors": {"Mila": "Jon"}, "tags": {"swift": "release"}}"#])
    }

    @Test("renames without regard to case and width, and makes one of what becomes equal")
    func renaming() throws {
        let stage = try PluginContract.make(
            Rename.self,
            #"{"use": "rename", "tags": {"jS": "JavaScript", "a": "b", "b": "c"}, "authors": {"jdoe": "Jane Doe"}}"#)
        var entry = Entry(id: "1")
        entry.tags = ["ＪＳ", "web", "JavaScript", "a", "javascript"]
        entry.authors = [
            Author(name: "JDoe"), Author(name: "Jane Doe"), Author(name: "jdoe", url: "https://example.org/"), Author(),
        ]
        #expect(stage.apply(&entry) == .keep)
        #expect(entry.tags == ["JavaScript", "web", "b", "javascript"])
        #expect(
            entry.authors == [
                Author(name: "Jane Doe"), Author(name: "Jane Doe", url: "https://example.org/"), Author(),
            ])
    }

    @Test("leaves duplicates that it has not made")
    func duplicates() throws {
        let stage = try PluginContract.make(Rename.self, #"{"use": "rename", "tags": {"x": "y"}}"#)
        var entry = Entry(id: "1")
        entry.tags = ["a", "a"]
        _ = stage.apply(&entry)
        #expect(entry.tags == ["a", "a"])
    }

    @Test(
        "finds mistakes",
        arguments: [
            ("", #": there is nothing to rename; write "tags" or "authors""#),
            (
                #", "tags": {"a": "b", "Ａ": "c"}"#,
                "tags.Ａ: this name stands here twice, but for case and width; keep one of them"
            ),
            (#", "tags": {"a": 1}"#, "tags.a: 1 stands where a text is expected"),
        ])
    func mistakes(options: String, expected: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try PluginContract.make(Rename.self, #"{"use": "rename"\#(options)}"#)
        }
        #expect(error?.problems.map { "\($0.path): \($0.message)" } == [expected])
    }
}
