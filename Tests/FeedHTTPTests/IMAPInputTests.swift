import FeedModel
import Testing
import TributaryTestKit

@testable import FeedHTTP

@Suite("What a server of mailboxes answers, as bytes")
struct IMAPInputTests {
    private static let talk = Array(
        ("* OK [UIDVALIDITY 77] valid {12}\r\n* 3 EXISTS\n\r\n* SEARCH 2 84\r\n"
            + "* 2 FETCH (FLAGS (\\Seen ($x)) UID 84 BODY[]<0> {6}\r\na)\r\nT1 X-A \"q\\\"\\\\ (\" INTERNALDATE \" 7-Jul-2026 02:44:25 -0700\")\r\n"
            + "* 3 FETCH (BODY[] NIL UID 85 ENVELOPE (\"a\" {3}\r\nb{9 (NIL)))\r\nT1 OK done {4}\r\n").utf8)

    private static func answers(_ bytes: [UInt8], cutting: () -> Int) throws -> [IMAPAnswer] {
        var input = IMAPInput()
        input.largestLiteral = 100
        var answers: [IMAPAnswer] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            input.bytes += rest.prefix(cutting())
            rest = rest.dropFirst(cutting())
            while let answer = try input.next() { answers.append(answer) }
        }
        return answers
    }

    @Test("Answers are the same however they are cut")
    func cuts() throws {
        let whole = try Self.answers(Self.talk) { Self.talk.count }
        #expect(
            whole.map(\.lines) == [
                ["* OK [UIDVALIDITY 77] valid {12}"], ["* 3 EXISTS"], [""], ["* SEARCH 2 84"],
                [
                    "* 2 FETCH (FLAGS (\\Seen ($x)) UID 84 BODY[]<0> ",
                    " X-A \"q\\\"\\\\ (\" INTERNALDATE \" 7-Jul-2026 02:44:25 -0700\")",
                ], ["* 3 FETCH (BODY[] NIL UID 85 ENVELOPE (\"a\" ", " (NIL)))"], ["T1 OK done {4}"],
            ])
        #expect(whole[0].number(of: "uidvalidity") == 77 && whole[0].number(of: "UIDNEXT") == nil)
        for size in 1...20 {
            let cut = try Self.answers(Self.talk) { size }
            #expect(cut.map(\.lines) == whole.map(\.lines) && cut.map(\.literals) == whole.map(\.literals))
        }
    }

    @Test("What is said of a message is read, whatever else is said")
    func fetches() throws {
        let answers = try Self.answers(Self.talk) { 64 }
        let first = try #require(IMAPFetch(answers[4]))
        #expect(first.number == 84 && first.body == Array("a)\r\nT1".utf8))
        #expect(first.received?.rfc3339 == "2026-07-07T02:44:25-07:00")
        let second = try #require(IMAPFetch(answers[5]))
        #expect(second.number == 85 && second.body == [] && second.received == nil)
        for line in [
            "* 1 FETCH", "* 1 FETCH (UID 1", "* 1 FETCH (UID)", "* 1 FETCH (UID 1))", "* 1 FETCH (UID 1) x",
            "* 1 FETCH (Subject: x)", "* 1 FETCH (UID \"1)", "* 1 FETCH ((UID) 1)", "* 1 FETCH (FLAGS (UID 1)",
            "* 1 FETCH UID 1",
        ] {
            #expect(IMAPFetch(IMAPAnswer(lines: [line], literals: [])) == nil, "\(line)")
        }
    }

    @Test(
        "What is longer than it may be is disorder",
        arguments: [
            "* 1 FETCH (BODY[] {101}\r\n", "* 1 FETCH (BODY[] {99999999999999999999999}\r\n",
            String(repeating: "x", count: 11_000_001),
        ])
    func tooLong(text: String) {
        #expect(throws: IMAPInput.Disorder.self) { try Self.answers(Array(text.utf8)) { text.utf8.count } }
    }

    @Test("No bytes lead astray")
    func garbage() throws {
        var generator = SeededGenerator()
        for _ in 0..<300 {
            var bytes = Self.talk
            for _ in 0..<Int.random(in: 1...9, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                bytes[place] = Self.talk.randomElement(using: &generator) ?? 0
            }
            let size = Int.random(in: 1...50, using: &generator)
            let answers = (try? Self.answers(bytes) { size }) ?? []
            let fetches = answers.compactMap { IMAPFetch($0) }
            #expect(fetches.allSatisfy { ($0.body?.count ?? 0) <= Self.talk.count }, "seed \(generator.seed)")
        }
    }
}
