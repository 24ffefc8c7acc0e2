import ExecStage
import FeedJSON
import FeedModel
import Foundation
import PluginProcess
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage exec", .timeLimit(.minutes(10)))
struct ExecTests {
    private static let programs = LocalPrograms(confiner: nil)
    private let log = DiagnosticLog()

    @Test("It keeps the contract of all plugins")
    func contract() throws {
        try PluginContract.check(Exec.self, in: PluginFolder("Plugins/Stages/Exec"))
    }

    @Test("Entries are kept changed, kept as they are, dropped, held", .enabled(if: hasJQ, "needs jq"))
    func verdicts() async throws {
        let stage = try make(#""sh", "shout.sh""#)
        var entry = Entry.samples[0]
        #expect(try await stage.apply(&entry) == .keep)
        #expect(entry.title == "RELEASE 6.3" && entry.tributary == Entry.samples[0].tributary)
        var untitled = Entry(id: "x")
        #expect(try await stage.apply(&untitled) == .drop(reason: "no title"))
        let other = try make(script: #"echo '{"type":"hold","until":"2026-05-04T00:00:00Z"}'"#)
        #expect(try await other.apply(&entry) == .hold(until: Timestamp(seconds: 1_777_852_800)))
    }

    @Test("Many entries at once each get their own verdict, from one process", arguments: [1, 8, 100])
    func many(width: Int) async throws {
        // It says its own number and the entry's id as the reason.
        let stage = try make(
            script: #"id=${l##*'"id":"'}; echo "{\"type\":\"drop\",\"reason\":\"$$ ${id%%\"*}\"}""#)
        let reasons = try await withThrowingTaskGroup(of: (number: Int, reason: String).self) { group in
            var found: [(number: Int, reason: String)] = []
            for number in 0..<100 {
                if number >= width, let next = try await group.next() { found.append(next) }
                group.addTask {
                    var entry = Entry(id: "\(number)")
                    guard case .drop(let reason) = try await stage.apply(&entry) else { return (number, "") }
                    return (number, reason)
                }
            }
            for try await next in group { found.append(next) }
            return found
        }
        #expect(Set(reasons.map(\.number)) == Set(0..<100))
        #expect(reasons.allSatisfy { $0.reason.hasSuffix(" \($0.number)") })
        #expect(Set(reasons.map { $0.reason.split(separator: " ").first }).count == 1, "one process")
    }

    @Test("The entry over which it dies fails, the others go to the next process")
    func death() async throws {
        let stage = try make(script: #"case $l in *deadly*) exit 9;; esac; echo '{"type":"keep"}'"#)
        let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
            for number in 0..<30 {
                group.addTask {
                    var entry = Entry(id: "\(number)", title: number == 10 ? "deadly" : "dull")
                    do throws(StageFailure) {
                        return (number, try await stage.apply(&entry) == .keep)
                    } catch {
                        #expect(error.message == "sh: it ended with status 9 before it had answered")
                        return (number, false)
                    }
                }
            }
            return await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
        }
        #expect(outcomes.filter { !$0.value }.map(\.key) == [10])
    }

    @Test("One that fails again and again is not started again")
    func givingUp() async throws {
        let stage = try make(script: "exit 1")
        var messages: [String] = []
        for number in 0..<5 {
            var entry = Entry(id: "\(number)")
            do throws(StageFailure) {
                _ = try await stage.apply(&entry)
            } catch {
                messages.append(error.message)
            }
        }
        let failure = "it ended with status 1 before it had answered"
        let end = "sh is not started again in this run, since it failed 3 times in a row: \(failure)"
        #expect(messages == Array(repeating: "sh: \(failure)", count: 3) + [end, end])
    }

    @Test(
        "One whose greeting is not the one wanted is not started again",
        arguments: [
            (
                #"{"type":"hello","version":1,"role":"sink"}"#,
                "it is a plugin of the role sink, which cannot be used as stage"
            ),
            (
                #"{"type":"hello","version":2,"role":"stage"}"#,
                "it speaks version 2 of the plugin protocol, this Tributary up to 1; take an older plugin or a newer Tributary"
            ),
            ("hello", "it said what is not of the plugin protocol (no JSON object: expected \"{\"): hello"),
            (#"{"type":"error","message":"no such option"}"#, "no such option"),
        ])
    func unfit(greeting: String, failure: String) async throws {
        let words = JSONValue.array(["sh", "-c", .string("read l; echo '\(greeting)'; cat >/dev/null")])
        let stage = try make(String(decoding: words.bytes().dropFirst().dropLast(), as: UTF8.self))
        var entry = Entry(id: "1")
        await #expect(throws: StageFailure("sh: \(failure)")) { try await stage.apply(&entry) }
        let end = "sh is not started again in this run: \(failure)"
        await #expect(throws: StageFailure(end)) { try await stage.apply(&entry) }
    }

    @Test("An error that it reports is about one entry only")
    func error() async throws {
        let stage = try make(
            script: #"case $l in *bad*) echo '{"type":"error","message":"no"}';; *) echo '{"type":"keep"}';; esac"#)
        for _ in 0..<5 {
            var bad = Entry(id: "bad")
            await #expect(throws: StageFailure("sh: no")) { try await stage.apply(&bad) }
        }
        var good = Entry(id: "1")
        #expect(try await stage.apply(&good) == .keep)
    }

    private func make(script: String) throws -> Exec {
        let hello = #"read l; echo '{"type":"hello","version":1,"role":"stage"}'"#
        let words = JSONValue.array(["sh", "-c", .string("\(hello); while read -r l; do \(script); done")])
        return try make(String(decoding: words.bytes().dropFirst().dropLast(), as: UTF8.self))
    }

    private func make(_ command: String) throws -> Exec {
        var context = PluginContext.test(baseFolder: PluginFolder("Examples/plugins").path, log: log)
        context.programs = Self.programs
        return try PluginContract.make(Exec.self, #"{"use": "exec", "command": [\#(command)]}"#, context: context)
    }

    private static let hasJQ = ["/usr/bin/jq", "/usr/local/bin/jq"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}
