import ExecSink
import FeedModel
import Foundation
import PluginProcess
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink exec", .timeLimit(.minutes(10)))
struct ExecTests {
    private static let programs = LocalPrograms(confiner: nil)

    @Test("It keeps the contract of all sinks, with a program that stops at any delivery")
    func contract() async throws {
        try await SinkContract.check(Exec.self, in: PluginFolder("Plugins/Sinks/Exec"), faults: 0..<3) { fault in
            let folder = try TemporaryFolder()
            var context = PluginContext.test(baseFolder: folder.path)
            context.programs = Self.programs
            let script = PluginFolder("Tests/Plugins/Sinks/ExecTests/Fixtures").path + "/ids.py"
            let limit = fault.map { "\($0)" } ?? "1000000"
            return SinkBench(
                element: #"{"use": "exec", "command": ["python3", "\#(script)", "\#(limit)"]}"#, context: context
            ) {
                let data = FileManager.default.contents(atPath: folder.path + "/ids")
                return String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
            }
        }
    }

    @Test("A mark is kept and handed back, and cuts off what was never confirmed")
    func mark() async throws {
        let place = try TemporaryFolder()
        let folder = place.path
        var mark: SinkMark?
        for number in 1...2 {
            let sink = try make(#""python3", "\#(PluginFolder("Examples/plugins").path)/append.py""#, in: folder)
            try await sink.open(after: mark)
            let entry = Entry(id: "\(number)", url: "https://example.org/\(number)", title: "No.\n\(number)")
            let delivery = Delivery(id: "d\(number)", position: Int64(number), revision: 0, entry: entry)
            let receipt = try await sink.deliver(DeliveryBatch([delivery]))
            #expect(receipt.confirmed == ["d\(number)"])
            mark = receipt.mark
            try await sink.close()
            // What a kill leaves half written.
            let file = try #require(FileHandle(forWritingAtPath: folder + "/lines.txt"))
            try file.seekToEnd()
            try file.write(contentsOf: Data("half".utf8))
        }
        #expect(mark == SinkMark("56"))
        let written = try String(contentsOfFile: folder + "/lines.txt", encoding: .utf8)
        #expect(written == "No. 1\thttps://example.org/1\nNo. 2\thttps://example.org/2\nhalf")
    }

    @Test("What it reports becomes a failure of the same kind, with what had arrived")
    func failures() async throws {
        let hello =
            #"read l; echo '{\"type\":\"hello\",\"version\":1,\"role\":\"sink\"}'; read l; echo '{\"type\":\"ready\"}'; read l"#
        let delivery = Delivery(id: "d", position: 1, revision: 0, entry: Entry(id: "e"))
        let cases: [(script: String, kind: SinkFailure.Kind, message: String, confirmed: [String]?)] = [
            (
                #"echo '{\"type\":\"error\",\"message\":\"full\",\"retry_after\":9}'; cat"#, .retryable(after: 9),
                "sh: full", nil
            ),
            (
                #"echo '{\"type\":\"error\",\"message\":\"never\",\"permanent\":true,\"confirmed\":[\"d\"]}'; cat"#,
                .permanent, "sh: never", ["d"]
            ),
            ("exit 2", .retryable(after: nil), "sh: it ended with status 2 before it had answered", nil),
            (
                #"echo '{\"type\":\"receipt\",\"confirmed\":[\"x\"]}'; cat"#, .retryable(after: nil),
                "sh: it confirmed \"x\", which was not delivered to it", nil
            ),
        ]
        for (script, kind, message, confirmed) in cases {
            let sink = try make(#""sh", "-c", "\#(hello); \#(script)""#, in: "/")
            try await sink.open(after: nil)
            do throws(SinkFailure) {
                _ = try await sink.deliver(DeliveryBatch([delivery]))
                Issue.record("it was delivered")
            } catch {
                #expect(error.kind == kind && error.message == message && error.receipt?.confirmed == confirmed)
            }
            try? await sink.close()
        }
    }

    @Test("What it does not confirm, without saying why, is told at the end")
    func unconfirmed() async throws {
        let script =
            #"while read l; do case $l in *hello*) echo '{\"type\":\"hello\",\"version\":1,\"role\":\"sink\"}';; "#
            + #"*open*) echo '{\"type\":\"ready\"}';; *close*) echo '{\"type\":\"closed\"}';; "#
            + #"*first*) echo '{\"type\":\"receipt\",\"confirmed\":[\"first\"]}';; "#
            + #"*) echo '{\"type\":\"receipt\",\"confirmed\":[]}';; esac; done"#
        let log = DiagnosticLog()
        let sink = try make(#""sh", "-c", "\#(script)""#, in: "/", log: log)
        for ids in [["first", "second", "third"], ["first"]] {
            try await sink.open(after: nil)
            for id in ids {
                let delivery = Delivery(id: id, position: 1, revision: 0, entry: Entry(id: "e"))
                _ = try await sink.deliver(DeliveryBatch([delivery]))
            }
            try await sink.close()
        }
        #expect(
            log.diagnostics.map(\.message) == [
                "sh: it did not confirm 2 of 3 deliveries and did not say why; they stay pending for a later run"
            ])
    }

    private func make(
        _ command: String, in folder: String, log: DiagnosticLog = DiagnosticLog()
    ) throws -> Exec {
        var context = PluginContext.test(baseFolder: folder, log: log)
        context.programs = Self.programs
        return try PluginContract.make(Exec.self, #"{"use": "exec", "command": [\#(command)]}"#, context: context)
    }
}

/// A folder that goes away with its last reference.
private final class TemporaryFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/sink-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
