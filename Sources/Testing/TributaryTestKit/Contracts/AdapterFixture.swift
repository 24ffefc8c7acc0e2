import FeedJSON
import FeedModel
import FoundationEssentials
public import Testing
import TributaryEngine
public import TributaryPluginKit

/// A reading by an adapter of the full form, recorded: a folder with what is asked, what answers, and what comes of it.
///
/// `element.json` is an element of `feeds`; `answers.json` a list of `{"url": …, "file": …, "status": …, "headers": {…}}`
/// over files of the folder; `expected.json` the feed as `tributary parse` prints it; `expected.txt` what was asked for
/// and what was reported. With `RECORD_FIXTURES=1` in the environment expectations that are missing are written, and the
/// test fails so that nobody takes them for checked.
public struct AdapterFixture: Sendable, CustomTestStringConvertible {
    /// The folder.
    public let folder: String
    /// The folder's name.
    public let name: String

    /// The fixture's name.
    public var testDescription: String { name }

    /// The fixtures in a folder `Fixtures` that lies beside a source file, by name.
    public static func all(beside file: String = #filePath) -> [AdapterFixture] {
        let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]) + "/Fixtures"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { AdapterFixture(folder: "\(folder)/\($0)", name: $0) }
    }

    /// Expects that an adapter reads what the expectations say.
    public func expectReading(by adapter: (some FeedAdapter).Type) async throws {
        let web = try web()
        let log = DiagnosticLog()
        var lines: [String] = []
        var json = ""
        do {
            let reading = try await read(by: adapter, over: web, log: log)
            if case .feed(let feed, _) = reading {
                json = String(decoding: feed.json(layout: .indented), as: UTF8.self) + "\n"
            } else {
                lines.append("\(reading)")
            }
        } catch let failure as ReadFailure {
            lines.append("failure: \(Diagnostic(.error, place: failure.place, failure.message))")
        }
        lines = web.asked.map { "GET \($0)" } + log.diagnostics.map { "\($0.severity): \($0)" } + lines
        try expect(json, as: "expected.json")
        try expect(lines.map { "\($0)\n" }.joined(), as: "expected.txt")
    }

    /// Expects that no beginning of the first answer and no change of one byte traps.
    public func expectToughness(of adapter: (some FeedAdapter).Type) async throws {
        let web = try web()
        _ = try? await read(by: adapter, over: web, log: DiagnosticLog())
        guard let url = web.asked.first, let body = web.body(at: url) else { return }
        for index in stride(from: 0, to: body.count, by: max(1, body.count / 60)) {
            var changed = body
            changed[index] ^= UInt8(truncatingIfNeeded: index &* 37 | 1)
            for bytes in [Array(body[..<index]), changed] {
                _ = try? await read(
                    by: adapter, over: MemoryHTTP([url: .document(bytes, headers: [])]), log: DiagnosticLog())
            }
        }
    }

    /// Has a new adapter read the fixture's subscription.
    public func read<Adapter: FeedAdapter>(
        by adapter: Adapter.Type, since last: Validators? = nil, over web: MemoryHTTP, log: DiagnosticLog
    ) async throws -> FeedReading {
        let text = try text("element.json")
        let url = try JSONNode(parsing: Array(text.utf8), options: .commentsAndTrailingCommas).member("url")
        let made = try PluginContract.make(adapter, text, context: .test(log: log))
        let subscription = Subscription(key: name, name: name, location: url?.value.value.stringValue)
        return try await made.read(subscription, since: last, using: web)
    }

    /// The web that the answers make up.
    public func web() throws -> MemoryHTTP {
        let answers = try JSONValue(parsing: Array(text("answers.json").utf8)).arrayValue ?? []
        var web: [String: MemoryHTTP.Answer] = [:]
        for answer in answers.compactMap(\.objectValue) {
            let headers = (answer["headers"]?.objectValue?.members ?? []).map {
                HTTPField(name: $0.name, value: $0.value.stringValue ?? "")
            }
            let body = try answer["file"]?.stringValue.map { try bytes($0) } ?? []
            web[answer["url"]?.stringValue ?? ""] = .document(
                body, status: answer["status"]?.intValue ?? 200, headers: headers)
        }
        return MemoryHTTP(web)
    }
}

extension AdapterFixture {
    private func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
    }

    private func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    private func expect(_ text: String, as file: String) throws {
        let expected = try? self.text(file)
        if expected == nil, !text.isEmpty, ProcessInfo.processInfo.environment["RECORD_FIXTURES"] != nil {
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(file)"))
            Issue.record("\(name)/\(file) was recorded; read it")
            return
        }
        #expect(text == expected ?? "")
    }
}
