import Testing

@testable import FeedText

@Suite("Differences between texts")
struct WordDifferenceTests {
    /// Parts as `[-old-]{+new+}`.
    private static func marked(_ difference: WordDifference) -> String {
        difference.parts.map { part in
            switch part.kind {
            case .same: part.text
            case .removed: "[-\(part.text)-]"
            case .added: "{+\(part.text)+}"
            }
        }.joined()
    }

    @Test(
        "Words change as a whole, ideographs one by one",
        arguments: [
            ("the old word", "the new word", "the [-old-]{+new+} word"), ("", "a", "{+a+}"), ("a", "", "[-a-]"),
            ("", "", ""), ("same", "same", "same"), ("柱時計の振子", "柱時計の振り子", "柱時計の振{+り+}子"),
            ("opens at 9.", "opens at 10!", "opens at [-9.-]{+10!+}"), ("a b c", "c a b", "{+c +}a b[- c-]"),
            ("Swiftで書く", "Rustで書く", "[-Swift-]{+Rust+}で書く"),
        ])
    func words(old: String, new: String, expected: String) {
        #expect(Self.marked(WordDifference(from: old, to: new)) == expected)
    }

    @Test("The parts make up both texts, and the smallest difference is found", arguments: 0..<200)
    func smallest(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let letters = ["a", "b", "c", "設", " "].prefix(Int.random(in: 1...5, using: &generator))
        func text() -> String {
            (0..<Int.random(in: 0...24, using: &generator))
                .map { _ in (letters.randomElement(using: &generator) ?? "") + "・" }.joined()
        }
        let (old, new) = (text(), text())
        let difference = WordDifference(from: old, to: new)
        #expect(Self.text(of: difference, without: .added) == old, "seed \(seed)")
        #expect(Self.text(of: difference, without: .removed) == new, "seed \(seed)")
        let oldWords = WordDifference.words(of: old)
        let newWords = WordDifference.words(of: new)
        let common = Self.longestCommon(oldWords, newWords)
        var script = EditScript(
            from: oldWords.map(Self.number), to: newWords.map(Self.number), effort: 1_000_000)
        script.run()
        #expect(script.isRemoved.count { $0 } == oldWords.count - common, "seed \(seed)")
        #expect(script.isAdded.count { $0 } == newWords.count - common, "seed \(seed)")
    }

    @Test("Long texts without anything in common take as long as the effort allows, and are still whole")
    func effort() {
        let old = (0..<30_000).map { "a\($0)" }.joined(separator: " ")
        let new = (0..<30_000).map { "b\($0)" }.joined(separator: "\u{3000}")
        let difference = WordDifference(from: old, to: new, effort: 100_000)
        #expect(Self.text(of: difference, without: .added) == old)
        #expect(Self.text(of: difference, without: .removed) == new)
        #expect(difference.parts.count == 2)
    }

    private static func text(of difference: WordDifference, without kind: WordDifference.Part.Kind) -> String {
        difference.parts.filter { $0.kind != kind }.map(\.text).joined()
    }

    private static func number(_ word: Substring) -> Int32 { Int32(word.unicodeScalars.first?.value ?? 0) }

    private static func longestCommon(_ old: [Substring], _ new: [Substring]) -> Int {
        var lengths = [Int](repeating: 0, count: new.count + 1)
        for word in old {
            var diagonal = 0
            for index in new.indices {
                let above = lengths[index + 1]
                lengths[index + 1] = word == new[index] ? diagonal + 1 : max(above, lengths[index])
                diagonal = above
            }
        }
        return lengths[new.count]
    }
}
