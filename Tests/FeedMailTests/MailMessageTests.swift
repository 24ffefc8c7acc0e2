import FeedMail
import Testing

@Suite("The parts of a message")
struct MailMessageTests {
    @Test("Of several forms of the same text both are known, attached files by their names")
    func forms() {
        let message = MailMessage(
            """
            Content-Type: multipart/mixed; boundary="a b"

            preamble
            --a b
            Content-Type: multipart/alternative; boundary=a

            --a
            Content-Type: text/plain; charset=iso-2022-jp

            \u{1B}$B?e<V\u{1B}(B
            --a
            Content-Type: multipart/related; boundary=c

            --c
            Content-Type: text/html; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            <p>caf=C3=A9 =
            and tea</p>
            --c
            Content-Type: image/png; name=pixel.png
            Content-Transfer-Encoding: base64

            AAAA
            --c--
            --a--
            --a b
            Content-Type: application/pdf
            Content-Disposition: attachment; filename*0*=utf-8\'\'%E6%B0%B4; filename*1="車.pdf"

            x
            --a b--
            epilogue
            """.utf8.span)
        #expect(message.html == "<p>café and tea</p>" && message.text == "水車")
        #expect(message.attachments == ["pixel.png", "水車.pdf"])
    }

    @Test(
        "What is wrong in a message is read as far as it goes",
        arguments: [
            ("Content-Type: multipart/mixed; boundary=x\n\n--x\n\nfirst\n--x\n\nsecond", "first\n\nsecond"),
            ("Content-Type: multipart/mixed\n\nno boundary", nil), ("\n\r\nno head\r\n", "\nno head"), ("", nil),
            ("Content-Transfer-Encoding: base64\n\nd2!h\nlZWw=d2hl\n", "wheelwhe"),
            ("Content-Transfer-Encoding: quoted-printable\n\na=3D=\nb=zz=", "a=b=zz"),
            ("Content-Type: text/plain; charset=\"utf-8\n\n水", "水"), ("Content-Type: image/png\n\nx", nil),
            ("Content-Type: text/html; charset=utf-7\n\n<p>", nil),
        ])
    func wrong(source: String, text: String?) {
        let message = MailMessage(source.utf8.span)
        #expect(message.text == text)
    }

    @Test("Parts in parts in parts are followed to a depth, and no message traps")
    func depth() {
        let deep = (0..<100).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }.joined()
        #expect(MailMessage("\(deep)\n\ntext".utf8.span).text == nil)
        let tokens = [
            "Content-Type: ", "multipart/alternative; boundary=b", "text/html", "\n", "\n\n", "--b", "--b--",
            "=?utf-8?q?",
            "?=", ";", "\"", "charset=", "base64", "Content-Transfer-Encoding: ", "quoted-printable", "=", "水", "<p>",
            ":", "\r\n ",
            "Subject: ", "From: ", "<", "(", "\\", "name*0*=", "\'", "%E6",
        ]
        for seed in 0..<2000 as Range<UInt64> {
            var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
            var source = ""
            for _ in 0..<30 {
                state = state &* 6_364_136_223_846_793_005 &+ 1
                source += tokens[Int(state >> 33) % tokens.count]
            }
            let message = MailMessage(source.utf8.span)
            #expect((message.text ?? "").utf8.count <= source.utf8.count * 3, "seed \(seed): \(source)")
            _ = (message.addresses(in: "from"), message.subject, message.id)
        }
    }
}
