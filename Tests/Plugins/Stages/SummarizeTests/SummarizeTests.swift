import FeedModel
import SummarizeStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage summarize")
struct SummarizeTests {
    @Test("keeps the contract of entry stages")
    func contract() async throws {
        try await EntryStageContract.check(
            Summarize.self, in: PluginFolder("Plugins/Stages/Summarize"),
            options: [#"{"use": "summarize", "sentences": 1, "replace": true}"#, #"{"use": "summarize"}"#])
    }

    @Test("cuts to sentences, to characters, or to both")
    func lengths() throws {
        let html = "<p>Dr. Ames fixed it. Nobody  noticed.</p><p>「直った。」と博士は言った。誰も気づかない。</p>"
        #expect(try summary(of: html, #""sentences": 1"#) == "Dr. Ames fixed it.")
        #expect(try summary(of: html, #""sentences": 3"#) == "Dr. Ames fixed it. Nobody noticed. 「直った。」と博士は言った。")
        #expect(try summary(of: html, #""sentences": 3, "characters": 20"#) == "Dr. Ames fixed it. …")
        #expect(
            try summary(of: html, #""characters": 1000"#) == "Dr. Ames fixed it. Nobody noticed. 「直った。」と博士は言った。誰も気づかない。"
        )
        let long = String(repeating: "word ", count: 100)
        let cut = try summary(of: long, "")
        #expect(cut?.count == 280 && cut?.hasSuffix("word…") == true)
    }

    @Test("leaves a summary that is there, unless it is to be replaced")
    func replacing() throws {
        var entry = Entry(id: "1")
        entry.summary = "Its own. And more."
        entry.contentText = "The text. And more."
        #expect(try summary(of: entry, #""sentences": 1"#) == "Its own. And more.")
        #expect(try summary(of: entry, #""sentences": 1, "from": "summary""#) == "Its own. And more.")
        #expect(try summary(of: entry, #""sentences": 1, "replace": true"#) == "The text.")
        #expect(try summary(of: entry, #""sentences": 1, "replace": true, "from": "summary""#) == "Its own.")
        entry.contentText = nil
        #expect(try summary(of: entry, #""sentences": 1, "replace": true"#) == "Its own.")
        entry.summary = ""
        #expect(try summary(of: entry, #""sentences": 1"#) == "")
    }

    private func summary(of html: String, _ options: String) throws -> String? {
        var entry = Entry(id: "1")
        entry.contentHTML = html
        return try summary(of: entry, options)
    }

    private func summary(of entry: Entry, _ options: String) throws -> String? {
        var entry = entry
        let more = options.isEmpty ? "" : ", \(options)"
        #expect(try PluginContract.make(Summarize.self, #"{"use": "summarize"\#(more)}"#).apply(&entry) == .keep)
        return entry.summary
    }
}
