import FeedModel
import PlainTextStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage plain_text")
struct PlainTextTests {
    @Test("keeps the contract of entry stages")
    func contract() async throws {
        try await EntryStageContract.check(
            PlainText.self, in: PluginFolder("Plugins/Stages/PlainText"),
            options: [#"{"use": "plain_text", "keep_html": true}"#])
    }

    @Test(
        "turns HTML into text with lines and paragraphs",
        arguments: [
            ("", "<h2>設計</h2><p>One<br>two &amp; three</p>", "設計\n\nOne\ntwo & three", nil),
            (#", "images": true"#, "<p>a <img src=x alt='b'></p>", "a b", nil),
            ("", "<p>a <img src=x alt='b'></p>", "a", nil), (#", "keep_html": true"#, "<p>a</p>", "a", "<p>a</p>"),
        ])
    func conversion(options: String, html: String, text: String, rest: String?) throws {
        var entry = Entry(id: "1")
        entry.contentHTML = html
        let stage = try PluginContract.make(PlainText.self, #"{"use": "plain_text"\#(options)}"#)
        #expect(stage.apply(&entry) == .keep)
        #expect(entry.contentText == text)
        #expect(entry.contentHTML == rest)
    }

    @Test("keeps the feed's own text, and leaves alone what has no HTML")
    func ownText() throws {
        let stage = try PluginContract.make(PlainText.self, #"{"use": "plain_text"}"#)
        var both = Entry(id: "1")
        (both.contentHTML, both.contentText) = ("<p>html</p>", "own")
        _ = stage.apply(&both)
        #expect(both.contentText == "own" && both.contentHTML == nil)
        var none = Entry(id: "2", title: "<b>")
        _ = stage.apply(&none)
        #expect(none == Entry(id: "2", title: "<b>"))
    }
}
