import FeedJSON
import Testing

@Suite("RFC 8259, what is a JSON text and what is not")
struct GrammarTests {
    @Test(
        "a text of the grammar is read",
        arguments: [
            "null", "true", "false", "0", "-0", "-1", "10", "1.5", "0.1e-7", "1E+2", "1e400", "\"\"", "[]", "{}",
            " \t\r\n[ \n] ", "[1,2]", "[[],[[]],{}]", "{\"\":0}", "{\"a\":{\"b\":[null]}}", "{\"a\":1,\"a\":2}",
            "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0000\"", "\"\\u00e9\\uD83D\\uDE00\"", "\"\u{7F}\u{2028}\"",
            "[123456789012345678901234567890]", "[-1.0e-10, true]", "\u{FEFF}[]",
            "[0e1]", "[0e+1]", "[1E22]", "[123.456e78]", "[-0.0]", "{\"\":0,\"\":1}", "{\"a\\u0000b\":1}",
            "\"\\uDBFF\\uDFFF\"", "\"\\\\u0000\"", "\"\u{FFFF}\u{10FFFF}\u{200B}\"", "[\"\u{2029}\"]",
        ])
    func accepts(text: String) throws {
        _ = try JSONValue(parsing: Array(text.utf8))
    }

    @Test(
        "a text outside the grammar is refused where it goes wrong",
        arguments: [
            ("", 0), (" ", 1), ("nul", 3), ("nulL", 0), ("TRUE", 0), ("truefalse", 4), ("[1 2]", 3), ("[1,]", 2),
            ("[,1]", 1), ("[1", 2), ("[", 1), ("]", 0), ("[1}", 2), ("{", 1), ("{\"a\"", 4), ("{\"a\":", 5),
            ("{\"a\":1", 6), ("{\"a\":1,}", 6), ("{\"a\" 1}", 5), ("{a:1}", 1), ("{'a':1}", 1),
            ("{\"a\":1 \"b\":2}", 7),
            ("{,}", 1), ("{1:1}", 1), ("01", 0), ("-", 1), ("-a", 1), ("+1", 0), ("1.", 2), (".5", 0), ("1.e2", 2),
            ("1e", 2), ("1e+", 3), ("0x1", 1), ("1a", 1), ("NaN", 0), ("-Infinity", 1), ("-01", 1), ("\"abc", 0),
            ("\"a\nb\"", 2), ("\"\t\"", 1), ("\"\\x\"", 1), ("\"\\u12\"", 1), ("\"\\u12G4\"", 1), ("\"\\", 0),
            ("\"\\u00", 0), ("[] []", 3), ("1,", 1), ("// c\n1", 0), ("1 /* c */", 2), ("\u{A0}1", 0), ("'a'", 0),
            ("[\u{FEFF}1]", 1), ("[1,,2]", 3), ("{\"a\":1,,\"b\":2}", 7),
            ("[\"\": 1]", 3), ("[\"a\"],", 5), ("[3[4]]", 2), ("[1]x", 3), ("[1]]", 3), ("[++1]", 1), ("[- 1]", 2),
            ("[.-1]", 1), ("[0.1.2]", 4), ("[0e+-1]", 4), ("[1 000.0]", 3), ("[1eE2]", 3), ("[\u{FF11}]", 1),
            ("[1+2]", 2), ("[-1.0.]", 5), ("{\"a\"::1}", 5), ("{\"a\",1}", 4), ("{null:1}", 1), ("{\"a\":1}#", 7),
            ("{\"a\":1}/**/", 7), ("[\"\\u00A\"]", 2), ("[\"\\a\"]", 2), ("[\"\\\u{0}\"]", 2), ("<.>", 0),
            ("[\u{2060}]", 1), ("[\u{C}]", 1), ("{]", 1), ("[{", 2), ("{\"a\":1", 6), ("[True]", 1), ("[\"\\{[\"", 2),
        ] as [(String, Int)])
    func refuses(text: String, offset: Int) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(error.offset == offset, "\(error.message)")
    }

    @Test(
        "a message says what was expected",
        arguments: [
            ("[1 2]", "expected \",\" or \"]\""), ("{\"a\":1 2}", "expected \",\" or \"}\""),
            ("{\"a\" 1}", "expected \":\" after the name"), ("{a:1}", "expected a member's name in quotes"),
            ("[1,]", "the last comma has nothing after it; remove it"), ("[?]", "expected a value"),
            ("[1", "expected \",\" or \"]\", but the text ends here"), ("// a\n1", "comments are not allowed here"),
            ("\"a\nb\"", "a text in quotes may not go over the line's end; write \\n"),
            ("\"\u{1}\"", "a control character may not stand in a text; write \\u0001"),
            ("007", "a number may not begin with 0"), ("[] 1", "expected nothing more after the value"),
            ("\"abc", "this text has no closing quote"),
        ] as [(String, String)])
    func explains(text: String, message: String) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(error.message == message)
    }

    @Test(
        "what the text breaks off in is told from what is wrong",
        arguments: [
            ("[1, \"a", true), ("{\"a\": tr", true), ("[1, ?", false), ("[1, \"\\q\"", false), ("{\"a\":[1", true),
            ("\"\\ud8", true), ("/* a", false),
        ] as [(String, Bool)])
    func tellsTruncation(text: String, isTruncation: Bool) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(error.isTruncation == isTruncation)
    }

    @Test("comments and trailing commas are read where the option allows them")
    func comments() throws {
        let text = """
            // first
            { /* "x": 1, */ "a": [1, 2, /**/ ], // two
              "b": "// no comment", /* * / */
            }
            //
            """
        let value = try JSONValue(parsing: Array(text.utf8), options: .commentsAndTrailingCommas)
        #expect(value == ["a": [1, 2], "b": "// no comment"])
    }

    @Test(
        "the option does not make everything allowed",
        arguments: [("[,]", 1), ("[1,,]", 3), ("/ 1", 0), ("/* 1", 0), ("[1] /", 4), ("{,}", 1)] as [(String, Int)])
    func stillRefuses(text: String, offset: Int) throws {
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: Array(text.utf8), options: .commentsAndTrailingCommas)
        }
        #expect(error.offset == offset)
    }

    @Test("containers nest up to the limit and no deeper", arguments: ["[", "{\"a\":"])
    func depth(opening: String) throws {
        let closing = opening == "[" ? "]" : "}"
        func text(_ depth: Int) -> [UInt8] {
            Array((String(repeating: opening, count: depth) + "0" + String(repeating: closing, count: depth)).utf8)
        }
        _ = try JSONValue(parsing: text(512))
        let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: text(513)) }
        #expect(error.offset == 512 * opening.utf8.count)
        #expect(error.message == "arrays and objects are nested more than 512 deep")
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text(100_000)) }
    }
}
