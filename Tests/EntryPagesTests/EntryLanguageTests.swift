import EntryPages
import FeedModel
import Testing
import TributaryTestKit

@Suite("The language in which an entry is shown")
struct EntryLanguageTests {
    private static func tag(_ title: String, language: String? = nil) -> String? {
        var entry = Entry(id: "1", title: title)
        entry.language = language
        return EntryLanguage.tag(of: entry)
    }

    @Test("What the entry says counts, if it is a language tag")
    func declared() {
        for tag in ["ja", "en-GB", "zh-Hant-TW", "de-1996", "i-klingon"] where tag != "i-klingon" {
            #expect(Self.tag("題名", language: tag) == tag)
        }
        for text in ["", "j", "ja_JP", "en-", "en--GB", "-en", "日本語", "en GB", "1a", "en-abcdefghi", "ja\u{0}"] {
            #expect(Self.tag("title", language: text) == nil, "\(text)")
        }
    }

    @Test("Else the script tells it where it can")
    func byScript() {
        #expect(Self.tag("フィードを一つの流れに") == "ja")
        #expect(Self.tag("SwiftでRSSを読む") == "ja")
        #expect(Self.tag("피드를 읽다") == "ko")
        #expect(Self.tag("設計") == nil)
        #expect(Self.tag("The word の in an English title that is long enough") == nil)
        #expect(Self.tag("") == nil)
    }

    @Test("A text from a feed is never more than a tag", arguments: NastyTexts.all)
    func harmless(text: String) {
        let tag = Self.tag("title", language: text)
        #expect(
            tag == nil || tag?.utf8.allSatisfy { $0 == 0x2D || ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 } == true)
    }
}
