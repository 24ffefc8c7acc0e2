import Testing

@testable import FeedText

@Suite("Character references of HTML")
struct HTMLEntitiesTests {
    private static func expansion(of name: String) -> HTMLEntities.Expansion? {
        HTMLEntities.expansion(ofName: name.utf8.span)
    }

    private static func text(of name: String) -> String? {
        guard let expansion = expansion(of: name) else { return nil }
        var bytes: [UInt8] = []
        expansion.append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("Every record of the table is found under its name, and nothing else is")
    func everyRecordIsFound() throws {
        let records = HTMLEntities.table.split { $0 == " " || $0 == "\n" }
        #expect(records.count == 2125)
        var bare = 0
        for record in records {
            let mark = try #require(record.firstIndex { $0 == "=" || $0 == "~" })
            let scalars = record[record.index(after: mark)...].split(separator: ",").compactMap {
                UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
            }
            let found = try #require(Self.expansion(of: String(record[..<mark])), "\(record)")
            #expect([found.first] + (found.second.map { [$0] } ?? []) == scalars, "\(record)")
            #expect(found.allowsMissingSemicolon == (record[mark] == "~"))
            bare += found.allowsMissingSemicolon ? 1 : 0
            #expect(Self.expansion(of: record[..<mark] + "Q") == nil, "\(record)")
        }
        #expect(bare == 106)
    }

    @Test(
        "Names at the edges of the table and of the rules",
        arguments: [
            ("AElig", "Æ"), ("zwnj", "\u{200C}"), ("amp", "&"), ("AMP", "&"), ("eacute", "é"), ("Eacute", "É"),
            ("nbsp", "\u{A0}"), ("fjlig", "fj"), ("NewLine", "\n"), ("acE", "\u{223E}\u{333}"), ("hearts", "♥"),
            ("Afr", "\u{1D504}"), ("CounterClockwiseContourIntegral", "∳"),
        ])
    func names(name: String, expected: String) {
        #expect(Self.text(of: name) == expected)
    }

    @Test(
        "What HTML does not know",
        arguments: [
            "", "A", "a", "zzz", "EACUTE", "amp;", " ", "=", "1", "~", "C6", "AElig=C6", "AElig~C6 AMP", "\n", "é",
        ])
    func unknownNames(name: String) {
        #expect(Self.expansion(of: name) == nil)
        #expect(Self.expansion(of: name + String(repeating: "x", count: 40)) == nil)
    }

    @Test(
        "Decoding running text",
        arguments: [
            ("plain", "plain"), ("Caf&eacute; &amp; bar", "Café & bar"), ("AT&T &", "AT&T &"), ("a&b;c", "a&b;c"),
            ("&amp;lt;", "&lt;"), ("&copy 2026", "© 2026"), ("&copy2026", "©2026"), ("&notit; &notin;", "¬it; ∉"),
            ("&ampersand", "&ersand"), ("&#233;&#xE9;&#XE9;&#233", "éééé"), ("&#128;&#x92;", "€’"),
            ("&#0;&#xD800;&#x110000;&#99999999999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&#; &#x; &#", "&#; &#x; &#"), ("&#x1F600;", "😀"), ("&#20013;&#25991;", "中文"), ("&&lt;", "&<"),
            ("&eacute", "é"), ("&hearts", "&hearts"), ("&unknown;", "&unknown;"),
            ("&lt;&gt;&amp;&quot;&apos;", "<>&\"'"), ("&lT;&Gt;", "&lT;≫"),
        ])
    func decoding(text: String, expected: String) {
        #expect(HTMLEntities.decode(text) == expected)
    }

    @Test(
        "Decoding an attribute's value",
        arguments: [
            ("?a=1&copy=2", "?a=1&copy=2"), ("?a=1&amp;b=2", "?a=1&b=2"), ("?a&notb", "?a&notb"), ("&copy;=", "©="),
            ("&copy", "©"), ("&lt/", "</"),
        ])
    func decodingAttribute(text: String, expected: String) {
        #expect(HTMLEntities.decode(text, in: .attribute) == expected)
    }
}
