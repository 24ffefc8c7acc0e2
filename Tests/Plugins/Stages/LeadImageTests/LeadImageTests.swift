import FeedJSON
import FeedModel
import LeadImageStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage lead_image")
struct LeadImageTests {
    @Test("keeps the contract of entry stages")
    func contract() async throws {
        var entry = Entry(id: "x", url: "https://example.org/")
        entry.contentHTML = "<figure><img src=a.png><figcaption>never ends"
        try await EntryStageContract.check(
            LeadImage.self, in: PluginFolder("Plugins/Stages/LeadImage"),
            options: [#"{"use": "lead_image", "from": ["attachments"]}"#], entries: [entry])
    }

    @Test("takes the first image that is wide enough")
    func widths() throws {
        var entry = Entry(id: "1", url: "https://example.org/blog/")
        entry.contentHTML = """
            <img src="pixel.gif" width="1"><img src="icon.png" width="32">\
            <img src="mid.png" srcset="mid.png 320w, big.png 640w"><img src="unknown.png">
            """
        #expect(try image(of: entry) == "https://example.org/blog/icon.png")
        #expect(try image(of: entry, #", "min_width": 200"#) == "https://example.org/blog/mid.png")
        #expect(try image(of: entry, #", "min_width": 800"#) == "https://example.org/blog/unknown.png")
    }

    @Test("looks where it is told, in the order that it is told")
    func sources() throws {
        var entry = Entry(id: "1")
        entry.contentHTML = #"<img src="https://example.org/content.png">"#
        entry.attachments = [
            Attachment(url: "https://example.org/a.mp3", mimeType: "audio/mpeg"),
            Attachment(
                url: "https://example.org/s.jpg", mimeType: "image/jpeg", extensions: ["_media": ["width": 100]]),
            Attachment(url: "https://example.org/b.JPG?x=1"),
        ]
        #expect(try image(of: entry) == "https://example.org/content.png")
        #expect(try image(of: entry, #", "from": ["attachments", "content"]"#) == "https://example.org/s.jpg")
        #expect(
            try image(of: entry, #", "from": ["attachments"], "min_width": 101"#) == "https://example.org/b.JPG?x=1")
        entry.attachments = []
        #expect(try image(of: entry, #", "from": ["attachments"]"#) == nil)
        entry.image = "https://example.org/own.png"
        #expect(try image(of: entry) == "https://example.org/own.png")
    }

    @Test(
        "removes the image with what held nothing else",
        arguments: [
            (#"<p><a href="x"> <img src="$"> </a></p><p>Text</p>"#, "<p>Text</p>"),
            (#"<p>Text <img src="$"></p>"#, "<p>Text </p>"), (#"<p><img src="$"> Text</p>"#, "<p> Text</p>"),
            (#"<figure><img src="$"/><figcaption>A <b>caption</b></figcaption></figure>x"#, "x"),
            (#"<figure><img src="$"/><figcaption>A caption"#, "<figure><figcaption>A caption"),
            (#"<picture><source srcset="y.webp"><img src="$"></picture>x"#, "x"),
            (#"<div><p><img src="$"></p>x</div>"#, "<div>x</div>"),
            (#"<img src="https://example.org/b.png"><IMG SRC="$">"#, #"<img src="https://example.org/b.png">"#),
            ("<p>None</p>", "<p>None</p>"),
        ])
    func removal(before: String, after: String) throws {
        let url = "https://example.org/a.png"
        var entry = Entry(id: "1")
        entry.image = url
        entry.contentHTML = before.split(separator: "$", omittingEmptySubsequences: false).joined(separator: url)
        _ = try make(#", "remove": true"#).apply(&entry)
        #expect(entry.contentHTML == after)
        #expect(entry.image == url)
    }

    private func image(of entry: Entry, _ options: String = "") throws -> String? {
        var entry = entry
        #expect(try make(options).apply(&entry) == .keep)
        return entry.image
    }

    private func make(_ options: String) throws -> LeadImage {
        try PluginContract.make(LeadImage.self, #"{"use": "lead_image"\#(options)}"#)
    }
}
