import FeedModel
import MboxSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink mbox")
struct MboxTests {
    private static let path = "/out/mail"
    private static let element = #"{"use": "mbox", "path": "/out/mail", "subject": "{{id}}"}"#

    private let folders = MemoryFolders()

    private static func batch(_ ids: ClosedRange<Int>) -> DeliveryBatch {
        DeliveryBatch(
            ids.map { number in
                var entry = Entry(id: "entry \(number)")
                entry.contentText = "From here\n>From there\nnot From\n果樹園"
                return Delivery(id: "\(number)", position: Int64(number), revision: 0, entry: entry)
            })
    }

    /// What a new process makes of the next deliveries, behind the mark of the last one.
    @discardableResult
    private func deliver(_ batch: DeliveryBatch, after mark: SinkMark? = nil) async throws -> SinkMark? {
        let sink = try PluginContract.make(Mbox.self, Self.element, context: .test(folders: folders))
        try await sink.open(after: mark)
        return try await sink.deliver(batch).mark
    }

    /// The messages of a mailbox that are whole, unquoted, as a reader of mboxrd sees them.
    private static func messages(in folders: MemoryFolders) -> [ParsedMail] {
        let lines = (folders.bytes(at: path) ?? []).split(separator: 10, omittingEmptySubsequences: false)
        var messages: [[UInt8]] = []
        for line in lines.dropLast() {
            if line.starts(with: "From ".utf8) {
                messages.append([])
            } else if !messages.isEmpty {
                let isQuoted = line.first == 0x3E && line.drop { $0 == 0x3E }.starts(with: "From ".utf8)
                messages[messages.count - 1] += (isQuoted ? line.dropFirst() : line) + [10]
            }
        }
        return messages.compactMap { try? ParsedMail($0) }
    }

    private var ids: [String] { Self.messages(in: folders).map { $0["Subject"] ?? "" } }

    @Test("It keeps the contract of a sink, wherever the disk is full")
    func contract() async throws {
        try await SinkContract.check(
            Mbox.self, in: PluginFolder("Plugins/Sinks/Mbox"), faults: stride(from: 0, to: 5000, by: 93)
        ) { capacity in
            let folders = MemoryFolders(fault: capacity.map { .full(after: $0) })
            return SinkBench(
                element: Self.element, context: .test(folders: folders), repair: { folders.meet(nil) }
            ) { Self.messages(in: folders).compactMap { $0["Subject"] } }
        }
    }

    @Test("A run that is killed at any byte, before its receipt, is made good by the next", arguments: [false, true])
    func kills(hasMark: Bool) async throws {
        let reference = Self()
        let first = try await reference.deliver(Self.batch(1...1))
        let before = reference.folders.bytes(at: Self.path) ?? []
        try await reference.deliver(Self.batch(2...3), after: first)
        let whole = reference.folders.bytes(at: Self.path) ?? []
        for length in stride(from: before.count, through: whole.count, by: 61) {
            let run = Self()
            var mark: SinkMark?
            if hasMark {
                mark = try await run.deliver(Self.batch(1...1))
            } else {
                run.folders.put(before, at: Self.path)
            }
            run.folders.edit(Self.path) { $0 = Array(whole[..<length]) }
            try await run.deliver(Self.batch(2...3), after: mark)
            #expect(run.folders.bytes(at: Self.path) == whole, "killed after \(length) bytes")
        }
    }

    @Test("A message that another program has cut off is begun anew, those before it are not")
    func others() async throws {
        let mark = try await deliver(Self.batch(1...1))
        let reference = Self()
        let first = try await reference.deliver(Self.batch(1...1))
        try await reference.deliver(Self.batch(2...3), after: first)
        let whole = reference.folders.bytes(at: Self.path) ?? []
        folders.edit(Self.path) { $0 = whole.dropLast(200) + Array("\n\nFrom other@example.org\nSubject: x\n\n".utf8) }
        try await deliver(Self.batch(2...3), after: mark)
        #expect(ids == ["entry 1", "entry 2", "entry 3"])
    }

    @Test("A mailbox is what is expected, to the byte")
    func mailbox() async throws {
        try await deliver(Self.batch(1...2))
        let bytes = folders.bytes(at: Self.path) ?? []
        try Snapshot.expect(String(decoding: bytes, as: UTF8.self), named: "two", suffix: "mbox")
    }

    @Test("What a feed says begins no message, and comes out as it went in")
    func quoting() async throws {
        try await deliver(Self.batch(1...1))
        let text = String(decoding: folders.bytes(at: Self.path) ?? [], as: UTF8.self)
        #expect(text.hasPrefix("From tributary@localhost Thu Jan  1 00:00:00 1970\n") && text.hasSuffix("--\n\n"))
        #expect(Self.messages(in: folders).first?.text.contains("From here") == true)
        let entries = NastyTexts.entries + Entry.oddities
        try await deliver(
            DeliveryBatch(entries.enumerated().map { Delivery(id: "d\($0)", position: 1, revision: 0, entry: $1) }))
        #expect(Self.messages(in: folders).count == entries.count + 1)
    }
}
