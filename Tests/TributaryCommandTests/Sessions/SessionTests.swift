import Foundation
import Testing
import TributaryTestOrigin

@Suite("Sessions at the shell, with the real program")
struct SessionTests {
    /// Every folder of `Cases` is a case: `session.txt` and the files that it needs.
    static let names: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: cases.path)) ?? []
        return names.sorted()
    }()

    private static let cases = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Cases")

    /// Runs a session in which only commands need to be written down, and compares what came of them with what is kept.
    ///
    /// With `RECORD_SNAPSHOTS=1` the file is written anew and the test fails, so that somebody looks at it.
    @Test("A session goes as it is written down", .timeLimit(.minutes(10)), arguments: names)
    func session(name: String) async throws {
        let folder = Self.cases.appending(path: name)
        let file = folder.appending(path: "session.txt")
        let kept = try String(contentsOf: file, encoding: .utf8)
        let session = try #require(SessionText(parsing: kept), "\(name)/session.txt has a line of no known kind")
        let actual = try await run(session, in: CaseFolder(copying: folder)).text
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try Data(actual.utf8).write(to: file)
            if actual != kept { Issue.record("recorded \(name)/session.txt; look at it and run again") }
        } else {
            #expect(actual == kept, "\(name)/session.txt goes another way")
        }
    }

    @Test("There are cases")
    func count() {
        #expect(Self.names.count > 20)
    }

    private func run(_ session: SessionText, in folder: CaseFolder) async throws -> SessionText {
        var session = session
        for index in session.steps.indices {
            let result = try await folder.run(session.steps[index].command)
            session.steps[index].output = SessionText.lines(of: folder.generalized(result.output))
            session.steps[index].errors = SessionText.lines(of: folder.generalized(result.errors))
            session.steps[index].status = result.status
            try folder.writeRequests()
        }
        return session
    }
}

extension CaseFolder {
    /// Writes what the origin was asked so far to `requests.log`, so that the next command can look at it.
    fileprivate func writeRequests() throws {
        let state = origin.state
        let lines = zip(state.requests, state.statuses).map { request, status in
            "\(request.method) \(request.target)\(request.isConditional ? " if changed" : ""): \(status)\n"
        }
        try Data(lines.joined().utf8).write(to: URL(filePath: path + "/requests.log"))
    }
}

extension OriginRequest {
    fileprivate var isConditional: Bool {
        headers["If-None-Match"] != nil || headers["If-Modified-Since"] != nil
    }
}
