import FeedModel
import Testing
import TributaryPluginKit

@testable import EntryConditions

@Suite("Patterns")
struct PatternTests {
    @Test(
        "match as PCRE2 does with UTF and Unicode properties",
        arguments: [
            ("swift", "learn swift", true), ("swift", "Learn Swift", false), ("(?i)swift", "Learn Swift", true),
            ("^$", "", true), ("a.b", "a\u{0}b", true), ("^.$", "😀", true), (#"\p{Hiragana}+$"#, "設計のおはなし", true),
            (#"^\w+$"#, "日本語", true), ("é", "e\u{301}", false), ("(?<=ab)c", "abc", true),
            (#"\bAI\b"#, "said AI", true),
            (#"\bAI\b"#, "SAID", false),
        ])
    func matching(pattern: String, text: String, expected: Bool) throws {
        #expect(try Pattern(pattern).matches(text, of: "title") == expected)
    }

    @Test("match wherever in a long text, across the windows in which it is searched")
    func longTexts() throws {
        let pattern = try Pattern("終わりの印[0-9]+$")
        for length in [0, 4090, 4095, 4096, 4097, 70_000, 340_000] {
            let text = String(repeating: "あ", count: length / 3) + String(repeating: "x", count: length % 3)
            #expect(try pattern.matches(text + "終わりの印42", of: "text"))
            #expect(try !pattern.matches(text, of: "text"))
        }
        #expect(try !pattern.matches(String(repeating: "x", count: Pattern.longestText) + "終わりの印42", of: "text"))
    }

    @Test("give up on a text that makes them run for ever, and say so")
    func limits() throws {
        let text = String(repeating: "a", count: 40) + "!"
        let failure = StageFailure(
            "the pattern \"^(a+)+$\" gave up on title, which has 41 bytes: it tries too many ways to match; "
                + "make it simpler, above all repetitions within repetitions")
        #expect(throws: failure) { try Pattern("^(a+)+$").matches(text, of: "title") }
        let condition = try Condition(#"{"title": {"matches": "^(a+)+$"}}"#)
        let entry = Entry(id: "1", title: text)
        #expect(throws: failure) { try condition.evaluate(entry, now: testTime) }
        #expect(condition.trace(entry, now: testTime).answer == .unknown(failure.message))
    }

    @Test("end soon on every text, whatever they are", .timeLimit(.minutes(10)))
    func hostileTexts() throws {
        let patterns = [#"\w+\d"#, "(x+x+)+y", #"(\w|\w\w)*[0-9]"#, ".*.*.*=.*", "(a|aa)+$", "(?:a?){50}a{50}b|c"]
        for source in patterns {
            let pattern = try Pattern(source)
            for text in ["a", "x", "あ"].map({ String(repeating: $0, count: 200_000) }) {
                let time = ContinuousClock().measure { _ = try? pattern.matches(text, of: "text") }
                #expect(time < .seconds(10), "\(source) took \(time)")
            }
        }
    }

    @Test("of one value serve many tasks at once")
    func sharing() async throws {
        let pattern = try Pattern("(?i)ab+c")
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask { (try? pattern.matches("x" + String(repeating: "B", count: index), of: "t")) == false }
                group.addTask {
                    (try? pattern.matches("xxA\(String(repeating: "B", count: index + 1))C", of: "t")) == true
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
