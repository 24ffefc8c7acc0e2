import FeedFormats
import FeedModel
import Testing

@Suite("Holding documents against the specifications")
struct FeedLinterTests {
    @Test("one fault is one finding, at its place", arguments: LintCase.all)
    func fault(_ lint: LintCase) {
        let linter = FeedLinter(lint.document, as: lint.format)
        let found = linter.findings.all
        #expect(found.map(\.section) == [lint.section], "\(found)")
        guard let finding = found.first else { return }
        let rest = String(decoding: linter.text[finding.offset...], as: UTF8.self)
        #expect(rest.hasPrefix(lint.place), "\(rest.prefix(40))")
        if let reading = lint.reading { #expect(finding.reading == reading) }
    }

    @Test(
        "a document as it should be has no finding",
        arguments: [
            LintCase(.rss, "<pubDate>Mon, 30 Nov 2026 09:00:00 +0900</pubDate>", "", at: ""),
            LintCase(
                .rss, "<guid isPermaLink='false'>1</guid><author>ines@harbour.example (Ines)</author>", "", at: ""),
            LintCase(.rss, "<dc:date>2026-11</dc:date><itunes:duration>1:02:03</itunes:duration>", "", at: ""),
            LintCase(
                .rss,
                "channel:<cloud domain='a.example' port='80' path='/' registerProcedure='' protocol='http-post'/>", "",
                at: ""),
            LintCase(.atom, "<published>2026-11-30T09:00:00.5+09:00</published>", "", at: ""),
            LintCase(.atom, "<content>a Vec&lt;Int&gt; &amp; 1 &lt; 2</content>", "", at: ""),
            LintCase(
                .atom,
                "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><a href='x'>x</a></div></content>",
                "", at: ""),
            LintCase(.atom, "<link xml:base='https://harbour.example/' href='a'/>", "", at: ""),
        ])
    func clean(_ lint: LintCase) {
        #expect(FeedLinter(lint.document, as: lint.format).findings.all == [])
    }

    @Test("the document's own URL is a base")
    func documentURL() {
        let document = LintCase(.atom, "<link href='a'/>", "", at: "").document
        #expect(FeedLinter(document, as: .atom).findings.all.map(\.section) == ["RFC 3986 §5.1"])
        let placed = Document(url: "https://harbour.example/feed.atom", mediaType: nil, bytes: document.bytes)
        #expect(FeedLinter(placed, as: .atom).findings.all == [])
    }

    @Test("places are exact where the document had to be repaired before them")
    func placesBehindRepairs() {
        let item = "<description>D&D &eacute; <br> 潮 \u{1}</description><pubDate x=1>2026-11-30</pubDate>"
        let linter = FeedLinter(LintCase(.rss, item, "", at: "").document, as: .rss)
        let places = linter.findings.all.map { String(decoding: linter.text[$0.offset...].prefix(10), as: UTF8.self) }
        #expect(places == ["2026-11-30"])
    }
}
