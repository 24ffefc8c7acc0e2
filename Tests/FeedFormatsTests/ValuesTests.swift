import Testing

@testable import FeedFormats

@Suite("Values as feeds write them")
struct ValuesTests {
    @Test(
        "durations",
        arguments: [
            ("1:02:03", 3723), ("62:03", 3723), ("3723", 3723), (" 12.5 ", 12.5), ("0:05", 5), ("1 : 30", 90),
            ("", nil), ("a", nil), ("1:2:3:4", nil), ("-5", nil), ("1::2", nil), ("nan", nil), ("inf", nil),
        ] as [(String, Double?)])
    func durations(text: String, seconds: Double?) {
        #expect(DurationText.seconds(text) == seconds)
    }

    @Test("findings are ordered by place, with line and column")
    func findings() {
        var findings = FeedFindings()
        findings.note(at: 6, "second")
        findings.note(at: 1, "first")
        findings.note(at: 99, "third")
        findings.complete(from: "a\né題x".utf8.span)
        #expect(findings.all.map(\.message) == ["first", "second", "third"])
        #expect(findings.all.map(\.line) == [1, 2, 2])
        #expect(findings.all.map(\.column) == [2, 3, 4])
    }

    @Test("a URL without a type is a picture by its end")
    func pictures() {
        #expect(MediaElements.isPicture("https://example.com/A.JPG?x=1"))
        #expect(!MediaElements.isPicture("https://example.com/a.mp3"))
    }

    @Test("every name of the vocabulary is there once, whatever its case")
    func vocabulary() {
        let names = FeedTerm.allCases.map(\.text)
        #expect(Set(names.map { $0.lowercased() }).count == names.count)
        #expect(
            Set(FeedNamespace.allCases.flatMap(\.prefixes)).count == FeedNamespace.allCases.flatMap(\.prefixes).count)
    }
}
