import FeedModel
import FilesSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink files")
struct FilesTests {
    private let folders = MemoryFolders()

    private func deliver(_ entries: [Entry], revision: Int = 0, _ options: String = "") async throws {
        let sink = try PluginContract.make(
            Files.self, #"{"use": "files", "path": "/out"\#(options)}"#, context: .test(folders: folders))
        _ = try await sink.deliver(
            DeliveryBatch(
                entries.enumerated().map {
                    Delivery(id: "\($0.offset)", position: Int64($0.offset), revision: revision, entry: $0.element)
                }))
    }

    private func text(_ path: String) -> String { String(decoding: folders.bytes(at: path) ?? [], as: UTF8.self) }

    @Test("It keeps the contract of a sink, wherever the disk is full")
    func contract() async throws {
        try await SinkContract.check(
            Files.self, in: PluginFolder("Plugins/Sinks/Files"), faults: stride(from: 0, to: 900, by: 45)
        ) { capacity in
            let folders = MemoryFolders(fault: capacity.map { .full(after: $0) })
            return SinkBench(
                element: #"{"use": "files", "path": "/out"}"#, context: .test(folders: folders),
                repair: { folders.meet(nil) }
            ) {
                let ids = try folders.paths.map { try Entry(json: folders.bytes(at: $0) ?? []).id }
                let order = (Entry.samples + Entry.oddities).map(\.id)
                return ids.sorted { order.firstIndex(of: $0) ?? 0 < order.firstIndex(of: $1) ?? 0 }
            }
        }
    }

    @Test("A file holds the entry, or its content as it came")
    func contents() async throws {
        var entry = Entry(id: "1", title: "Title")
        entry.contentHTML = "<p onclick=x>a<p>b &amp; c"
        try await deliver([entry])
        #expect(try Entry(json: folders.bytes(at: #require(folders.paths.first)) ?? []) == entry)
        try await deliver([entry], #", "content": "html""#)
        try await deliver([entry], #", "content": "text""#)
        #expect(folders.paths.map { $0.suffix(4) } == ["html", "json", ".txt"].map { $0.suffix(4) })
        #expect(text(folders.paths[0]) == "<p onclick=x>a<p>b &amp; c")
        #expect(text(folders.paths[2]) == "a\n\nb & c\n")
    }

    @Test("No text of a feed leads out of the folder or hides a file", arguments: ["key", "title"])
    func harmless(names: String) async throws {
        let entries = NastyTexts.entries + Entry.oddities
        try await deliver(entries, #", "names": "\#(names)""#)
        #expect(folders.paths.count == entries.count)
        for path in folders.paths {
            let name = path.dropFirst("/out/".count)
            #expect(path.hasPrefix("/out/") && !name.contains("/") && name.utf8.count < 150)
            #expect(name.hasSuffix(".json") && !name.hasPrefix(".") && !name.hasPrefix("-"))
            #expect(!name.unicodeScalars.contains { $0.value <= 0x20 || "\"'$`;|&<>*?\\:".unicodeScalars.contains($0) })
        }
    }

    @Test("A revised entry replaces its file, also under another title")
    func revisions() async throws {
        var entry = Entry(id: "1", title: "設計の話：その1")
        entry.datePublished = Timestamp(seconds: 1_777_600_000, offset: 32_400)
        try await deliver([entry], #", "names": "title""#)
        let path = try #require(folders.paths.first)
        #expect(path.hasPrefix("/out/2026-05-01-設計の話-その1-") && path.hasSuffix(".json"))
        entry.title = "Another"
        try await deliver([entry], revision: 1, #", "names": "title""#)
        #expect(folders.paths == [path])
        #expect(text(path).contains("Another"))
    }
}
