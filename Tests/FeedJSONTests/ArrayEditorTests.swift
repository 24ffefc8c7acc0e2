import FeedJSON
import Testing

@Suite("Adding to an array of a text that a person keeps")
struct ArrayEditorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var before: String
        var after: String
    }

    private static let cases = [
        Case(testDescription: "one line", before: #"{"a": ["x", "y"]}"#, after: #"{"a": ["x", "y", "n"]}"#),
        Case(testDescription: "one element", before: #"{"a": ["x"]}"#, after: #"{"a": ["x", "n"]}"#),
        Case(testDescription: "no spaces", before: #"{"a":["x","y"]}"#, after: #"{"a":["x","y","n"]}"#),
        Case(testDescription: "a trailing comma", before: #"{"a": ["x", "y",]}"#, after: #"{"a": ["x", "y", "n",]}"#),
        Case(testDescription: "nothing in it", before: #"{"a": []}"#, after: #"{"a": ["n"]}"#),
        Case(
            testDescription: "a comment in it", before: "{\"a\": [ /* none */ ]}",
            after: "{\"a\": [ /* none */ \"n\" ]}"),
        Case(
            testDescription: "a line each", before: "{\n  \"a\": [\n    \"x\",\n    \"y\"\n  ]\n}\n",
            after: "{\n  \"a\": [\n    \"x\",\n    \"y\",\n    \"n\"\n  ]\n}\n"),
        Case(
            testDescription: "a line each, trailing comma", before: "{\n  \"a\": [\n    \"x\",\n  ],\n}\n",
            after: "{\n  \"a\": [\n    \"x\",\n    \"n\",\n  ],\n}\n"),
        Case(
            testDescription: "tabs and CRLF", before: "{\r\n\t\"a\": [\r\n\t\t\"x\"\r\n\t]\r\n}",
            after: "{\r\n\t\"a\": [\r\n\t\t\"x\",\r\n\t\t\"n\"\r\n\t]\r\n}"),
        Case(
            testDescription: "a comment behind the last", before: "{\n  \"a\": [\n    \"x\"  // 時計, daily\n  ]\n}",
            after: "{\n  \"a\": [\n    \"x\",  // 時計, daily\n    \"n\"\n  ]\n}"),
        Case(
            testDescription: "comments behind the comma",
            before: "{\n  \"a\": [\n    \"x\", /* 1\n 2 */ // 3\n    // \"y\",\n  ]\n}",
            after: "{\n  \"a\": [\n    \"x\", /* 1\n 2 */ // 3\n    \"n\",\n    // \"y\",\n  ]\n}"),
        Case(
            testDescription: "the bracket behind the last", before: "{\n  \"a\": [\n    \"x\",\n    \"y\"]\n}",
            after: "{\n  \"a\": [\n    \"x\",\n    \"y\",\n    \"n\"]\n}"),
        Case(
            testDescription: "commas in front", before: "{ \"a\":\n  [ \"x\"\n  , \"y\"\n  ]\n}",
            after: "{ \"a\":\n  [ \"x\"\n  , \"y\", \"n\"\n  ]\n}"),
        Case(
            testDescription: "a comma on its own line", before: "{\n  \"a\": [\n    \"x\" // x\n    ,\n  ]\n}",
            after: "{\n  \"a\": [\n    \"x\" // x\n    ,\n    \"n\",\n  ]\n}"),
        Case(
            testDescription: "nothing but a comment line", before: "{\n  \"a\": [\n    // none yet\n  ]\n}",
            after: "{\n  \"a\": [\n    // none yet\n    \"n\"\n  ]\n}"),
        Case(
            testDescription: "empty lines", before: "{\n  \"a\": [\n  ]\n}", after: "{\n  \"a\": [\n    \"n\"\n  ]\n}"),
        Case(
            testDescription: "brackets and commas in texts", before: #"{"a": ["]", {"b": [1, "//,"]}], "b": 1}"#,
            after: #"{"a": ["]", {"b": [1, "//,"]}, "n"], "b": 1}"#),
        Case(
            testDescription: "a member that stands twice", before: #"{"a": [1], "a": [2]}"#,
            after: #"{"a": [1], "a": [2, "n"]}"#),
        Case(
            testDescription: "a byte order mark", before: "\u{FEFF}{\"a\": [1]}", after: "\u{FEFF}{\"a\": [1, \"n\"]}"),
    ]

    @Test("The layout of what is there is kept", arguments: cases)
    func layout(_ example: Case) throws {
        let editor = try JSONArrayEditor(Array(example.before.utf8), options: .commentsAndTrailingCommas)
        let edited = try #require(editor.appending(["n"], toArrayAt: ["a"]))
        #expect(String(decoding: edited, as: UTF8.self) == example.after)
    }

    @Test("Several elements, objects among them")
    func several() throws {
        let added: [JSONValue] = [["url": "u", "tags": ["t", "日本"]], 2]
        func edited(_ text: String) throws -> String {
            let editor = try JSONArrayEditor(Array(text.utf8), options: .commentsAndTrailingCommas)
            return String(decoding: try #require(editor.appending(added, toArrayAt: ["a", "b"])), as: UTF8.self)
        }
        let object = #"{"url": "u", "tags": ["t", "日本"]}"#
        #expect(try edited(#"{"a": {"b": [1]}}"#) == #"{"a": {"b": [1, \#(object), 2]}}"#)
        #expect(
            try edited("{\n  \"a\": {\n    \"b\": [],\n  },\n}")
                == "{\n  \"a\": {\n    \"b\": [\n      \(object),\n      2\n    ],\n  },\n}")
    }

    @Test("What is no array is not edited")
    func noArray() throws {
        for text in ["{}", #"{"a": 1}"#, #"{"a": {}}"#, "[]", #"{"a": null}"#] {
            #expect(try JSONArrayEditor(Array(text.utf8)).appending([1], toArrayAt: ["a"]) == nil)
        }
        #expect(throws: JSONSyntaxError.self) { try JSONArrayEditor(Array(#"{"a": [1,]}"#.utf8)) }
        let text = Array(#"{"a": [1] }"#.utf8)
        #expect(try JSONArrayEditor(text).appending([], toArrayAt: ["a"]) == text)
    }

    @Test(
        "The text reads as before with the new at the end, and no byte of it is lost",
        arguments: [1, 2, 3, 4] as [UInt64])
    func property(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<300 {
            let text = random.untidyDocument()
            let count = Int.random(in: 1...3, using: &random)
            let added = (0..<count).map { _ in random.value(depth: 2) }
            let editor = try JSONArrayEditor(text, options: .commentsAndTrailingCommas)
            let edited = try #require(editor.appending(added, toArrayAt: ["a"]))
            let before = try JSONNode(parsing: text, options: .commentsAndTrailingCommas).value
            let after = try JSONNode(parsing: edited, options: .commentsAndTrailingCommas).value
            var expected = try #require(before.objectValue)
            expected["a"] = .array(try #require(before.objectValue?["a"]?.arrayValue) + added)
            let message = "seed \(seed), round \(round): \(String(decoding: edited, as: UTF8.self))"
            #expect(after == .object(expected), "\(message)")
            #expect(Self.isSubsequence(text, of: edited), "\(message)")
        }
    }

    private static func isSubsequence(_ part: [UInt8], of whole: [UInt8]) -> Bool {
        var position = 0
        for byte in whole where position < part.count && part[position] == byte { position += 1 }
        return position == part.count
    }
}

extension SeededGenerator {
    /// An object with an array under `a`, with comments and blanks wherever they may stand.
    fileprivate mutating func untidyDocument() -> [UInt8] {
        var text = blank() + "{" + blank()
        if Bool.random(using: &self) { text += "\"b\"" + blank() + ":" + blank() + "[1, {}]" + blank() + "," + blank() }
        text += "\"a\"" + blank() + ":" + blank() + "["
        let count = Int.random(in: 0..<4, using: &self)
        for index in 0..<count {
            text += blank() + String(decoding: value(depth: 2).bytes(), as: UTF8.self) + blank()
            if index < count - 1 || Bool.random(using: &self) { text += "," }
        }
        text += blank() + "]" + blank() + (Bool.random(using: &self) ? "," : "") + blank() + "}" + blank()
        return Array(text.utf8)
    }

    private mutating func blank() -> String {
        let pieces = [
            "", "", "", " ", "  ", "\t", "\n", "\r\n", "\r", "\n    ", "// [,] \"\n", "/* ], */", "/*/ \n **/", "//\r",
        ]
        return (0..<Int.random(in: 0..<3, using: &self)).map { _ in
            pieces[Int.random(in: 0..<pieces.count, using: &self)]
        }.joined()
    }
}
