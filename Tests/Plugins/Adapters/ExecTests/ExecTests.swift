import ExecAdapter
import FeedModel
import PluginProcess
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The adapter exec", .timeLimit(.minutes(10)))
struct ExecTests {
    private static let programs = LocalPrograms(confiner: nil)
    private let log = DiagnosticLog()

    @Test("It keeps the contract of all plugins")
    func contract() throws {
        try PluginContract.check(Exec.self, in: PluginFolder("Plugins/Adapters/Exec"))
    }

    @Test("A feed is read with its entries, and its state is handed back")
    func reading() async throws {
        let first = try await read(#""python3", "counter.py""#, options: #"{"step": 2}"#, since: nil)
        guard case .feed(let feed, let validators) = first else { return #expect(Bool(false), "\(first)") }
        #expect(feed.title == "Counter")
        #expect(feed.entries.map(\.id) == ["2"])
        #expect(feed.entries.first?.contentText == "番号 2" && feed.entries.first?.tags == ["even"])
        #expect(validators == Validators(adapterState: "2"))
        let second = try await read(#""python3", "counter.py""#, options: #"{"step": 2}"#, since: validators)
        guard case .feed(let more, _) = second else { return #expect(Bool(false), "\(second)") }
        #expect(more.entries.map(\.id) == ["4", "2"])
        #expect(log.diagnostics.isEmpty)
    }

    @Test("It can say that nothing is new, that all is gone, or give a document")
    func answers() async throws {
        func answer(_ line: String) async throws -> FeedReading {
            try await read(#""sh", "-c", "\#(Self.hello); read l; echo '\#(line)'; cat""#)
        }
        guard case .unchanged(nil) = try await answer(#"{\"type\":\"unchanged\"}"#) else {
            return #expect(Bool(false))
        }
        guard case .gone = try await answer(#"{\"type\":\"gone\"}"#) else { return #expect(Bool(false)) }
        let reading = try await answer(#"{\"type\":\"document\",\"base64\":\"PGE+\",\"format\":\"atom\"}"#)
        guard case .document(let document, _, let format) = reading else { return #expect(Bool(false)) }
        #expect(document.bytes == Array("<a>".utf8) && format == "atom")
    }

    @Test("Entries without an id get one, and what is odd about an entry is said")
    func oddities() async throws {
        let lines = [
            #"{\"type\":\"entry\",\"entry\":{\"url\":\"https://example.org/1\"}}"#,
            #"{\"type\":\"entry\",\"entry\":{\"id\":7,\"date_published\":\"soon\"}}"#, #"{\"type\":\"done\"}"#,
        ]
        let script = lines.map { "echo '\($0)'" }.joined(separator: "; ")
        let reading = try await read(#""sh", "-c", "\#(Self.hello); read l; \#(script); cat""#)
        guard case .feed(let feed, _) = reading else { return #expect(Bool(false)) }
        #expect(feed.entries.map(\.id) == ["https://example.org/1", "7"])
        #expect(
            log.diagnostics.map(\.description)
                == ["Tides: sh: entry \"7\": \"date_published\" is no date that can be read; it is left out"])
    }

    @Test("What it reports, and what it does wrong, fails the reading")
    func failures() async throws {
        let error = #"{\"type\":\"error\",\"message\":\"busy\",\"retry_after\":7}"#
        for (script, failure) in [
            ("echo '\(error)'; cat", ReadFailure(.unavailable, "sh: busy", retryAfter: 7)),
            ("exit 5", ReadFailure(.unavailable, "sh: it ended with status 5 before it had answered")),
        ] {
            do {
                _ = try await read(#""sh", "-c", "\#(Self.hello); read l; \#(script)""#)
                Issue.record("it was read")
            } catch let found as ReadFailure {
                #expect(found == failure)
            }
        }
    }

    private static let hello = #"read l; echo '{\"type\":\"hello\",\"version\":1,\"role\":\"adapter\"}'"#

    private func read(
        _ command: String, options: String = "null", since last: Validators? = nil
    ) async throws -> FeedReading {
        var context = PluginContext.test(baseFolder: PluginFolder("Examples/plugins").path, log: log)
        context.programs = Self.programs
        let adapter = try PluginContract.make(
            Exec.self, #"{"use": "exec", "command": [\#(command)], "options": \#(options)}"#, context: context)
        let subscription = Subscription(key: "k", name: "Tides", tags: ["sea"])
        return try await adapter.read(subscription, since: last, using: NoHTTP())
    }
}

/// No adapter of this kind sends requests through Tributary.
private struct NoHTTP: HTTPClient {
    func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        throw HTTPFailure(.connection, "nothing is to be asked")
    }
}
