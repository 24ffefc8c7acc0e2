import FeedJSON
import FeedModel
import SanitizeStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage sanitize")
struct SanitizeTests {
    @Test("keeps the contract of entry stages")
    func contract() async throws {
        try await EntryStageContract.check(Sanitize.self, in: PluginFolder("Plugins/Stages/Sanitize"))
    }

    @Test("leaves harmless HTML, with absolute URLs")
    func html() throws {
        var entry = Entry(id: "1", url: "https://example.org/a/b")
        entry.contentHTML = #"<p onclick="x()">Hi <script>y()</script><b>you <a href="c">c</a>"#
        #expect(try sanitize(&entry) == .keep)
        #expect(entry.contentHTML == #"<p>Hi <b>you <a href="https://example.org/a/c">c</a></b></p>"#)
    }

    @Test("takes away URLs that would run a script, and keeps all others as they are")
    func urls() throws {
        var entry = Entry(id: "1", url: "JavaScript:alert(1)", title: "<b>a</b> & b")
        entry.externalURL = "https://example.org/?a=<b>"
        entry.image = "data:text/html,x"
        entry.bannerImage = "https://example.org/b.png"
        entry.authors = [Author(name: "A", url: "vbscript:x", avatar: " javascript:y")]
        entry.attachments = [Attachment(url: "java\nscript:z"), Attachment(url: "https://example.org/a.mp3")]
        _ = try sanitize(&entry)
        #expect(entry.url == nil)
        #expect(entry.title == "<b>a</b> & b")
        #expect(entry.externalURL == "https://example.org/?a=<b>")
        #expect(entry.image == nil)
        #expect(entry.bannerImage == "https://example.org/b.png")
        #expect(entry.authors == [Author(name: "A")])
        #expect(entry.attachments.map(\.url) == ["https://example.org/a.mp3"])
    }

    @Test("makes extensions harmless, with absolute URLs")
    func extensions() throws {
        var entry = Entry(id: "1", url: "https://example.org/a/b")
        entry.extensions = [
            "_media": [
                "description": #"<b onclick=x>a</b> <a href="c">c</a>"#, "player": "javascript:x", "rating": "PG",
            ]
        ]
        _ = try sanitize(&entry)
        #expect(
            entry.extensions == [
                "_media": ["description": #"<b>a</b> <a href="https://example.org/a/c">c</a>"#, "rating": "PG"]
            ])
    }

    private func sanitize(_ entry: inout Entry) throws -> Verdict {
        try PluginContract.make(Sanitize.self, #"{"use": "sanitize"}"#).apply(&entry)
    }
}
