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
        // On a crowded machine it may be left before it could say so.
        let isLeft = result.end - start > .milliseconds(700)
        #expect(isLeft || result.errors.hasSuffix("1 not finished; 2 new entries\n"), "\(result.errors)")

        let next = try await folder.run("tributary run --config config.json --offline")
        let titles = (result.output + next.output).split(separator: "\n").map { $0.split(separator: "\t")[1] }
        #expect(titles == ["Two", "One"])
        #expect(next.status == 0)
    }

    @Test(
        "A sink that hangs, or a reader that has stopped to read, is left within a second; nothing is lost",
        .timeLimit(.minutes(10)), arguments: ["program", "reader"])
    func hangingSink(kind: String) async throws {
        let folder = try Self.folder(feeds: #"["long.json"]"#)
        let items = (1...9).map { #"{"id": "\#($0)", "content_text": "\#(String(repeating: "x", count: 20_000))"}"# }
        let feed = #"{"version": "https://jsonfeed.org/version/1.1", "title": "L", "items": ["#
        try folder.write(Data((feed + items.joined(separator: ",") + "]}").utf8), to: "long.json")
        try folder.write(Data(Self.deafSink.utf8), to: "deaf.sh")
        let sink =
            kind == "reader"
            ? #"{"use": "terminal", "style": "json", "first_fetch": "all"}"#
            : #"{"use": "exec", "command": ["sh", "deaf.sh"], "paths": "any", "first_fetch": "all", "silence": "1h"}"#
        let config = #"{"feeds": ["long.json"], "store": {"path": "store.db"}, "sinks": [{"use": "cache"}, \#(sink)]}"#
        try folder.write(Data(config.utf8), to: "config.json")
        try #require(unsafe mkfifo(folder.path + "/pipe", 0o600) == 0)
        // It is open at both ends, and nobody reads.
        let pipe = unsafe open(folder.path + "/pipe", O_RDWR | O_NONBLOCK)
        defer { close(pipe) }

        let run = try RunningCommand("exec tributary run --config config.json >pipe", in: folder)
        try await Self.until { kind == "reader" ? Self.isFull(pipe) : folder.hasFile("deaf") }
        let start = ContinuousClock.now
        run.send(SIGINT)
        let result = try await run.result()
        #expect(result.end - start < .seconds(1) * Self.slowness)
        #expect(result.status == 130)
        if kind == "program" {
            let deaf = try String(contentsOfFile: folder.path + "/deaf", encoding: .utf8)
            let process = try #require(Int32(deaf.trimmingCharacters(in: .whitespacesAndNewlines)))
            try await Self.until { kill(process, 0) != 0 }
        }

        let list = try await folder.run("tributary list --config config.json --format tsv | wc -l")
        #expect(list.output == "9\n")
        // What the reader has got whole counts as delivered, at most the entry in hand comes again.
        let rest = try await folder.run("tributary outbox list --config config.json --format json | wc -l").output
        let pending = try #require(Int(rest.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kind == "reader" ? (5...7).contains(pending) : pending == 9)
    }

    @Test("A run whose database somebody else writes for long is left within a second", .timeLimit(.minutes(10)))
    func heldDatabase() async throws {
        let folder = try Self.folder(feeds: #"["quick.json"]"#)
        #expect(try await folder.run("tributary run --config config.json").status == 0)
        let hold = """
            import sqlite3, time
            connection = sqlite3.connect("store.db", isolation_level=None)
            connection.execute("BEGIN IMMEDIATE")
            open("held", "w").close()
            time.sleep(600)
            """
        try folder.write(Data(hold.utf8), to: "hold.py")
        let holder = try RunningCommand("exec python3 hold.py", in: folder)
        try await Self.until { folder.hasFile("held") }
        let run = try RunningCommand("exec tributary run --config config.json", in: folder)
        try await Self.untilHandled(SIGINT, by: run)
        let start = ContinuousClock.now
        run.send(SIGINT)
        let result = try await run.result()
        #expect(result.end - start < .seconds(1) * Self.slowness)
        #expect(result.status == 130)
        holder.send(SIGKILL)
        _ = try await holder.result()
        let next = try await folder.run(
            "tributary run --config config.json; tributary store check --config config.json")
        #expect(next.errors.contains("1 feed read; nothing new"), "\(next.errors)")
        #expect(next.status == 0)
    }

    @Test(
        "A signal while entries are written leaves whole feeds, and the next run brings the others",
        .timeLimit(.minutes(10)))
    func interruptedWriting() async throws {
        let names = (0..<30).map { "feed\($0).json" }
        let folder = try Self.folder(feeds: "[\(names.map { "\"{{origin}}/\($0)\"" }.joined(separator: ","))]")
        for name in names {
            let items = (1...20).map { #"{"id": "\#($0)", "title": "\#(name) \#($0)", "content_text": "x"}"# }
            let feed = #"{"version": "https://jsonfeed.org/version/1.1", "title": "Q", "items": ["#
            try folder.write(Data((feed + items.joined(separator: ",") + "]}").utf8), to: "site/\(name)")
        }
        let run = try RunningCommand("exec tributary run --config config.json", in: folder)
        _ = await folder.origin.state { $0.statuses.count > 8 }
        run.send(SIGTERM)
        let result = try await run.result()
        #expect([143, 0].contains(result.status))
        let list =
            "tributary list --config config.json --limit 1000 --format json | grep -o 'feed[0-9]*.json [0-9]*'"
            + " | cut -d ' ' -f 1 | sort | uniq -c"
        let whole = try await folder.run(list).output.split(separator: "\n")
        #expect(whole.allSatisfy { $0.contains(" 20 feed") }, "\(whole)")
        _ = try await folder.run("tributary run --config config.json --force")
        let count = try await folder.run("tributary list --config config.json --limit 1000 --format tsv | wc -l")
        #expect(count.output == "600\n")
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
        // One reading at a time: the pause is known before the second one begins, and the third keeps the run going.
        let other = try TestOrigin(["/never": OriginResponse("").with { $0.pace = .never }])
        let feeds = ["{{origin}}/fault/429/quick.json", "{{origin}}/quick.json", other.url("/never")]
        let folder = try Self.folder(feeds: "\(feeds)", parallel: 1)
        let run = try RunningCommand("exec tributary run --config config.json", in: folder)
        _ = await other.state { $0.answering == 1 }
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
        #expect(requests == 1, "what waited for its turn was sent all the same")

        let next = try await folder.run(
            "tributary run --config config.json --force --feed {{origin}}/quick.json")
        #expect(folder.origin.requests.count == requests)
        #expect(next.errors.hasPrefix("nothing is due; the next feed is in 2 minutes"), "\(next.errors)")
        #expect(next.status == 0)
    }

    /// A case with a feed of two entries, which are shown by their titles; a server that never answers is waited for.
    private static func folder(feeds: String, parallel: Int = 8) throws -> CaseFolder {
        let folder = try CaseFolder()
        let feed = """
            {"version": "https://jsonfeed.org/version/1.1", "title": "Quick", "items": [
            {"id": "1", "title": "One", "date_published": "2026-11-01T00:00:00Z"},
            {"id": "2", "title": "Two", "date_published": "2026-11-02T00:00:00Z"}]}
            """
        let config = """
            {"feeds": \(feeds), "store": {"path": "store.db"},
            "sinks": [{"use": "cache"}, {"use": "terminal", "style": "tsv"}],
            "fetch": {"parallel": \(parallel), "deadline": "1h", "timeout": "1h", "stall_timeout": "1h"}}
            """
        try folder.write(Data(feed.utf8), to: "quick.json")
        try folder.write(Data(feed.utf8), to: "site/quick.json")
        try folder.write(Data(config.utf8), to: "config.json")
        return folder
    }

    /// A sink that takes what it gets, says nothing more, and does not want to end.
    private static let deafSink = """
        trap '' TERM
        read -r hello; echo '{"type":"hello","version":1,"role":"sink"}'
        read -r open; echo '{"type":"ready"}'
        read -r entry; echo $$ >deaf.new; mv deaf.new deaf
        exec sleep 600
        """

    /// Whether a pipe takes nothing more.
    private static func isFull(_ pipe: Int32) -> Bool {
        var file = pollfd(fd: pipe, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&file, 1, 0) == 0
    }

    private static func until(_ condition: () -> Bool) async throws {
        while !condition() {
            try Task.checkCancellation()
            await Task.yield()
        }
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

extension CaseFolder {
    fileprivate func hasFile(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }
}
