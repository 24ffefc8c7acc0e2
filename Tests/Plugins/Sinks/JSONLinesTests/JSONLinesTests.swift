import FeedJSON
import FeedModel
import JSONLinesSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink json_lines")
struct JSONLinesTests {
    private static let element = #"{"use": "json_lines", "path": "/out/entries.jsonl"}"#
    private static let path = "/out/entries.jsonl"

    private let folders = MemoryFolders()

    /// What a new process makes of the next deliveries, behind the mark of the last one.
    @discardableResult
    private func deliver(_ ids: ClosedRange<Int>, after mark: SinkMark? = nil) async throws -> SinkMark? {
        let sink = try PluginContract.make(JSONLines.self, Self.element, context: .test(folders: folders))
        try await sink.open(after: mark)
        let receipt = try await sink.deliver(Self.batch(ids))
        try await sink.close()
        return receipt.mark
    }

    private static func batch(_ ids: ClosedRange<Int>) -> DeliveryBatch {
        DeliveryBatch(
            ids.map { Delivery(id: "\($0)", position: Int64($0), revision: 0, entry: Entry(id: "\($0)", title: "果樹園")) }
        )
    }

    private static func lines(_ ids: ClosedRange<Int>) -> String {
        ids.map { #"{"id":"\#($0)","title":"果樹園"}"# + "\n" }.joined()
    }

    private var text: String? { folders.bytes(at: Self.path).map { String(decoding: $0, as: UTF8.self) } }

    @Test("It keeps the contract of a sink, wherever the disk is full")
    func contract() async throws {
        try await SinkContract.check(
            JSONLines.self, in: PluginFolder("Plugins/Sinks/JSONLines"), faults: stride(from: 0, to: 1200, by: 7)
        ) { capacity in
            let folders = MemoryFolders(fault: capacity.map { .full(after: $0) })
            return SinkBench(
                element: Self.element, context: .test(folders: folders), repair: { folders.meet(nil) }
            ) {
                let lines = (folders.bytes(at: Self.path) ?? []).split(separator: UInt8(ascii: "\n"))
                // The last one may be half.
                return lines.compactMap { try? Entry(json: Array($0)).id }
            }
        }
    }

    @Test("Without a path it owns standard output, and keeps the contract wherever the reader goes away")
    func standardOutput() async throws {
        try await SinkContract.check(
            JSONLines.self, in: PluginFolder("Plugins/Sinks/JSONLines"), faults: stride(from: 0, to: 1200, by: 7)
        ) { capacity in
            let output = CollectingOutput(closesAfter: capacity)
            return SinkBench(element: #"{"use": "json_lines"}"#, context: .test(standardOutput: output)) {
                let lines = output.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                return try lines.dropLast().map { try Entry(json: Array($0)).id }
            }
        }
        let delivery = try JSONLines.descriptor.delivery(of: JSONNode(parsing: Array("{}".utf8)))
        #expect(delivery?.ownsStandardOutput == true && delivery?.isRepeatable == false)
    }

    @Test("Lines are appended, in runs one after the other")
    func appending() async throws {
        let mark = try await deliver(1...2)
        #expect(text == Self.lines(1...2))
        try await deliver(3...4, after: mark)
        #expect(text == Self.lines(1...4))
    }

    @Test("A run that is killed at any byte, before its receipt, is made good by the next", arguments: [false, true])
    func kills(hasMark: Bool) async throws {
        let before = Self.lines(1...2)
        let whole = Array(Self.lines(3...5).utf8)
        for written in 0...whole.count {
            let run = Self()
            var mark: SinkMark?
            if hasMark {
                mark = try await run.deliver(1...2)
            } else {
                run.folders.put(Array(before.utf8), at: Self.path)
            }
            run.folders.edit(Self.path) { $0 += whole[..<written] }
            let next = try await run.deliver(3...4, after: mark)
            try await run.deliver(5...6, after: next)
            #expect(run.text == Self.lines(1...6), "killed after \(written) bytes")
        }
    }

    @Test("What others append stays, and what is pending follows it")
    func others() async throws {
        let mark = try await deliver(1...2)
        folders.edit(Self.path) { $0 += Array("# a note\n".utf8) }
        let next = try await deliver(3...4, after: mark)
        #expect(text == Self.lines(1...2) + "# a note\n" + Self.lines(3...4))
        // Another's half line is ended, not completed; of ours, what came before it is not repeated.
        folders.edit(Self.path) { $0 += Array((Self.lines(5...5) + "# half").utf8) }
        try await deliver(5...6, after: next)
        #expect(text == Self.lines(1...2) + "# a note\n" + Self.lines(3...5) + "# half\n" + Self.lines(6...6))
    }

    @Test("A file that was truncated, rotated away or replaced is begun anew, and nothing is repeated in it")
    func rotation() async throws {
        let mark = try await deliver(1...2)
        folders.edit(Self.path) { $0 = [] }
        let second = try await deliver(3...3, after: mark)
        #expect(text == Self.lines(3...3))
        folders.move(Self.path, to: "/out/old")
        let third = try await deliver(4...4, after: second)
        #expect(text == Self.lines(4...4))
        folders.put(Array("# another file, longer than the one before".utf8), at: Self.path)
        try await deliver(5...5, after: third)
        #expect(text == "# another file, longer than the one before\n" + Self.lines(5...5))
        // Killed before the receipt.
        try await deliver(5...6, after: third)
        #expect(text == "# another file, longer than the one before\n" + Self.lines(5...6))
    }

    @Test("The same lines twice would be a mistake, a line that only begins alike is none")
    func likeness() async throws {
        folders.put(Array(#"{"id":"1","title":"果樹園","url":"x"}"#.utf8) + [10], at: Self.path)
        try await deliver(1...1)
        #expect(text == #"{"id":"1","title":"果樹園","url":"x"}"# + "\n" + Self.lines(1...1))
    }

    @Test(
        "A path that names a folder is a mistake", arguments: ["out/", ".", "..", "a/..", "/"])
    func folder(path: String) {
        #expect(throws: ConfigurationError.self) {
            try PluginContract.make(JSONLines.self, #"{"use": "json_lines", "path": "\#(path)"}"#)
        }
    }

    @Test("What hides the file is said, and nothing is confirmed")
    func readOnly() async throws {
        folders.meet(.readOnly)
        let failure = await #expect(throws: SinkFailure.self) { try await deliver(1...1) }
        #expect(failure?.kind == .retryable(after: nil))
        #expect(
            failure?.message
                == "/out/entries.jsonl: cannot be written (read-only file system); allow it, or name another path")
    }

    @Test("A subscription's address shows no secret")
    func secrets() async throws {
        var entry = Entry(id: "1")
        entry.tributary = TributaryExtension(
            feed: FeedReference(id: "https://example.org/feed?token=abc"), firstSeen: Timestamp(seconds: 0))
        entry.tributary?.alsoIn = [FeedReference(id: "https://example.com/feed?key=abc")]
        let sink = try PluginContract.make(JSONLines.self, Self.element, context: .test(folders: folders))
        _ = try await sink.deliver(DeliveryBatch([Delivery(id: "1", position: 1, revision: 0, entry: entry)]))
        #expect(text?.contains("abc") == false && text?.contains("token=***") == true)
    }
}
