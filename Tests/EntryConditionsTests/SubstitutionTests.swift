import FeedModel
import Testing
import TributaryPluginKit

@testable import EntryConditions

@Suite("Substitutions")
struct SubstitutionTests {
    @Test(
        "replace every match from left to right",
        arguments: [
            ("a", "b", "banana", "bbnbnb"), ("x", "y", "banana", nil), ("an", "", "banana", "ba"),
            ("", "-", "あい", "-あ-い-"),
            ("x*", "-", "abxc", "-a-b--c-"), ("^", ">", "ab", ">ab"), ("$", "<", "ab", "ab<"), ("", "-", "", "-"),
            ("|a", "-", "a", "---"), ("(?<=あ)い", "う", "あいい", "あうい"), (#"\bb"#, "x", "b b", "x x"),
            (#"a\Kb"#, "x", "abab", "axax"), ("(?i)Å", "a", "åÅ", "aa"), (".", "$0$0", "あ", "ああ"),
            (#"(\w+) (\w+)"#, "$2 $1", "設計 の話", "の話 設計"),
            ("(?<y>\\d{4})-(?<m>\\d+)", "${m}/${y}", "2026-05", "05/2026"),
            ("(a)|(b)", "[$1|$2]", "ab", "[a|][|b]"), ("a", "$$1", "a", "$1"), ("(a)", "${1}2$1", "a", "a2a"),
            ("a", "\u{0}", "xax", "x\u{0}x"),
        ])
    func replacing(pattern: String, replacement: String, text: String, expected: String?) throws {
        #expect(try substitution(pattern, replacement).applied(to: text, of: "title") == expected)
    }

    @Test("replace across the windows in which a long text is searched, and not beyond the first megabyte")
    func longTexts() throws {
        let unit = "あx"
        let text = String(repeating: unit, count: 20_000)
        let whole = try #require(try substitution("x", "yy").applied(to: text, of: "text"))
        #expect(whole.utf8.count == text.utf8.count + 20_000)
        let filler = String(repeating: "z", count: Pattern.longestText - 1)
        let result = try #require(try substitution("x", "y").applied(to: filler + "xx", of: "text"))
        #expect(result == filler + "yx")
        let none = String(repeating: "z", count: 30_000)
        #expect(try substitution("x*", "").applied(to: none, of: "text") == none)
        #expect(try substitution("(?<=z)$", "!").applied(to: none, of: "text") == none + "!")
    }

    @Test("agree with a plain replacement on random texts")
    func random() throws {
        var generator = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: .min ... .max, using: &generator)
        var state = seed
        func next(_ bound: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % bound)
        }
        let letters = ["a", "b", "あ", "😀", "\n"]
        let replace = try substitution("ab", "x")
        for _ in 0..<60 {
            let text = (0..<next(9000)).map { _ in letters[next(5)] }.joined()
            let expected = text.split(separator: "ab", omittingEmptySubsequences: false).joined(separator: "x")
            let isSame = try replace.applied(to: text, of: "text") ?? text == expected
            #expect(isSame, "seed \(seed)")
        }
    }

    @Test("give up on a text that makes them run for ever or grow without end, and say so")
    func limits() throws {
        let text = String(repeating: "a", count: 40) + "!"
        let failure = StageFailure(
            "the pattern \"^(a+)+$\" gave up on title, which has 41 bytes: it tries too many ways to match; "
                + "make it simpler, above all repetitions within repetitions")
        #expect(throws: failure) { try substitution("^(a+)+$", "").applied(to: text, of: "title") }
        let long = String(repeating: "a", count: 2000)
        let growth = try substitution("a", String(repeating: "b", count: 10_000))
        let error = #expect(throws: StageFailure.self) { try growth.applied(to: long, of: "title") }
        #expect(error?.message.contains("the result would have more than 16 MB") == true)
    }

    @Test("take time in proportion to the text, also where every place matches", .timeLimit(.minutes(10)))
    func linear() throws {
        for pattern in ["a", "", "(?=a)", "a*?"] {
            let replace = try substitution(pattern, "bc")
            func time(_ count: Int) -> Duration {
                let text = String(repeating: "a", count: count)
                return ContinuousClock().measure { _ = try? replace.applied(to: text, of: "text") }
            }
            var ratios: [Double] = []
            while ratios.count < 5, (ratios.last ?? 9) >= 3 { ratios.append(time(40_000) / time(20_000)) }
            #expect((ratios.last ?? 9) < 3, "\(pattern): \(ratios)")
        }
    }

    private func substitution(_ pattern: String, _ replacement: String) throws -> Substitution {
        try Substitution(Pattern(pattern), Replacement(replacement))
    }
}
