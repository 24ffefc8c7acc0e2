import FeedJSON
import FeedModel
import Testing
import TributaryPluginKit

@Suite("Options are checked by their table and decoded with its defaults")
struct OptionTests {
    private struct Options: PluginOptions, Equatable {
        var keepFor: TimeSpan
        var largest: ByteSize?
        var count: Int
        var words: [String]
    }

    private static let table: OptionTable = [
        Option("keep_for", .duration, default: "90d", "How long."),
        Option("largest", .size, "How large."),
        .required("count", .integer(in: 1...9), "How many."),
        Option("words", .list(of: .text), default: ["a"], "Which."),
    ]

    @Test("What is absent is filled in, what is written is taken")
    func defaults() throws {
        let absent = try decode(["count": 3])
        #expect(absent == Options(keepFor: TimeSpan(seconds: 7_776_000), largest: nil, count: 3, words: ["a"]))
        let written = try decode(["count": 1, "keep_for": "2h", "largest": "10MB", "words": []])
        #expect(written.keepFor.seconds == 7200)
        #expect(written.largest?.bytes == 10_000_000)
        #expect(written.words.isEmpty)
    }

    @Test("Every mistake is found in one go, each at its path")
    func mistakes() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try decode(["coutn": 3, "keep_for": "1 fortnight", "words": ["b", 7], "largest": 10])
        }
        #expect(error?.problems.map { "\($0.path)" } == ["coutn", "keep_for", "words[1]", "largest", ""])
        #expect(error?.problems.first?.message == "unknown key; did you mean \"count\"?")
    }

    private func decode(_ value: JSONValue) throws -> Options {
        try OptionDecoder.decode(Options.self, from: JSONNode(value, at: 0), table: Self.table)
    }
}

@Suite("What a decoder hands over")
struct DecodingOutputTests {
    @Test("Room is made for what a document may hold, and no more than a multiple of what it has held")
    func room() {
        var output = DecodingOutput()
        for index in 0..<600 {
            output.makeRoom(for: 600_000, read: index * 1000)
            output.append(Entry(id: String(index)))
        }
        #expect(output.entries.map(\.id) == (0..<600).map(String.init))
        #expect((600..<1000).contains(output.entries.capacity))
        var other = DecodingOutput()
        for index in 0..<10 {
            other.makeRoom(for: .max, read: index)
            other.append(Entry(id: String(index)))
        }
        #expect(other.entries.capacity < 2000)
    }

    @Test("Entries without an id get one each, the same in every run")
    func ids() {
        func ids() -> [String] {
            var output = DecodingOutput()
            output.append(Entry(id: "", url: "https://example.com/", title: "One"))
            output.append(Entry(id: "", url: "https://example.com/", title: "Two"))
            output.append(Entry(id: "", title: "Three"))
            output.append(Entry(id: "", title: "Three"))
            output.append(Entry(id: "own", title: "Four"))
            return output.entries.map(\.id)
        }
        #expect(Set(ids()).count == 5)
        #expect(ids() == ids())
        #expect(ids().first == "https://example.com/")
        #expect(ids().last == "own")
    }

    @Test("A hundred messages are kept, and one that says that there were more")
    func messages() {
        var output = DecodingOutput()
        for number in 0..<500 { output.report(Diagnostic(.warning, "message \(number)")) }
        #expect(output.diagnostics.count == 101)
        #expect(output.diagnostics.last?.severity == .note)
    }
}
