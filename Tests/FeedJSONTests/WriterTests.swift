import FeedJSON
import Testing

@Suite("Writing")
struct WriterTests {
    @Test("compact and indented layout")
    func layouts() {
        let value: JSONValue = ["a": [1, true, nil], "b": [:], "c": [], "d": ["e": "f"]]
        #expect(String(decoding: value.bytes(), as: UTF8.self) == #"{"a":[1,true,null],"b":{},"c":[],"d":{"e":"f"}}"#)
        let indented = """
            {
              "a": [
                1,
                true,
                null
              ],
              "b": {},
              "c": [],
              "d": {
                "e": "f"
              }
            }
            """
        #expect(String(decoding: value.bytes(layout: .indented), as: UTF8.self) == indented)
    }

    @Test(
        "what must not stand in a string is escaped, slashes are not",
        arguments: [
            ("a/b", #""a/b""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
            ("\u{0}\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""), ("a\u{2028}b\u{2029}", #""a\u2028b\u2029""#),
            ("“quoted” — 日本語 ✓", "\"“quoted” — 日本語 ✓\""), ("12345678\"12345678\n", #""12345678\"12345678\n""#),
        ] as [(String, String)])
    func escapes(text: String, literal: String) {
        #expect(String(decoding: JSONValue.string(text).bytes(), as: UTF8.self) == literal)
    }

    @Test("the canonical text has its members in order, once each, without white space")
    func canonical() {
        let object = JSONObject([
            JSONMember(name: "b", value: 1), JSONMember(name: "é", value: 2),
            JSONMember(name: "a", value: ["d": 1, "c": []]), JSONMember(name: "b", value: 3),
        ])
        #expect(JSONValue.object(object).canonicalText == #"{"a":{"c":[],"d":1},"b":3,"é":2}"#)
    }

    @Test("lines of JSON Lines stand one under the other")
    func lines() {
        var writer = JSONWriter()
        for number in 1...2 {
            writer.beginObject()
            writer.name("n")
            writer.number(number)
            writer.endObject()
            writer.endLine()
        }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"n\":1}\n{\"n\":2}\n")
    }
}
