import EntryViews
import FeedModel
import FeedText
import Testing
import TributaryTestKit

@Suite("Entries in the terminal")
struct EntryRendererTests {
    private static func text(_ style: EntryStyle, of entries: [Entry], columns: Int = 80, color: Bool = false) -> String
    {
        let terminal = TerminalStyle(columns: columns, color: color, offset: { _ in 9 * 3600 })
        let renderer = EntryRenderer(style: style, terminal: terminal)
        return String(decoding: entries.flatMap { renderer.bytes(of: $0) }, as: UTF8.self)
    }

    @Test(
        "Cards and lists look as they were found good",
        arguments: [EntryStyle.cards, .list], [(20, false), (80, false), (80, true), (200, false)])
    func snapshots(style: EntryStyle, terminal: (columns: Int, color: Bool)) throws {
        let text = Self.text(style, of: SampleEntries.all, columns: terminal.columns, color: terminal.color)
        try Snapshot.expect(text, named: "\(style.rawValue)-\(terminal.columns)\(terminal.color ? "-color" : "")")
    }

    @Test("Rows of fields and lines of JSON look as they were found good", arguments: [EntryStyle.json, .tsv])
    func dataSnapshots(style: EntryStyle) throws {
        try Snapshot.expect(Self.text(style, of: SampleEntries.all), named: style.rawValue)
    }

    @Test("What a hostile feed says becomes harmless", arguments: EntryStyle.allCases, [false, true])
    func hostileSnapshots(style: EntryStyle, color: Bool) throws {
        let text = Self.text(style, of: [SampleEntries.hostile], color: color)
        let isData = style == .json || style == .tsv
        try Snapshot.expect(text, named: "hostile-\(style.rawValue)\(color && !isData ? "-color" : "")")
    }

    @Test("No character that steers, reorders or hides reaches the terminal", arguments: EntryStyle.allCases)
    func noControls(style: EntryStyle) {
        let text = Self.text(style, of: [SampleEntries.hostile] + SampleEntries.all)
        for scalar in text.unicodeScalars where scalar != "\n" && !(style == .tsv && scalar == "\t") {
            let category = scalar.properties.generalCategory
            #expect(category != .control && category != .lineSeparator, "U+\(String(scalar.value, radix: 16))")
            #expect(category != .format || scalar == "\u{200D}", "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("Escape sequences are our own, and links are closed", arguments: [EntryStyle.cards, .list])
    func ownSequences(style: EntryStyle) {
        let text = Self.text(style, of: [SampleEntries.hostile] + SampleEntries.all, color: true)
        var rest = text[...]
        var isOpen = false
        while let escape = rest.firstIndex(of: "\u{1B}") {
            rest = rest[rest.index(after: escape)...]
            if rest.first == "[" {
                let parameters = rest.dropFirst().prefix { $0 != "m" }
                #expect(["0", "1", "2", "4", "7", "36"].contains(parameters), "\(parameters)")
            } else {
                #expect(rest.hasPrefix("]8;;"))
                let url = rest.dropFirst(4).prefix { $0 != "\u{1B}" }
                #expect(isOpen == url.isEmpty && (url.isEmpty || url.hasPrefix("https://")))
                isOpen = !url.isEmpty
                rest = rest.dropFirst(4 + url.count)
                #expect(rest.hasPrefix("\u{1B}\\"))
                rest = rest.dropFirst(2)
            }
        }
        #expect(!isOpen)
    }

    @Test(
        "No line is wider than the terminal, but for one with a URL",
        arguments: [10, 20, 33, 59, 60, 80, 100, 200, 500])
    func widths(columns: Int) {
        for style in [EntryStyle.cards, .list] {
            for line in Self.text(style, of: SampleEntries.all, columns: columns).split(separator: "\n") {
                #expect(DisplayWidth.columns(of: String(line)) <= columns || line.contains("https://"), "\(line)")
            }
        }
    }

    @Test("The columns of a list stand below each other, whatever the titles and feeds are made of")
    func alignment() throws {
        let lines = Self.text(.list, of: SampleEntries.all.filter { $0.title != nil }).split(separator: "\n")
        let starts = try zip(lines, SampleEntries.all).map { line, entry in
            let title = try #require(entry.title).prefix(4)
            let start = try #require(line.firstRange(of: title)?.lowerBound)
            return DisplayWidth.columns(of: String(line[..<start]))
        }
        #expect(starts.count == 3)
        #expect(Set(starts) == [44])
    }

    @Test("Dates are in the reader's zone")
    func zones() {
        var entry = SampleEntries.full
        entry.datePublished = Timestamp(seconds: 0, offset: -3600)
        #expect(Self.text(.cards, of: [entry]).contains("1970-01-01 09:00"))
    }
}
