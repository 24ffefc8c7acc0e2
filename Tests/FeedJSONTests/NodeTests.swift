import FeedJSON
import Testing

@Suite("The tree with places")
struct NodeTests {
    @Test("every value and name has its byte offset")
    func offsets() throws {
        let node = try JSONNode(parsing: Array("{\n  \"a\": [true, \"é\", 2]\n}".utf8))
        #expect(node.offset == 0)
        let member = try #require(node.member("a"))
        #expect(member.nameOffset == 4)
        #expect(member.value.offset == 9)
        guard case .array(let elements) = member.value.content else {
            Issue.record("no array")
            return
        }
        #expect(elements.map(\.offset) == [10, 16, 22])
        #expect(node.value == ["a": [true, "é", 2]])
    }

    @Test(
        "a syntax error keeps what was read before it",
        arguments: [
            ("{\"a\": 1, \"b\": [1, 2 3], \"c\": 4}", ["a": 1, "b": [1, 2]], 20),
            ("{\"a\": {\"b\": 1,", ["a": ["b": 1]], 14), ("[1, nul]", [1], 4), ("[1] 2", [1], 4),
            ("{\"a\": ", [:], 6),
        ] as [(String, JSONValue, Int)])
    func partial(text: String, value: JSONValue, offset: Int) throws {
        let (node, error) = JSONNode.parse(Array(text.utf8))
        #expect(node?.value == value)
        let thrown = try #require(throws: JSONSyntaxError.self) { try JSONNode(parsing: Array(text.utf8)) }
        #expect(thrown == error)
        #expect(thrown.offset == offset)
    }

    @Test("nothing read, nothing kept")
    func nothing() {
        let (node, error) = JSONNode.parse(Array("  ?".utf8))
        #expect(node == nil)
        #expect(error == JSONSyntaxError(offset: 2, message: "expected a value"))
    }
}

@Suite("Lines and columns")
struct SourcePlacesTests {
    @Test("columns count scalars, lines end in any of the three ways")
    func places() {
        let places = SourcePlaces(Array("ab\n日本x\r\ny\rz".utf8))
        let expected = [
            (0, "1:1"), (1, "1:2"), (2, "1:3"), (3, "2:1"), (6, "2:2"), (9, "2:3"), (10, "2:4"), (12, "3:1"),
            (14, "4:1"), (15, "4:2"), (99, "4:2"),
        ]
        for (offset, place) in expected {
            #expect(places.place(at: offset).description == place, "offset \(offset)")
        }
    }

    @Test("a line is given without its break")
    func lines() {
        let places = SourcePlaces(Array("ab\n日本x\r\ny\r\nz".utf8))
        #expect([0, 2, 3, 11, 12, 15].map { places.line(at: $0) } == ["ab", "ab", "日本x", "日本x", "y", "z"])
    }

    @Test("a byte order mark takes no column")
    func mark() {
        let places = SourcePlaces(Array("\u{FEFF}ab".utf8))
        #expect(places.place(at: 3).description == "1:1")
        #expect(places.place(at: 0).description == "1:1")
        #expect(places.line(at: 4) == "ab")
    }

    @Test("an empty source has one place")
    func empty() {
        #expect(SourcePlaces([]).place(at: 0) == SourcePlace(line: 1, column: 1))
        #expect(SourcePlaces([]).line(at: 0).isEmpty)
    }
}
