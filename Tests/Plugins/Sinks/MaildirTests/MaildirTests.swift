import EntryMessages
import FeedModel
import MaildirSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink maildir")
struct MaildirTests {
    private static let element = #"{"use": "maildir", "path": "/out/Mail", "subject": "{{id}}"}"#
    private static let batch = DeliveryBatch(
        Entry.samples.enumerated().map { Delivery(id: "d\($0)", position: Int64($0), revision: 0, entry: $1) })

    private let folders = MemoryFolders()

    /// What a new process makes of deliveries.
    private func deliver(_ batch: DeliveryBatch) async throws {
        let sink = try PluginContract.make(Maildir.self, Self.element, context: .test(folders: folders))
        try await sink.open(after: nil)
        let receipt = try await sink.deliver(batch)
        #expect(receipt.confirmed == batch.deliveries.map(\.id))
    }

    /// The entries' ids in the messages of a maildir, in the order of the samples: a maildir has none.
    private static func ids(in folders: MemoryFolders) throws -> [String] {
        let subjects = try folders.paths.map { path in
            try ParsedMail(#require(folders.bytes(at: path)))["Subject"] ?? ""
        }
        return subjects.sorted { left, right in
            let order = Entry.samples.map(\.id)
            return (order.firstIndex(of: left) ?? .max) < (order.firstIndex(of: right) ?? .max)
        }
    }

    @Test("It keeps the contract of a sink, wherever the disk is full")
    func contract() async throws {
        try await SinkContract.check(
            Maildir.self, in: PluginFolder("Plugins/Sinks/Maildir"), faults: stride(from: 0, to: 5000, by: 250)
        ) { capacity in
            let folders = MemoryFolders(fault: capacity.map { .full(after: $0) })
            return SinkBench(
                element: Self.element, context: .test(folders: folders), repair: { folders.meet(nil) }
            ) { try Self.ids(in: folders) }
        }
    }

    @Test("A message that is there already, new or read, is not written again; a revision is another one")
    func repeated() async throws {
        try await deliver(Self.batch)
        let before = folders.paths
        #expect(before.count == 3 && before.allSatisfy { $0.hasPrefix("/out/Mail/new/") })
        folders.move(before[0], to: before[0].replacing("/new/", with: "/cur/") + ":2,RS")
        folders.move(before[1], to: before[1].replacing("/new/", with: "/cur/") + ",U=7:2,")
        let moved = folders.paths
        try await deliver(Self.batch)
        #expect(folders.paths == moved)
        var revised = Self.batch
        revised.deliveries[0].revision = 1
        try await deliver(revised)
        #expect(folders.paths.count == 4)
    }

    @Test("Names and heads are what is expected")
    func samples() async throws {
        try await deliver(Self.batch)
        let shown = folders.paths.map { path in
            let text = String(decoding: folders.bytes(at: path) ?? [], as: UTF8.self)
            let head = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
            return ([path[...]] + head).joined(separator: "\n") + "\n"
        }
        try Snapshot.expect(shown.joined(separator: "\n"), named: "samples")
    }

    @Test("No text of a feed's becomes a name")
    func names() async throws {
        let entries = NastyTexts.entries + Entry.oddities
        try await deliver(
            DeliveryBatch(entries.enumerated().map { Delivery(id: "d\($0)", position: 1, revision: 0, entry: $1) }))
        #expect(folders.paths.count == entries.count)
        for path in folders.paths {
            let name = path.dropFirst("/out/Mail/new/".count)
            #expect(path.hasPrefix("/out/Mail/new/") && name.hasSuffix(".tributary"))
            #expect(
                name.utf8.allSatisfy {
                    ("a"..."z").contains(Character(Unicode.Scalar($0))) || $0 == 0x2E || (0x30...0x39).contains($0)
                })
        }
    }
}
