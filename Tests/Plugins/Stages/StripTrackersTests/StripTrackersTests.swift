import FeedModel
import FeedText
import StripTrackersStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage strip_trackers")
struct StripTrackersTests {
    private let folder = PluginFolder("Plugins/Stages/StripTrackers")

    @Test("keeps the contract of entry stages")
    func contract() async throws {
        try await EntryStageContract.check(StripTrackers.self, in: folder, options: [#"{"use": "strip_trackers"}"#])
    }

    @Test("cleans every URL of an entry")
    func urls() throws {
        let dirty = "https://example.org/a?id=7&utm_source=rss&fbclid=x#top"
        let clean = "https://example.org/a?id=7#top"
        var entry = Entry(id: dirty, url: dirty, title: dirty)
        entry.externalURL = dirty
        entry.image = dirty
        entry.bannerImage = dirty
        entry.attachments = [Attachment(url: dirty), Attachment(url: "https://example.org/b")]
        #expect(try make().apply(&entry) == .keep)
        #expect(
            [entry.url, entry.externalURL, entry.image, entry.bannerImage, entry.attachments[0].url].allSatisfy {
                $0 == clean
            })
        #expect(entry.id == dirty && entry.title == dirty)
        #expect(entry.attachments[1].url == "https://example.org/b")
    }

    @Test(
        "cleans the HTML and leaves every other byte as it came",
        arguments: [
            (
                #"<A  HREF='https://example.org/?a=1&amp;utm_source=x&amp;b=2' >&copy; <br/>"#,
                #"<A  HREF='https://example.org/?a=1&amp;b=2' >&copy; <br/>"#
            ),
            (
                #"<img srcset="https://e.org/1.png?utm_id=1 1x, https://e.org/2.png?w=2&amp;gclid=y 2x">"#,
                #"<img srcset="https://e.org/1.png 1x, https://e.org/2.png?w=2 2x">"#
            ),
            (#"<a href=https://e.org/?fbclid=1>x</a>"#, #"<a href="https://e.org/">x</a>"#),
            (#"a<img src="https://e.org/o.gif" width="1" height="1"/>b"#, "ab"),
            (#"a<img src=https://e.org/o.gif style="border: 0; width:1px; height: 0">b"#, "ab"),
            (#"a<img src="https://pixel.wp.com/b.gif?host=x">b"#, "ab"),
            (#"a<img src="//www.facebook.com/tr?id=1">b"#, "ab"),
            (#"<img src="https://e.org/line.png" width="600" height="1">"#, nil),
            (#"<img src="https://e.org/a.png" width="1" height="1%">"#, nil),
            (#"<img src="https://www.facebook.com/photo.png">"#, nil),
            (#"<p>utm_source=1 &amp <img src="a.png?id=1"><!-- <img width=1> --></p"#, nil),
        ])
    func html(before: String, after: String?) throws {
        var entry = Entry(id: "1")
        entry.contentHTML = before
        _ = try make().apply(&entry)
        #expect(entry.contentHTML == after ?? before)
    }

    @Test("removes what the options name, and pixels only if asked to")
    func options() throws {
        var entry = Entry(id: "1", url: "https://example.org/?Ref=a&promo_x=b&promo=c")
        entry.contentHTML = #"<img src="https://e.org/?ref=1" width=1>"#
        let stage = try PluginContract.make(
            StripTrackers.self, #"{"use": "strip_trackers", "also": ["ref", "promo_*"], "pixels": false}"#)
        _ = stage.apply(&entry)
        #expect(entry.url == "https://example.org/?promo=c")
        #expect(entry.contentHTML == #"<img src="https://e.org/" width=1>"#)
    }

    @Test("the README lists every known parameter")
    func list() throws {
        let readMe = try folder.text("README.md")
        for name in TrackingParameters.common { #expect(readMe.contains("`\(name)`"), "\(name)") }
    }

    private func make() throws -> StripTrackers {
        try PluginContract.make(StripTrackers.self, #"{"use": "strip_trackers"}"#)
    }
}
