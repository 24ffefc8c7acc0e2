import EntryMessages
import FeedJSON
import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("Templates")
struct MessageTemplateTests {
    private static let values = ["title": "果樹園の一年。剪定から始める。", "feed": "Orchard", "nested": "{{feed}}"]
    private static let names = ["title", "feed", "nested", "nothing"]

    @Test(
        "Places are filled, the first name that has something counts, lengths cut",
        arguments: [
            ("", ""), ("plain", "plain"), ("{{feed}}", "Orchard"),
            ("[{{ feed }}] {{title}}", "[Orchard] 果樹園の一年。剪定から始める。"),
            ("{{nothing|feed}}", "Orchard"), ("{{nothing}}!", "!"), ("{{feed|title}}", "Orchard"),
            ("{{title:8}}", "果樹園の一年。…"), ("{{feed:3}}", "Or…"), ("{{nested}}", "{{feed}}"),
            (#"{"a": {"b": "{{feed}}"}}"#, #"{"a": {"b": "Orchard"}}"#), ("{ {feed} }", "{ {feed} }"),
            ("}} {{feed}} }}", "}} Orchard }}"),
        ])
    func filling(template: String, text: String) throws {
        #expect(try MessageTemplate(template, naming: Self.names).filled { Self.values[$0] } == text)
    }

    @Test(
        "Mistakes say what is allowed",
        arguments: [
            ("{{titel}}", #""{{titel}}" is not known here; did you mean "title"?"#),
            ("{{title", #""{{" is never closed; write "}}" behind the name"#),
            ("{{title:0}}", #""0" is no length; write a whole number from 1 up behind the colon"#),
            ("{{title:x}}", #""x" is no length; write a whole number from 1 up behind the colon"#),
        ])
    func mistakes(template: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) { try MessageTemplate(template, naming: Self.names) }
        #expect(error?.problems.map(\.message) == [message])
    }

    @Test("In JSON every text is a template, whatever it says stays one text, and mistakes have their places")
    func json() throws {
        let value: JSONValue = ["a": ["{{feed}}", 1, nil, true], "{{feed}}": ["b": "x {{title}}"]]
        let filled = try JSONTemplate(value, naming: Self.names).filled { $0 == "feed" ? "\"}],\n" : "t" }
        #expect(filled == ["a": ["\"}],\n", 1, nil, true], "{{feed}}": ["b": "x t"]])
        let error = #expect(throws: ConfigurationError.self) {
            try JSONTemplate(["a": ["{{no}}", "{{feed"], "b": "{{feed}}"], naming: Self.names)
        }
        #expect(error?.problems.map(\.path.description) == ["a[0]", "a[1]"])
    }

    @Test("Texts are cut to what fits, whole characters only, with a sign that something is missing")
    func limits() {
        let family = "👩‍👩‍👧‍👦"
        #expect(TextLimit.cut("abcdef", bytes: 6) == "abcdef")
        #expect(TextLimit.cut("abcdefg", bytes: 6) == "abc…")
        #expect(TextLimit.cut("果樹園", bytes: 9) == "果樹園")
        #expect(TextLimit.cut("果樹園の", bytes: 9) == "果樹…")
        #expect(TextLimit.cut(family + family, units: 12) == family + "…")
        #expect(TextLimit.cut(family, units: 5) == "…")
        #expect(TextLimit.cut("ab", bytes: 1) == "")
        for text in NastyTexts.all {
            for limit in [0, 1, 2, 3, 7, 100] {
                #expect(TextLimit.cut(text, bytes: limit).utf8.count <= limit)
                #expect(TextLimit.cut(text, units: limit).utf16.count <= limit)
            }
        }
    }

    @Test("Every name of an entry's is known, and what nobody wrote is nothing")
    func names() {
        for entry in Entry.samples + Entry.oddities + NastyTexts.entries {
            let texts = EntryTexts(Delivery(id: "d", position: 1, revision: 2, entry: entry))
            #expect(texts["revision"] == "2" && texts["no_such_name"] == nil && texts["title"]?.isEmpty == false)
            for name in EntryTexts.names where !name.hasPrefix("content_") {
                #expect(texts[name]?.contains { $0.isNewline } != true, "\(name) of \(entry.id)")
            }
        }
        let sample = EntryTexts(Delivery(id: "d", position: 1, revision: 0, entry: Entry.samples[0]))
        #expect(
            EntryTexts.names.map { sample[$0] ?? "-" } == [
                "Release 6.3", "https://example.org/release", "-", "What is new", "What is new & improved",
                "<p>What is <em>new</em> &amp; improved</p>", "-", "2026-04-30T00:00:00+02:00", "-", "Mila, Jon",
                "swift, release", "-", "tag:example.org,2026:release", "Example", "-", "-", "0", "-",
            ])
    }
}
