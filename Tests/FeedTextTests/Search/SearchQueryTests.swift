import FeedText
import Testing

@Suite("Search queries")
struct SearchQueryTests {
    private static func pieces(_ text: String) -> [String] {
        let folded = TextFolding.folded(text.utf8.span)
        var pieces: [String] = []
        SearchCutting.forEachPiece(of: folded.span) { range, _ in
            pieces.append(String(decoding: folded[range], as: UTF8.self))
        }
        return pieces
    }

    @Test(
        "Text is cut into words, and of unspaced scripts into pairs that overlap",
        arguments: [
            ("Hello, World", ["hello", "world"]), ("設計図", ["設計", "計図", "図"]), ("猫", ["猫"]),
            ("Swiftで書く", ["swift", "で書", "書く", "く"]), ("ｶﾞﾗｽ", ["ガラ", "ラス", "ス"]), ("第3回", ["第", "3", "回"]),
            ("「引用」・中黒", ["引用", "用", "中黒", "黒"]), ("don't_stop", ["don", "t", "stop"]), ("🚲🚲", ["🚲", "🚲"]),
            ("人々", ["人々", "々"]), ("サーバー", ["サー", "ーバ", "バー", "ー"]), ("한국어", ["한국", "국어", "어"]),
            ("Ünï çödé", ["ünï", "çödé"]), ("𠮷野家", ["𠮷野", "野家", "家"]), ("हिन्दी", ["हिन्दी"]), ("", []), ("—…!", []),
        ])
    func cutting(text: String, expected: [String]) {
        #expect(Self.pieces(text) == expected)
    }

    @Test(
        "What is wanted and what is not is read off",
        arguments: [
            ("a b", 2, 0), ("a -b", 1, 1), ("\"a b\" c", 2, 0), ("-\"a b\" c", 1, 1), ("a-b", 1, 0), ("\"a\"b", 2, 0),
            ("-", 0, 0), ("\"\"", 0, 0), ("a　－b", 1, 1), ("！？", 0, 0), ("\"open", 1, 0),
        ])
    func reading(text: String, wanted: Int, unwanted: Int) {
        let query = SearchQuery(text)
        #expect(query.wanted.count == wanted)
        #expect(query.unwanted.count == unwanted)
        #expect(query.isEmpty == (wanted == 0))
    }

    @Test(
        "Matches are ranges of the characters that readers see",
        arguments: [
            ("設計", "この設計図", ["設計"]), ("図", "設計図と地図", ["図", "図"]), ("ガラス", "窓のｶﾞﾗｽ", ["ｶﾞﾗｽ"]),
            ("swift", "In ＳＷＩＦＴ and Swift", ["ＳＷＩＦＴ", "Swift"]), ("\"a b\"", "a, b a c", ["a, b"]),
            ("cat", "cats concatenate", []), ("cat*", "cats concatenate", ["cat"]), ("設計 計図", "設計図", ["設計図"]),
            ("x", "", []), ("a -b", "a b", ["a"]), ("ß", "STRASSE ß", ["ß"]),
        ])
    func matching(query: String, text: String, expected: [String]) {
        let characters = Array(text)
        let found = SearchQuery(query).matches(in: text).map { String(characters[$0]) }
        #expect(found == expected)
    }
}
