import FeedHTML
import Testing

@Suite("The sentences of a text")
struct HTMLSentencesTests {
    @Test(
        "are parted where people part them",
        arguments: [
            ("", ""), ("no end", "no end"), ("One. Two.", "One."), ("One! Two", "One!"), ("Why?  Two", "Why?"),
            ("Version 6.3 is out. Two", "Version 6.3 is out."), ("See example.org. Two", "See example.org."),
            ("Dr. Ames and J. Doe met. Two", "Dr. Ames and J. Doe met."), ("etc. and so on. Two", "etc. and so on."),
            ("He said \"Go.\" Then two.", "He said \"Go.\""), ("It ends (here.) Two.", "It ends (here.)"),
            ("“Go.” Two.", "“Go.”"), ("“Go.” he said. Two.", "“Go.” he said."), ("Wait... what? Two", "Wait... what?"),
            ("A line\nTwo", "A line"), ("  Spaces   within. Two", "Spaces within."),
            ("今日は晴れ。明日は雨。", "今日は晴れ。"), ("本当に？はい。", "本当に？"), ("すごい！！次。", "すごい！！"),
            ("「そうだ。」と言った。次。", "「そうだ。」と言った。"), ("「そうだ。」彼は黙った。", "「そうだ。」"),
            ("彼は「行く。」と「帰る。」を書いた。次。", "彼は「行く。」と「帰る。」を書いた。"), ("『本』（二〇二六年。）次。", "『本』（二〇二六年。）"),
            ("「閉じない。次。", "「閉じない。"), ("終わり。」次。", "終わり。」"), ("Swift 6.3を読む。次。", "Swift 6.3を読む。"),
        ])
    func first(text: String, expected: String) {
        #expect(HTMLSummary.sentences(of: text, count: 1) == expected)
    }

    @Test("stand on one line, with spaces where the script has them")
    func several() {
        #expect(HTMLSummary.sentences(of: "One.\n\nTwo. 三。四。五。", count: 4) == "One. Two. 三。四。")
        #expect(HTMLSummary.sentences(of: "One.", count: 9) == "One.")
    }

    @Test(
        "keep the brackets that close behind them when a text is cut",
        arguments: [
            ("彼は「これは短い文です。」と言いました。そして帰りました。", 21, "彼は「これは短い文です。」と言いました。…"),
            ("「これは短い文なのです。」そして次の文です。", 14, "「これは短い文なのです。」…"),
            ("She said \"this is it.\" And then she left.", 26, "She said \"this is it.\" …"),
        ])
    func excerpts(text: String, limit: Int, expected: String) {
        #expect(HTMLSummary.excerpt(of: text, limit: limit) == expected)
    }
}
