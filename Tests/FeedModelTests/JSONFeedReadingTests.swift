import FeedJSON
import FeedModel
import Testing

@Suite("Reading JSON Feed as it is meant")
struct JSONFeedReadingTests {
    @Test(
        "the id is a string as it was written",
        arguments: [
            ("\"k/1\"", "k/1"), ("0", "0"), ("9007199254740993", "9007199254740993"), ("12.50", "12.50"),
            ("\" x \"", " x "), ("null", ""), ("true", ""), ("\"\"", ""), ("[1]", ""),
        ] as [(String, String)])
    func id(literal: String, id: String) throws {
        #expect(try Entry(json: Array("{\"id\":\(literal),\"title\":\"a\"}".utf8)).id == id)
    }

    @Test(
        "authors in all their forms",
        arguments: [
            (#""authors":[{"name":"A"},{"url":"https://example.com/b"}]"#, ["A", "-"]),
            (#""author":{"name":"Old"}"#, ["Old"]), (#""author":{"name":"Old"},"authors":[{"name":"New"}]"#, ["New"]),
            (#""authors":[{"name":"New"}],"author":{"name":"Old"}"#, ["New"]),
            (#""authors":[],"author":{"name":"Old"}"#, ["Old"]), (#""authors":{"name":"Alone"}"#, ["Alone"]),
            (#""authors":"Bare""#, ["Bare"]), (#""authors":["Bare",{"name":"B"},null,{},{"name":3}]"#, ["Bare", "B"]),
            (#""author":null"#, []), (#""authors":[{"name":"A","_x":1}]"#, ["A"]),
        ] as [(String, [String])])
    func authors(members: String, names: [String]) throws {
        let entry = try Entry(json: Array("{\"id\":\"1\",\(members)}".utf8))
        #expect(entry.authors.map { $0.name ?? "-" } == names)
    }

    @Test(
        "sizes and durations, in quotes or not",
        arguments: [
            (#""size_in_bytes":1048576"#, 1_048_576, nil), (#""size_in_bytes":1048576.0"#, 1_048_576, nil),
            (#""size_in_bytes":"1024""#, 1024, nil), (#""size_in_bytes":1.5"#, nil, nil),
            (#""size_in_bytes":-1"#, nil, nil), (#""size_in_bytes":"big""#, nil, nil),
            (#""duration_in_seconds":"61.5","size_in_bytes":null"#, nil, 61.5),
            (#""duration_in_seconds":1e400"#, nil, nil), (#""duration_in_seconds":3600"#, nil, 3600),
        ] as [(String, Int64?, Double?)])
    func numbers(members: String, size: Int64?, duration: Double?) throws {
        let json = "{\"id\":\"1\",\"attachments\":[{\"url\":\"https://example.com/a\",\(members)}]}"
        let attachment = try #require(try Entry(json: Array(json.utf8)).attachments.first)
        #expect(attachment.sizeInBytes == size)
        #expect(attachment.durationInSeconds == duration)
    }

    @Test(
        "what a value of a wrong type is remarked as",
        arguments: [
            (#"{"title":1000,"items":[]}"#, 9, "\"title\" has a number where a text should be; it is left out"),
            (#"{"items":3}"#, 9, "\"items\" has a number where a list should be; it is left out"),
            (
                #"{"items":{"id":"1"}}"#, 9,
                "\"items\" has an object where a list should be; it is read as the one item"
            ),
            (#"{"items":[3]}"#, 10, "\"items\" has a number where an object should be; it is left out"),
            (#"{"items":[]} }"#, 13, "the feed ends before this; the rest is passed over"),
            (
                #"{"items":[{"id":1,"attachments":[{"url":"a","size_in_bytes":1.5}]}]}"#, 60,
                "\"size_in_bytes\" is no whole number from 0 up; it is left out"
            ),
            (#"{"items":[{}]}"#, 10, "this item says nothing; it is left out"),
            (
                #"{"items":[{"id":1,"date_published":"soon"}]}"#, 35,
                "\"date_published\" is no date that can be read; it is left out"
            ),
            (
                #"{"items":[{"id":1,"attachments":[{"title":"x"}]}]}"#, 33,
                "this attachment has no \"url\"; it is left out"
            ),
            (
                #"{"items":[],"description":"\ud800"}"#, 26,
                "1 sequence of bytes or escapes stood for no character; each became U+FFFD"
            ),
        ] as [(String, Int, String)])
    func remarks(json: String, offset: Int, message: String) {
        let source = Array(json.utf8)
        var reader = JSONFeedReader(source.span)
        let (_, error) = reader.feed(in: source.span) { _ in }
        #expect(error == nil)
        #expect(reader.remarks.map(\.offset) == [offset])
        #expect(reader.remarks.map(\.message) == [message])
    }

    @Test("nulls, empty texts and unknown members say nothing and are not remarked")
    func nothing() throws {
        let json = #"{"version":null,"title":"","unknown":[1],"items":[{"id":"1","title":null,"summary":"","x":{}}]}"#
        let source = Array(json.utf8)
        var reader = JSONFeedReader(source.span)
        var entries: [Entry] = []
        let (feed, error) = reader.feed(in: source.span) { entries.append($0) }
        #expect(error == nil)
        #expect(feed == Feed())
        #expect(entries == [Entry(id: "1")])
        #expect(reader.remarks.isEmpty)
    }

    @Test("members whose names begin with an underscore are kept as they are")
    func extensions() throws {
        let json = #"{"_a":{"b":[1.50,null]},"items":[{"id":"1","_c":"d","authors":[{"name":"A","_e":1}]}]}"#
        let feed = try Feed(json: Array(json.utf8))
        #expect(
            String(decoding: JSONValue.object(feed.extensions).bytes(), as: UTF8.self) == #"{"_a":{"b":[1.50,null]}}"#)
        #expect(feed.entries.first?.extensions == ["_c": "d"])
        #expect(feed.entries.first?.authors.first?.extensions == ["_e": 1])
    }

    @Test("a document that breaks off gives the entries that stand whole, and what the feed said before")
    func truncation() {
        let json = #"{"title":"T","items":[{"id":"1","title":"a"},{"id":"2","title":"b"},{"id":"3","ti"#
        let source = Array(json.utf8)
        var reader = JSONFeedReader(source.span)
        var ids: [String] = []
        let (feed, error) = reader.feed(in: source.span) { ids.append($0.id) }
        #expect(feed.title == "T")
        #expect(ids == ["1", "2"])
        #expect(error?.isTruncation == true)
        #expect(reader.hasItems)
    }

    @Test("any prefix and any flipped byte is read as far as it goes", arguments: [31, 32] as [UInt64])
    func damage(seed: UInt64) {
        var random = RandomFeeds(seed: seed)
        let whole = random.feed()
        let bytes = whole.json()
        for end in bytes.indices {
            let prefix = Array(bytes[..<end])
            var reader = JSONFeedReader(prefix.span)
            var entries: [Entry] = []
            let (_, error) = reader.feed(in: prefix.span) { entries.append($0) }
            #expect(error?.isTruncation == true, "seed \(seed), \(end) bytes")
            #expect(entries.map(\.id) == whole.entries.prefix(entries.count).map(\.id), "seed \(seed), \(end) bytes")
            var flipped = bytes
            flipped[end] ^= UInt8.random(in: 1...255, using: &random)
            var other = JSONFeedReader(flipped.span)
            var count = 0
            _ = other.feed(in: flipped.span) { _ in count += 1 }
            #expect(count <= whole.entries.count + 1, "seed \(seed), byte \(end)")
        }
    }
}
