import EntryViews
import FeedModel
import FeedText
import Testing

@Suite("Entries that were searched for")
struct FoundEntryTests {
    private static func text(
        _ style: EntryStyle, _ query: String, of entry: Entry, columns: Int = 60, color: Bool = false
    ) -> String {
        let renderer = EntryRenderer(
            style: style, terminal: TerminalStyle(columns: columns, color: color, offset: { _ in 0 }))
        return String(decoding: renderer.bytes(of: entry, foundBy: SearchQuery(query)), as: UTF8.self)
    }

    private static let entry: Entry = {
        var entry = Entry(id: "1", title: "Clocks of 柱時計 makers")
        entry.contentHTML = "<p>" + (0..<200).map { "word\($0)" }.joined(separator: " ") + " the tower clock 設計図</p>"
        return entry
    }()

    @Test("The passage around the first match takes the place of the summary")
    func passage() {
        let card = Self.text(.cards, "\"tower clock\"", of: Self.entry)
        #expect(card.contains("word199 the tower\n╰ clock 設計図"))
        #expect(card.contains("…word"))
        #expect(!card.contains("word0 "))
        #expect(!card.contains("\u{1B}"))
        #expect(
            Self.text(.list, "word0", of: Self.entry).hasSuffix(
                "word0 word1 word2 word3 word4 word5 word6 word7 wor…\n"))
    }

    @Test("Matches are highlighted on a terminal, across the ends of lines too")
    func highlights() {
        let card = Self.text(.cards, "clocks 設計図", of: Self.entry, color: true)
        #expect(card.contains("\u{1B}[1;33mClocks\u{1B}[0m\u{1B}[1m of 柱時計 makers\u{1B}[0m"))
        #expect(card.contains("\u{1B}[1;33m設計図\u{1B}[0m"))
        var long = Entry(id: "2", title: "x")
        long.contentText = String(repeating: "あ", count: 20) + "設計図面の話"
        for columns in 12...60 {
            let text = Self.text(.cards, "設計図面", of: long, columns: columns, color: true)
            let marked = text.split(separator: "\u{1B}[1;33m").dropFirst().map { $0.prefix { $0 != "\u{1B}" } }
            #expect(marked.joined() == "設計図面", "\(columns)")
        }
    }

    @Test("With the match in the title only, the entry looks as always")
    func titleOnly() {
        let renderer = EntryRenderer(style: .cards, terminal: TerminalStyle(columns: 60, color: false))
        let plain = String(decoding: renderer.bytes(of: Self.entry), as: UTF8.self)
        #expect(Self.text(.cards, "柱時計", of: Self.entry) == plain)
    }
}
