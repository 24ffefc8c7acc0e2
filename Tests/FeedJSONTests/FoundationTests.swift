import FeedJSON
import Foundation
import Testing

@Suite("Foundation's reader")
struct FoundationTests {
    /// What texts are made of; half of what is made so is no JSON.
    private static let tokens = [
        "[", "]", "{", "}", ",", ":", " ", "\n", "\"a\"", "\"\"", "\"b\\n\"", "\"\\u00e9\"", "\"\\q\"", "\"\t\"",
        "\"日本語\"",
        "0", "7", "-", "+", ".", ".5", "1.25", "e", "E+2", "true", "false", "null", "nul", "NaN", "'a'", "//", "\u{A0}",
    ]

    @Test(
        "reads and refuses the same texts, but for commas that nothing follows, which it reads",
        arguments: [81, 82, 83] as [UInt64])
    func sameTexts(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var read = 0
        for _ in 0..<10_000 {
            let text = Self.text(by: &generator)
            let isRead = (try? JSONValue(parsing: Array(text.utf8))) != nil
            let isReadThere =
                (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
            let hasIdleComma = text.contains(/,[ \n]*[\]}]/)
            #expect(isRead == (isReadThere && !hasIdleComma), "\(text), seed \(seed)")
            if isRead { read += 1 }
        }
        #expect(read > 1_000, "too few of the texts are JSON: \(read)")
    }

    /// A list of values, or one of its tokens taken out, put in or changed.
    private static func text(by generator: inout SeededGenerator) -> String {
        var parts = value(depth: 3, by: &generator)
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            let place = Int.random(in: 0..<parts.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0 where parts.count > 1: parts.remove(at: place)
            case 1: parts.insert(token(by: &generator), at: place)
            default: parts[place] = token(by: &generator)
            }
        }
        return parts.joined()
    }

    private static func token(by generator: inout SeededGenerator) -> String {
        tokens[Int.random(in: 0..<tokens.count, using: &generator)]
    }

    private static func value(depth: Int, by generator: inout SeededGenerator) -> [String] {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &generator) {
        case 0: return ["\"a\""]
        case 1: return ["-", "1.25", "E+2"]
        case 2: return ["true"]
        case 3: return ["null"]
        case 4:
            let elements = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                value(depth: depth - 1, by: &generator)
            }
            return ["["] + Array(elements.joined(separator: [","])) + ["]"]
        default:
            let members = (0..<Int.random(in: 0...2, using: &generator)).map { number in
                ["\"\(number)\"", ":"] + value(depth: depth - 1, by: &generator)
            }
            return ["{"] + Array(members.joined(separator: [","])) + ["}"]
        }
    }
}
