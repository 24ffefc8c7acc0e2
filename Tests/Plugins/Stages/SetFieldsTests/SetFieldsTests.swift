import FeedModel
import SetFieldsStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage set")
struct SetFieldsTests {
    @Test("keeps the contract of entry stages")
    func contract() async throws {
        try await EntryStageContract.check(
            SetFields.self, in: PluginFolder("Plugins/Stages/SetFields"),
            options: [
                #"{"use": "set", "copy": {"content_html": "title", "title": "content_html", "tags": "summary"}}"#
            ])
    }

    @Test("gives fixed values, and takes fields away")
    func values() throws {
        var entry = Entry(id: "1", url: "https://example.org/", title: "T")
        entry.authors = [Author(name: "A", url: "https://example.org/a"), Author(name: "B")]
        try set(
            &entry,
            #""values": {"title": null, "language": "ja", "tags": ["a", "b", "a"], "authors.name": ["C", "A"]}"#)
        #expect(entry.title == nil && entry.language == "ja" && entry.tags == ["a", "b"])
        #expect(entry.authors == [Author(name: "C"), Author(name: "A", url: "https://example.org/a")])
        #expect(entry.url == "https://example.org/")
    }

    @Test("copies from the entry as it came, in the form that the field needs")
    func copies() throws {
        var entry = Entry(id: "1", url: "https://example.org/1", title: "a < b")
        entry.externalURL = "https://example.org/2"
        entry.contentHTML = "<p>x &amp; y</p><p>z</p>"
        entry.tags = ["s", "t"]
        entry.tributary = TributaryExtension(
            feed: FeedReference(id: "f", title: "Feed"), firstSeen: Timestamp(seconds: 0))
        try set(
            &entry,
            #"""
            "copy": {"url": "external_url", "external_url": "url", "title": "tags", "tags": "title",
                     "content_text": "content_html", "content_html": "title", "summary": "language",
                     "authors.name": "_tributary.feed.title"}
            """#)
        #expect(entry.url == "https://example.org/2" && entry.externalURL == "https://example.org/1")
        #expect(entry.title == "s, t" && entry.tags == ["a < b"])
        #expect(entry.contentText == "x & y\n\nz" && entry.contentHTML == "a &lt; b")
        #expect(entry.summary == nil)
        #expect(entry.authors == [Author(name: "Feed")])
    }

    @Test("leaves fields that have a value, if it is told to")
    func filling() throws {
        var entry = Entry(id: "1", title: "T")
        entry.summary = ""
        try set(&entry, #""values": {"title": "other", "summary": "filled"}, "replace": false"#)
        #expect(entry.title == "T" && entry.summary == "filled")
    }

    @Test(
        "finds mistakes",
        arguments: [
            ("", #": there is nothing to set; write "values" or "copy""#),
            (
                #", "values": {"titel": "x"}"#,
                #"values.titel: a field with this name cannot be set; did you mean "title"?"#
            ),
            (#", "values": {"url": "x"}"#, #"values.url: "x" is no absolute URL; write one with http or https"#),
            (#", "values": {"tags": "x"}"#, #"values.tags: "x" stands where a list of texts or null is expected"#),
            (#", "values": {"title": ""}"#, "values.title: the text is empty; null takes the field away"),
            (
                #", "copy": {"url": "title"}"#,
                #"copy.url: "title" is not known here; allowed are "external_url", "image", "banner_image""#
            ),
            (
                #", "values": {"title": "x"}, "copy": {"title": "summary"}"#,
                #"copy.title: "title" has a fixed value too; keep one of them"#
            ),
        ])
    func mistakes(options: String, expected: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try PluginContract.make(SetFields.self, #"{"use": "set"\#(options)}"#)
        }
        #expect(error?.problems.map { "\($0.path): \($0.message)" } == [expected])
    }

    private func set(_ entry: inout Entry, _ options: String) throws {
        #expect(try PluginContract.make(SetFields.self, "{\"use\": \"set\", \(options)}").apply(&entry) == .keep)
    }
}
