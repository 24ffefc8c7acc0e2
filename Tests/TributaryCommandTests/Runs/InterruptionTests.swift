import Foundation
import Testing
import TributaryTestOrigin

@Suite("Signals and locks, with the real program")
struct InterruptionTests {
    @Test(
        "A signal ends a run within a second; what was read is kept, and delivered by the next run",
        .timeLimit(.minutes(10)), arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func interrupted(signal: Int32, status: Int32) async throws {
        let folder = try Self.folder(feeds: #"["quick.json", "{{origin}}/fault/never/quick.json"]"#)
        let run = try RunningCommand("exec tributary run --config config.json", in: folder)
        _ = await folder.origin.state { $0.answering == 1 }
        let start = ContinuousClock.now
        run.send(signal)
        let result = try await run.result()
        #expect(result.end - start < .seconds(1) * Self.slowness)
        #expect(result.status == status)
        #expect(result.errors.hasSuffix("1 not finished; 2 new entries\n"), "\(result.errors)")

        let next = try await folder.run("tributary run --config config.json --offline")
        let titles = (result.output + next.output).split(separator: "\n").map { $0.split(separator: "\t")[1] }
        #expect(titles == ["Two", "One"])
        #expect(next.status == 0)
    }

    @Test("A run that waits for another's end can be interrupted too", .timeLimit(.minutes(10)))
    func interruptedWaiting() async throws {
        let folder = try Self.folder(feeds: #"["quick.json", "{{origin}}/fault/never/quick.json"]"#)
        let first = try RunningCommand("exec tributary run --config config.json", in: folder)
        _ = await folder.origin.state { $0.answering == 1 }
        let second = try RunningCommand("exec tributary run --config config.json", in: folder)
        try await Self.untilHandled(SIGINT, by: second)
        second.send(SIGINT)
        let result = try await second.result()
        #expect(result.status == 130)
        #expect(result.output.isEmpty)
        #expect(result.errors.isEmpty, "\(result.errors)")
        first.send(SIGTERM)
        #expect(try await first.result().status == 143)
    }

    @Test("A second run names the one that holds the store, and ends with 75", .timeLimit(.minutes(10)))
    func locked() async throws {
        let folder = try Self.folder(feeds: #"["{{origin}}/fault/never/quick.json"]"#)
        let first = try RunningCommand("exec tributary run --config config.json", in: folder)
        _ = await folder.origin.state { $0.answering == 1 }
        async let second = folder.run("tributary run --config config.json")
        // What only reads does not wait.
        let list = try await folder.run("tributary list --config config.json")
        #expect(list.errors == "no entries are cached\n")
        #expect(list.status == 0)
        let result = try await second
        #expect(result.status == 75)
        let message = folder.generalized(result.errors)
        #expect(
            message.hasPrefix("tributary: {{folder}}/store.db: another run (process \(first.identifier), since "),
            "\(message)")
        #expect(message.hasSuffix(") is using the store; wait for its end and try again\n"))
        first.send(SIGKILL)
        _ = try await first.result()

        // The lock went with its holder.
        let third = try await folder.run("tributary run --config config.json --offline")
        #expect(third.status == 0)
    }

    @Test("A server that said 429 is left alone by the run after a killed one", .timeLimit(.minutes(10)))
    func killedAfterTooMany() async throws {
        let feeds = #"["{{origin}}/fault/never/a", "{{origin}}/fault/429/quick.json", "{{origin}}/quick.json"]"#
        let folder = try Self.folder(feeds: feeds)
        let run = try RunningCommand("exec tributary run --config config.json", in: folder)
        _ = await folder.origin.state { $0.statuses.contains(429) }
        // Until the pause has been written; the run itself waits for the server that never answers.
        var plan: RunningCommand.Result
        var looks = 0
        repeat {
            plan = try await folder.run(
                "tributary plan --config config.json --format json --feed {{origin}}/quick.json")
            looks += 1
        } while !plan.output.contains(#""reason": "site_held""#) && looks < 500
        #expect(plan.output.contains(#""reason": "site_held""#), "\(plan.output) \(plan.errors)")
        run.send(SIGKILL)
        _ = try await run.result()
        let requests = folder.origin.requests.count
        #expect(requests == 2, "what waited in the queue was sent all the same")

        let next = try await folder.run("tributary run --config config.json --force")
        #expect(folder.origin.requests.count == requests)
        #expect(next.errors.hasPrefix("nothing is due; the next feed is in 2 minutes"), "\(next.errors)")
        #expect(next.status == 0)
    }

    /// A case with a feed of two entries, which are shown by their titles; a server that never answers is waited for.
    private static func folder(feeds: String) throws -> CaseFolder {
        let folder = try CaseFolder()
        let feed = """
            {"version": "https://jsonfeed.org/version/1.1", "title": "Quick", "items": [
            {"id": "1", "title": "One", "date_published": "2026-11-01T00:00:00Z"},
            {"id": "2", "title": "Two", "date_published": "2026-11-02T00:00:00Z"}]}
            """
        let config = """
            {"feeds": \(feeds), "store": {"path": "store.db"},
            "sinks": [{"use": "cache"}, {"use": "terminal", "style": "tsv"}],
            "fetch": {"deadline": "1h", "timeout": "1h", "stall_timeout": "1h"}}
            """
        try folder.write(Data(feed.utf8), to: "quick.json")
        try folder.write(Data(feed.utf8), to: "site/quick.json")
        try folder.write(Data(config.utf8), to: "config.json")
        return folder
    }

    /// How much slower than a quiet machine this one may be: other suites run at the same time.
    private static let slowness = 5

    /// Waits until a process has a handler for a signal, as the kernel shows it.
    private static func untilHandled(_ signal: Int32, by command: RunningCommand) async throws {
        while true {
            let status = try String(contentsOfFile: "/proc/\(command.identifier)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") })
            let mask = UInt64(line.split(separator: "\t").last ?? "", radix: 16) ?? 0
            if mask & (1 << UInt64(signal - 1)) != 0 { return }
            await Task.yield()
        }
    }
}
