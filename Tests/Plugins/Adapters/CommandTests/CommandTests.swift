import CommandAdapter
import FeedModel
import PluginProcess
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The adapter command", .timeLimit(.minutes(10)))
struct CommandTests {
    private static let programs = LocalPrograms(confiner: nil)
    private let log = DiagnosticLog()

    @Test("It keeps the contract of all plugins")
    func contract() throws {
        try PluginContract.check(Command.self, in: PluginFolder("Plugins/Adapters/Command"))
    }

    @Test("What a command prints is a document; the same again is nothing new")
    func printing() async throws {
        let adapter = try make(#""command": ["sh", "-c", "printf '<rss>%s' $1; echo aside >&2", "x", "水"]"#)
        let first = try await read(adapter)
        guard case .document(let document, let validators, nil) = first else { return #expect(Bool(false), "\(first)") }
        #expect(document.bytes == Array("<rss>水".utf8))
        guard case .unchanged = try await read(adapter, since: validators) else { return #expect(Bool(false)) }
        #expect(log.diagnostics.map(\.description) == ["k: sh: aside", "k: sh: aside"])
    }

    @Test("A filter makes another document of the one at url, which is asked for conditionally")
    func filter() async throws {
        let http = OneDocument()
        let adapter = try make(#""filter": ["tr", "a-z", "A-Z"], "format": "rss""#)
        let first = try await read(adapter, url: "https://example.org/f", http: http)
        guard case .document(let document, let validators, "rss") = first else { return #expect(Bool(false)) }
        #expect(document.bytes == Array("<RSS>".utf8) && document.url == "https://example.org/f")
        guard case .unchanged = try await read(adapter, since: validators, url: "https://example.org/f", http: http)
        else { return #expect(Bool(false)) }
        // Another filter makes another feed.
        let other = try make(#""filter": ["cat"]"#)
        guard case .document = try await read(other, since: validators, url: "https://example.org/f", http: http)
        else { return #expect(Bool(false)) }
    }

    @Test(
        "A command that fails, fails the reading",
        arguments: [
            ("echo half; echo 'no tea' >&2; exit 3", "sh: it ended with status 3; on standard error it said: no tea"),
            ("kill -KILL $$", "sh: it was ended by signal 9"), ("sleep 60", "sh: it wrote nothing for 1 s (silence)"),
            ("yes", "sh: it wrote more than 100000 bytes (max_bytes)"),
            ("while :; do echo; sleep 0.1; done", "sh: it had not ended after 2 s (timeout)"),
        ])
    func failures(script: String, message: String) async throws {
        let adapter = try make(
            #""command": ["sh", "-c", "\#(script)"], "silence": "1s", "timeout": "2s", "max_bytes": "100kB""#)
        do {
            _ = try await read(adapter)
            Issue.record("it was read")
        } catch let failure as ReadFailure {
            #expect(failure == ReadFailure(.unavailable, message))
        }
    }

    @Test("Without an address there is nothing to filter")
    func address() async throws {
        await #expect(throws: ReadFailure(.unavailable, "\"filter\" needs an address in \"url\"")) {
            try await read(try make(#""filter": ["cat"]"#), url: "/a/file")
        }
    }

    @Test("What a command prints can be filtered too")
    func both() async throws {
        let reading = try await read(try make(#""command": ["echo", "tide"], "filter": ["tr", "t", "r"]"#))
        guard case .document(let document, _, _) = reading else { return #expect(Bool(false)) }
        #expect(document.bytes == Array("ride\n".utf8))
    }

    @Test("It needs a command or a filter")
    func nothing() {
        do {
            _ = try make("")
            Issue.record("no mistake was found")
        } catch {
            #expect(
                (error as? ConfigurationError)?.problems.map(\.message) == [
                    "\"command\" is missing; or \"filter\", for the document at \"url\""
                ])
        }
    }

    private func make(_ members: String) throws -> Command {
        var context = PluginContext.test(baseFolder: "/", log: log)
        context.programs = Self.programs
        let rest = members.isEmpty ? "" : ", \(members)"
        return try PluginContract.make(Command.self, #"{"use": "command"\#(rest)}"#, context: context)
    }

    private func read(
        _ adapter: Command, since last: Validators? = nil, url: String? = nil, http: any HTTPClient = OneDocument()
    ) async throws -> FeedReading {
        try await adapter.read(Subscription(key: "k", location: url), since: last, using: http)
    }
}

/// A server with one document.
private struct OneDocument: HTTPClient {
    func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        guard request.validators?.etag != "\"1\"" else { return HTTPResponse(status: 304, url: request.url) }
        return HTTPResponse(
            status: 200, url: request.url, headers: [HTTPField(name: "ETag", value: "\"1\"")], body: Array("<rss>".utf8)
        )
    }
}
