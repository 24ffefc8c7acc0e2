import Testing

@testable import FeedText

@Suite("Encodings")
struct CharsetDecoderTests {
    @Test(
        "labels of the WHATWG standard, from the response and from the declaration",
        arguments: [
            ("shift_jis", "shift_jis", "93fa967b8cea208740878aeee0ed958160835c945c", "日本語 ①㈱髙﨑～ソ能"),
            ("windows-31j", "shift_jis", "b6c0b6c58abf8e9a", "ｶﾀｶﾅ漢字"),
            ("EUC-JP", "euc-jp", "c7b4c5daa4c8cdd2208eb68ecf", "粘土と窯 ｶﾏ"),
            ("x-euc-jp", "euc-jp", "8fb0a1", "丂"),
            ("gb2312", "gbk", "c4e3bac3a3accac0bde7a1a3e946", "你好，世界。镕"),
            (" GBK ", "gbk", "bcf2cce5d6d0cec4", "简体中文"),
            ("gb18030", "gb18030", "ccd59439e6378139ee39", "陶🔥㐀"),
            ("Big5", "big5", "c163c5e9a4a4a4e5a141a741a66e", "繁體中文，你好"),
            ("big5-hkscs", "big5", "9def9df6", "嘅喺"),
            ("ks_c_5601-1987", "euc-kr", "bec8b3e7c7cfbcbcbfe4208c63b9e6", "안녕하세요 똠방"),
            ("koi8-r", "koi8-r", "f0d2c9d7c5d42c20cdc9d2", "Привет, мир"),
            ("koi8-u", "koi8-u", "b7d6c1cb", "Їжак"),
            ("windows-1251", "windows-1251", "cff0e8e2e5f2209720ece8f0", "Привет — мир"),
            ("cp866", "ibm866", "8fe0a8a2a5e2", "Привет"),
            ("x-mac-cyrillic", "x-mac-cyrillic", "8ff0e8e2e5f2", "Привет"),
            ("macintosh", "macintosh", "47729aa76520d278d3", "Größe “x”"),
            ("iso-8859-2", "iso-8859-2", "50f8ed6c69b920be6c75bb6f75e86bfd", "Příliš žluťoučký"),
            ("latin1", "windows-1252", "497492732093686f749420962035208085", "It’s “hot” – 5 €…"),
            ("us-ascii", "windows-1252", "436166e9", "Café"),
            ("iso-8859-9", "windows-1254", "defd6b2093fdf064fd729420962080", "Şık “ığdır” – €"),
            ("iso-8859-15", "iso-8859-15", "313020a420bd75767265", "10 € œuvre"),
            ("tis-620", "windows-874", "b4d4b9e0bcd285", "ดินเผา…"),
            ("windows-1255", "windows-1255", "e7e9eef8", "חימר"),
            ("windows-1256", "windows-1256", "d8ede420e6e4c7d1", "طين ونار"),
            ("iso-8859-7", "iso-8859-7", "d0e7ebfcf2", "Πηλός"),
        ])
    func labels(label: String, name: String, hexadecimal: String, expected: String) {
        let bytes = [UInt8](hexadecimal: hexadecimal)
        let byTransport = CharsetDecoder.decode(bytes, transportCharset: label, kind: .plain)
        #expect(byTransport.text == expected)
        #expect(byTransport.encoding == name)
        #expect(byTransport.source == .transport)
        #expect(byTransport.replacedSequences == 0)

        let declaration = "<?xml version='1.0' encoding = '\(label.trimmingASCIIWhitespace)'?>"
        let declared = CharsetDecoder.decode(Array(declaration.utf8) + bytes)
        #expect(declared.text == declaration + expected)
        #expect(declared.encoding == name)
        #expect(declared.source == .declaration)
    }

    @Test(
        "byte-order marks, and UTF-16 without one, win over every label",
        arguments: [
            ("efbbbf3ce7aaaf3e", "utf-8"), ("fffe3c00af7a3e00", "utf-16le"), ("feff003c7aaf003e", "utf-16be"),
            ("fffe00003c000000af7a00003e000000", "utf-32le"), ("0000feff0000003c00007aaf0000003e", "utf-32be"),
        ])
    func marks(hexadecimal: String, name: String) {
        let decoded = CharsetDecoder.decode([UInt8](hexadecimal: hexadecimal), transportCharset: "iso-8859-1")
        #expect(decoded.text == "<窯>")
        #expect(decoded.encoding == name)
        #expect(decoded.source == .byteOrderMark)
    }

    @Test("UTF-16 without a mark", arguments: [false, true])
    func bareUTF16(bigEndian: Bool) {
        let text = "<?xml version='1.0' encoding='utf-8'?><a>粘土 é 🔥</a>"
        let bytes = text.utf16.flatMap { unit in
            bigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        let decoded = CharsetDecoder.decode(bytes, transportCharset: "utf-8")
        #expect(decoded.text == text)
        #expect(decoded.encoding == (bigEndian ? "utf-16be" : "utf-16le"))
    }

    @Test(
        "a label that the bytes contradict is passed over and named",
        arguments: [
            ("iso-8859-1", "<a>Töpfe 窯</a>", "utf-8"), ("us-ascii", "<a>é</a>", "utf-8"),
            ("shift_jis", "<a>窯の記録</a>", "utf-8"), ("utf-16", "<a>窯</a>", "utf-8"), ("unicode", "<a>x</a>", "utf-8"),
            ("x-none-such", "<a>窯</a>", "utf-8"), ("iso-2022-kr", "<a>窯</a>", "utf-8"),
            ("utf-8", "<a>\u{1B}$B4L\u{1B}(B</a>", "iso-2022-jp"),
        ])
    func contradicted(label: String, text: String, name: String) {
        let decoded = CharsetDecoder.decode(Array(text.utf8), transportCharset: label, kind: .plain)
        #expect(decoded.encoding == name)
        #expect(decoded.overruledLabel == label)
        #expect(decoded.replacedSequences == 0)
        #expect(name != "utf-8" || decoded.text == text)
    }

    @Test("the charset of the response wins over the declaration, unless only the latter fits")
    func precedence() {
        let declaration = "<?xml version='1.0' encoding='iso-8859-1'?>"
        let cyrillic = Array(declaration.utf8) + [0xCC, 0xE8, 0xF0]
        #expect(CharsetDecoder.decode(cyrillic, transportCharset: "windows-1251").text == declaration + "Мир")
        #expect(CharsetDecoder.decode(cyrillic, transportCharset: "utf-8").text == declaration + "Ìèð")
        #expect(CharsetDecoder.decode(cyrillic, transportCharset: "utf-8").overruledLabel == "utf-8")
        #expect(CharsetDecoder.decode(cyrillic, transportCharset: "").source == .declaration)
    }

    @Test(
        "ISO-2022-JP with every character set, and with what Windows puts in it",
        arguments: [
            ("\u{1B}$B4L\u{1B}(B x", "缶 x"), ("\u{1B}$B-!-j\u{1B}(B", "①㈱"), ("\u{1B}(I6Y\u{1B}(B", "ｶﾙ"),
            ("\u{1B}$(D0!\u{1B}(Ba", "丂a"), ("\u{1B}$@4L\u{1B}(Jb", "缶b"), ("\u{1B}$B4L\nabc", "缶\nabc"),
            ("\u{1B}$B4", "\u{FFFD}"),
        ])
    func iso2022JP(text: String, expected: String) {
        let declared = CharsetDecoder.decode(Array(text.utf8), transportCharset: "iso-2022-jp", kind: .plain)
        #expect(declared.text == expected)
        #expect(declared.encoding == "iso-2022-jp")
    }

    @Test(
        "without a label the bytes tell",
        arguments: [
            (
                "euc-jp",
                "cdd2a4ceb5adcfbfa1a7c7b4c5daa4f2a4b3a4cda4c6a1a2bbaea4c8c3e3cfd2a4f2a4c4a4afa4eaa4dea4b7a4bfa1a3",
                "窯の記録：粘土をこねて、皿と茶碗をつくりました。"
            ),
            (
                "shift_jis",
                "977182cc8b4c985e81469453937982f082b182cb82c481418e4d82c69283987182f082c282ad82e882dc82b582bd8142",
                "窯の記録：粘土をこねて、皿と茶碗をつくりました。"
            ),
            (
                "gb18030",
                "bdf1ccecced2c3c7d4dad2a4c0efc9d5c1cbbadcb6e0cdebbacdc5ccd7d3a3acb4f3bcd2b6bcbadcb8dfd0cba1a3",
                "今天我们在窑里烧了很多碗和盘子，大家都很高兴。"
            ),
            (
                "big5", "a4b5a4d1a7daadcca662bd60b8ccbf4ea446abdca668b84aa94dbd4ca46ca141a46aae61b3a3abdcb0aabfb3a143",
                "今天我們在窯裡燒了很多碗和盤子，大家都很高興。"
            ),
            (
                "euc-kr",
                "bfc0b4c320bfecb8aeb4c220b0a1b8b6bfa1bcad20b1d7b8a9b0fa20c1a2bdc3b8a620b8b9c0cc20b1b8bffcbdc0b4cfb4d92e",
                "오늘 우리는 가마에서 그릇과 접시를 많이 구웠습니다."
            ),
            (
                "windows-1251",
                "d1e5e3eee4edff20ecfb20eee1eee6e3ebe820ecedeee3ee20f2e0f0e5ebeeea20e820f7e0f8e5ea20e220efe5f7e82e",
                "Сегодня мы обожгли много тарелок и чашек в печи."
            ),
            (
                "koi8-r",
                "f3c5c7cfc4ced120cdd920cfc2cfd6c7ccc920cdcecfc7cf20d4c1d2c5cccfcb20c920dec1dbc5cb20d720d0c5dec92e",
                "Сегодня мы обожгли много тарелок и чашек в печи."
            ),
            (
                "windows-1252",
                "41756a6f757264926875692c206c6520666f7572206120e974e92072e9676ce920e02039303020b043203b206c657320626f6c7320736f6e74207472e8732072e975737369732c2064e96ae0207072ea74732e",
                "Aujourd’hui, le four a été réglé à 900 °C ; les bols sont très réussis, déjà prêts."
            ),
            (
                "windows-1252",
                "dc6265722054f67066653a20736368f66e65204772f6df656e2c2073fcdf6520c47066656c2c20c4726765722e",
                "Über Töpfe: schöne Größen, süße Äpfel, Ärger."
            ),
            (
                "windows-1252",
                "4974927320746865206b696c6e9273209366697273749420666972696e67209620646f6e927420746f75636885",
                "It’s the kiln’s “first” firing – don’t touch…"
            ),
            ("windows-1252", "436166e92e", "Café."),
            (
                "shift_jis", "905690bb956994ad955c81418a948eae89ef8ed08e529363938c8b9e967b8ed088da935d",
                "新製品発表、株式会社山田東京本社移転"
            ),
        ])
    func guesses(name: String, hexadecimal: String, expected: String) {
        let decoded = CharsetDecoder.decode(
            Array("<a>".utf8) + [UInt8](hexadecimal: hexadecimal) + Array("</a>".utf8), transportCharset: "utf-8")
        #expect(decoded.text == "<a>\(expected)</a>")
        #expect(decoded.encoding == name)
        #expect(decoded.source == .guessed)
    }

    @Test(
        "a feed that says it is Japanese is guessed to be, without a single kana",
        arguments: [
            ("euc-jp", "bfb7c0bdc9cac8afc9bda1a2b3f4bcb0b2f1bcd2bbb3c5c4c5ecb5fecbdcbcd2b0dcc5be"),
            ("shift_jis", "91e6825089f1918d89ef8a4a8dc3"),
            ("euc-jp", "c2e8a3b1b2f3c1edb2f1b3abbac5"),
        ])
    func japanese(name: String, hexadecimal: String) {
        let decoded = CharsetDecoder.decode(
            Array("<a><language>ja</language>".utf8) + [UInt8](hexadecimal: hexadecimal) + Array("</a>".utf8))
        #expect(decoded.encoding == name)
    }

    @Test("curly quotes before letters are no kanji")
    func quotes() {
        let text =
            Array("<a>It".utf8) + [0x92] + Array("s what we can".utf8) + [0x92] + Array("t: ".utf8) + [0x93]
            + Array("don".utf8) + [0x92] + Array("t".utf8) + [0x94] + Array("</a>".utf8)
        #expect(CharsetDecoder.decode(text).encoding == "windows-1252")
    }

    @Test(
        "a label of Latin letters over plain text of another script is passed over and named",
        arguments: [
            ("日本語の題名です。説明文もここにあります。", "shift_jis"), ("ソフトウェアのリリースノート（第3版）", "shift_jis"),
            ("カレーライスの作り方", "shift_jis"), ("新製品の発表会を開きます", "euc-jp"), ("テストです。はじめまして", "euc-jp"),
            ("Привет мир, это проверка", "windows-1251"), ("Сегодня мы обожгли много тарелок и чашек.", "windows-1251"),
            ("Новости дня: погода и спорт", "koi8-r"),
        ])
    func mislabelled(text: String, name: String) throws {
        let encoding = try #require(TextEncoding(label: name))
        let body = try #require(ReversedEncoding(encoding).bytes(text))
        for label in ["iso-8859-1", "windows-1252", "us-ascii"] {
            let decoded = CharsetDecoder.decode(Array("<a>".utf8) + body + Array("</a>".utf8), transportCharset: label)
            #expect(decoded.text == "<a>\(text)</a>")
            #expect(decoded.encoding == name)
            #expect(decoded.source == .guessed)
            #expect(decoded.overruledLabel == label)
        }
    }

    @Test(
        "text in Latin letters is what its label says, whatever language it is in",
        arguments: [
            "L’été à l’école : « déjà » prêt, là où l’œuvre naît… l’État, l’écran, l’âge",
            "„Ärger“ über „Öl“ für süße Äpfel – Größe, Füße, Straße, Übermut, Österreich",
            "AÇÃO, EDUCAÇÃO, INFORMAÇÃO, OPINIÕES E NAÇÕES DO CORAÇÃO; irmãos, avós, pães",
            "Þáð er ný áætlun í gær: þú ættir að hvíla þig á laugardögum, æða og ýta",
            "ÄÖÜäöüß und so weiter", "¿Qué? ¡Ñandú! «¡Ánimo!», ÁÉÍÓÚ áéíóú", "»»»»»»»»»»»»»»»» °°°°°°°°°°",
            "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ", "Ørsted på å gå, blåbærsyltetøy, ÆØÅ",
            "¥¥¥¥ ££££ €€€€ ©®™ ½¼¾ ±²³ §§§§ ¶¶", "“It’s—‘so’—“odd””… • • • – —",
        ])
    func latin(text: String) throws {
        let body = try #require(ReversedEncoding(.windows1252).bytes(text))
        for label in ["iso-8859-1", "windows-1252", "us-ascii"] {
            let decoded = CharsetDecoder.decode(Array("<a>".utf8) + body + Array("</a>".utf8), transportCharset: label)
            #expect(decoded.text == "<a>\(text)</a>")
            #expect(decoded.source == .transport)
        }
    }

    @Test(
        "halves of characters in UTF-8 are put together, and half a one is one U+FFFD",
        arguments: [
            ("eda0bdedb880", "😀", 0), ("e697a5eda0bdedb880e69cac", "日😀本", 0), ("c3a9eda0bdedb880", "é😀", 0),
            ("eda0bd", "\u{FFFD}", 1), ("e697a5eda0bd20", "日\u{FFFD} ", 1), ("edb880eda0bd", "\u{FFFD}\u{FFFD}", 2),
            ("e38182c080", "あ\u{FFFD}", 1), ("e697a5eda0bdeda0bdedb880", "日\u{FFFD}😀", 1),
        ])
    func halves(hexadecimal: String, expected: String, replaced: Int) {
        let bytes = Array("<a>".utf8) + [UInt8](hexadecimal: hexadecimal) + Array("</a>".utf8)
        let decoded = CharsetDecoder.decode(bytes, transportCharset: "utf-8")
        #expect(decoded.text == "<a>\(expected)</a>")
        #expect(decoded.encoding == "utf-8" && decoded.overruledLabel == nil)
        #expect(decoded.replacedSequences == replaced)
        let marked = CharsetDecoder.decode([0xEF, 0xBB, 0xBF] + bytes)
        #expect(marked.text == decoded.text && marked.replacedSequences == replaced)
        guard expected.unicodeScalars.contains(where: { $0.value > 0x7F && $0 != "\u{FFFD}" }) else { return }
        #expect(CharsetDecoder.decode(bytes).text == decoded.text)
        #expect(CharsetDecoder.decode(bytes, transportCharset: "iso-8859-1").text == decoded.text)
    }

    @Test("UTF-32 without a mark, and a word of kanji in Shift_JIS without a label")
    func rare() {
        let text = "<?xml version='1.0'?><a>粘土 🔥</a>"
        let little = text.unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(scalar.value >> ($0 * 8) & 0xFF) } }
        let big = text.unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(scalar.value >> ((3 - $0) * 8) & 0xFF) } }
        #expect(CharsetDecoder.decode(little).text == text)
        #expect(CharsetDecoder.decode(big).text == text)
        let word = Array("{\"a\": \"".utf8) + [UInt8](hexadecimal: "93fa967b8cea") + Array("\"}".utf8)
        #expect(CharsetDecoder.decode(word, kind: .json).encoding == "shift_jis")
    }

    @Test("a server's default charset yields to a declared encoding of East Asia that fits")
    func serversDefault() {
        let bytes =
            Array("<?xml version='1.0' encoding='EUC-JP'?><a>".utf8) + [0xC6, 0xFC, 0xCB, 0xDC] + Array("</a>".utf8)
        #expect(CharsetDecoder.decode(bytes, transportCharset: "iso-8859-1").encoding == "euc-jp")
        #expect(CharsetDecoder.decode(bytes, transportCharset: "windows-1251").encoding == "windows-1251")
    }

    @Test(
        "malformed sequences become one U+FFFD each and swallow no ASCII",
        arguments: [
            ("utf-8", "e7aaaf e7aaaf ff e7aa 3c e7aaaf e7aaaf c0af", "窯窯\u{FFFD}\u{FFFD}<窯窯\u{FFFD}\u{FFFD}", 4),
            ("utf-8", "e7aaaf f09f94", "窯\u{FFFD}", 1), ("utf-8", "41 e7aa", "A\u{FFFD}", 1),
            ("shift_jis", "8abf 81 3c 8e9a", "漢\u{FFFD}<字", 1),
            ("shift_jis", "8abf 85a0 3c", "漢\u{FFFD}<", 1), ("euc-jp", "c7b4 8fa1 3c c5", "粘\u{FFFD}<\u{FFFD}", 2),
            ("gbk", "ccd5 80 35", "陶€5", 0), ("windows-1251", "cc 20 98 e8", "М \u{98}и", 0),
            ("windows-1252", "81 80", "\u{81}€", 0), ("x-user-defined", "41 80 ff", "A\u{F780}\u{F7FF}", 0),
        ])
    func malformed(label: String, hexadecimal: String, expected: String, replaced: Int) {
        let decoded = CharsetDecoder.decode(
            [UInt8](hexadecimal: hexadecimal), transportCharset: label, kind: .plain)
        #expect(decoded.text == expected)
        #expect(decoded.replacedSequences == replaced)
    }

    @Test("what is twice encoded is left alone, and JSON has no declaration")
    func leftAlone() {
        #expect(CharsetDecoder.decode(Array("CafÃ©".utf8), transportCharset: "utf-8").text == "CafÃ©")
        let text = "<?xml encoding='koi8-r'?>"
        #expect(CharsetDecoder.decode(Array(text.utf8), kind: .json).source == .assumed)
        #expect(CharsetDecoder.decode(Array("<META Charset=koi8-r>".utf8), kind: .html).encoding == "koi8-r")
        #expect(CharsetDecoder.decode([]).utf8.isEmpty)
    }

    @Test("every label's decoder is there and takes any bytes", arguments: TextEncoding.allCases)
    func everyDecoder(encoding: TextEncoding) {
        #expect(TextEncoding(label: encoding.rawValue) == encoding || encoding.rawValue.hasPrefix("utf-32"))
        if let name = encoding.iconvName {
            let isThere = IconvConverter(from: name) != nil
            #expect(isThere, "\(name)")
        }
        var generator = SeededGenerator(seed: 21)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let (utf8, _) = encoding.decoded(bytes.span)
            #expect(String(validating: utf8, as: UTF8.self) != nil)
        }
    }

    @Test("whatever comes in, UTF-8 comes out", arguments: [UInt64(22), 23])
    func anyBytes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let labels = [nil, "utf-8", "shift_jis", "iso-2022-jp", "utf-16", "gb18030"]
        for _ in 0..<2_000 {
            let length = Int.random(in: 0...64, using: &generator)
            let alphabet: [UInt8] = [
                0x00, 0x1B, 0x24, 0x28, 0x42, 0x3C, 0x81, 0xE7, 0xAA, 0xAF, 0xFF, 0xFE, 0xEF, 0xBB, 0xBF,
            ]
            let bytes = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            let label = labels.randomElement(using: &generator) ?? nil
            let decoded = CharsetDecoder.decode(bytes, transportCharset: label)
            #expect(String(validating: decoded.utf8, as: UTF8.self) != nil, "\(bytes), seed \(seed)")
        }
    }
}

extension DecodedText {
    fileprivate var text: String { String(decoding: utf8, as: UTF8.self) }
}

extension [UInt8] {
    /// Bytes from pairs of hexadecimal digits; everything else is skipped.
    fileprivate init(hexadecimal: String) {
        let digits = hexadecimal.utf8.compactMap(\.hexadecimalValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
