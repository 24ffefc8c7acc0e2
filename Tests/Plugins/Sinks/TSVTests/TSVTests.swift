import FeedModel
import TSVSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink tsv")
struct TSVTests {
    private static let path = "/out/entries.tsv"

    private static func fields(_ line: some StringProtocol) -> [String] {
        String(line).split(separator: "\t" as Character, omittingEmptySubsequences: false).map(String.init)
    }

    private static func lines(_ entries: [Entry]) async throws -> [String] {
        let folders = MemoryFolders()
        let sink = try PluginContract.make(
            TSV.self, #"{"use": "tsv", "path": "\#(path)"}"#, context: .test(folders: folders))
        _ = try await sink.deliver(
            DeliveryBatch(
                entries.enumerated().map {
                    Delivery(id: "\($0.offset)", position: Int64($0.offset), revision: 0, entry: $0.element)
                }))
        let text = String(decoding: try #require(folders.bytes(at: path)), as: UTF8.self)
        #expect(text.hasSuffix("\n"))
        return text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("It keeps the contract of a sink, wherever the disk is full")
    func contract() async throws {
        try await SinkContract.check(
            TSV.self, in: PluginFolder("Plugins/Sinks/TSV"), faults: stride(from: 0, to: 600, by: 7)
        ) { capacity in
            let folders = MemoryFolders(fault: capacity.map { .full(after: $0) })
            return SinkBench(
                element: #"{"use": "tsv", "path": "\#(Self.path)"}"#, context: .test(folders: folders),
                repair: { folders.meet(nil) }
            ) {
                let text = String(decoding: folders.bytes(at: Self.path) ?? [], as: UTF8.self)
                // The last one may be half.
                return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
                    Self.fields($0)[5]
                }
            }
        }
    }

    @Test("A line has nine fields, as sfeed(5) wants them")
    func fields() async throws {
        var entry = Entry(id: "1\t2", url: "https://example.org/1", title: "Two\nlines")
        entry.contentHTML = "<p>a\\b\tc</p>\r\n<p>設計</p>"
        entry.datePublished = Timestamp(seconds: 1_777_500_000, offset: 32_400)
        entry.authors = [Author(name: "Mila"), Author(name: "Jon")]
        entry.attachments = [Attachment(url: "https://example.org/1.mp3")]
        entry.tags = ["swift", "設計"]
        #expect(
            try await Self.lines([entry, Entry(id: "")]) == [
                "1777500000\tTwo lines\thttps://example.org/1\t<p>a\\\\b\\tc</p>\\n<p>設計</p>\thtml\t1 2\tMila\t"
                    + "https://example.org/1.mp3\tswift|設計",
                "\t\t\t\t\t\t\t\t",
            ])
    }

    @Test("An entry is one line of nine fields whatever it says")
    func harmless() async throws {
        let entries = NastyTexts.entries + Entry.oddities
        let lines = try await Self.lines(entries)
        #expect(lines.count == entries.count)
        for line in lines {
            #expect(Self.fields(line).count == 9)
            #expect(
                !line.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" || $0 == "\u{202E}" || $0 == "\u{7F}" })
        }
    }
}
