import FeedMail
import Testing

@Suite("The head of a message")
struct MailHeaderTests {
    @Test(
        "Encoded words are decoded, whatever programs make of them",
        arguments: [
            ("plain", "plain"), ("=?utf-8?q?caf=C3=A9_au_lait?=", "café au lait"),
            ("=?UTF-8?B?5rC06LuK?=", "水車"), ("Re: =?utf-8?b?5rC06LuK?= news", "Re: 水車 news"),
            // White space between two is none; a character may be cut into both.
            ("=?utf-8?b?5rA=?= =?UTF-8?B?tOi7ig==?=", "水車"), ("=?utf-8?q?a?=\r\n =?utf-8?q?b?=", "ab"),
            ("=?utf-8?q?a?= b =?utf-8?q?c?=", "a b c"), ("=?iso-8859-1*de?q?=FC?=", "ü"),
            // 水車小屋 in JIS, by its own escape sequences.
            ("=?ISO-2022-JP?B?GyRCP2U8Vj4uMjAbKEI=?=", "水車小屋"), ("\u{1B}$B?e<V\u{1B}(B!", "水車!"),
            ("=?shift_jis?B?kIWO1A==?=", "水車"), ("=?utf-8?q?spaces in it?=", "spaces in it"),
            ("=?utf-8?x?a?=", "=?utf-8?x?a?="), ("=?utf-8?q?never ends", "=?utf-8?q?never ends"), ("a = b?", "a = b?"),
            ("=?utf-8?b?5rC06LuK", "=?utf-8?b?5rC06LuK"), ("=?no-such-charset?q?ok?=", "ok"), ("=?", "=?"),
            ("=?utf-8?q??=", ""),
        ])
    func words(written: String, text: String) {
        let message = MailMessage("Subject: \(written)\n\n".utf8.span)
        #expect(message.header.text(of: "subject") == text)
    }

    @Test("Fields are folded, have any case, and end at the empty line")
    func fields() {
        let message = MailMessage("SUBJECT:a\n b\r\n\tc\nFrom : x@example.org\nno field\n\nTo: y\n".utf8.span)
        #expect(message.subject == "a b c" && message.header.text(of: "from") == "x@example.org")
        #expect(message.header.text(of: "to") == nil && message.text == "To: y")
    }

    @Test(
        "Addresses are read as people write them",
        arguments: [
            ("ines@example.org", ["-|ines@example.org"]), ("Ines <ines@example.org>", ["Ines|ines@example.org"]),
            (
                "\"Mill, the\" <m@example.org>, b@example.org (Bea (B.))",
                ["Mill, the|m@example.org", "Bea (B.)|b@example.org"]
            ),
            ("=?utf-8?b?5rC06LuK?= <m@example.org>", ["水車|m@example.org"]),
            ("Group: a@b.example, c@d.example;", ["-|a@b.example", "-|c@d.example"]),
            ("Only a name", ["Only a name|-"]), ("<>", ["-|-"]), ("", []),
            ("\"open <a@b.example>", ["-|open <a@b.example>"]),
            ("a <b@c.example", ["a|b@c.example"]),
        ])
    func addresses(written: String, expected: [String]) {
        let message = MailMessage("From: \(written)\n\n".utf8.span)
        let found = message.addresses(in: "from").map { "\($0.name ?? "-")|\($0.address ?? "-")" }
        #expect(found == expected)
    }
}
