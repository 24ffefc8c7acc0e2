import FeedJSON
public import FeedModel
import FeedText
import FoundationEssentials
public import Testing
public import TributaryPluginKit

/// A document with what must come of it: `name.xml`, `name.json`, and `name.txt` where there are diagnostics.
///
/// Adding a pair to the folder is the whole test. With `RECORD_FIXTURES=1` in the environment expectations that are
/// missing are written, and the test fails so that nobody takes them for checked.
public struct DocumentFixture: Sendable, CustomTestStringConvertible {
    /// The folder.
    public let folder: String
    /// The name without its suffix.
    public let name: String
    /// The suffix of the document.
    public let suffix: String

    /// The fixture's name.
    public var testDescription: String { name }

    /// The fixtures of a folder `Fixtures` that lies beside a source file, by name.
    public static func all(beside file: String = #filePath, suffix: String) -> [DocumentFixture] {
        let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]) + "/Fixtures"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix("." + suffix) }.sorted().map {
            DocumentFixture(folder: folder, name: String($0.dropLast(suffix.count + 1)), suffix: suffix)
        }
    }

    /// The document, as if it had come from `https://example.com/blog/feed` with its suffix.
    public var document: Document {
        get throws {
            let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name).\(suffix)"))
            return Document(url: "https://example.com/blog/feed.\(suffix)", mediaType: nil, bytes: [UInt8](bytes))
        }
    }

    /// Expects that an adapter recognises the document by its head and reads it, twice alike, as the expectation says;
    /// in pieces, if it can read documents so, all the same.
    public func expectReading(by adapter: some DocumentAdapter) throws {
        let document = try document
        let head = Array(document.bytes.prefix(4096))
        #expect(type(of: adapter).recognise(head.span, type: nil) >= .possible)
        let (json, lines) = try reading(of: document, by: adapter)
        let (again, _) = try reading(of: document, by: adapter)
        #expect(json == again)
        try expect(json, as: "json")
        try expect(lines, as: "txt")
        guard let adapter = adapter as? any PiecewiseAdapter else { return }
        let source = ByteSource(document.bytes, pieceLength: 61)
        if let read = try adapter.feed(from: LargeDocument(url: document.url, mediaType: nil, bytes: source)) {
            let (pieces, linesOfPieces) = written(read)
            #expect(pieces == json)
            #expect(linesOfPieces == lines)
        }
    }

    /// Expects that no beginning of the document and no change of one byte traps, or makes many more entries of it.
    ///
    /// It gives way to other tests now and then, since it takes thousands of readings.
    public func expectToughness(of adapter: some DocumentAdapter) async throws {
        let document = try document
        let whole = try adapter.feed(from: document).feed
        for index in document.bytes.indices {
            if index % 32 == 0 { await Task.yield() }
            let prefix = Document(url: document.url, mediaType: nil, bytes: Array(document.bytes[..<index]))
            if let cut = try? adapter.feed(from: prefix).feed {
                #expect(cut.entries.count <= whole.entries.count + 1, "the first \(index) bytes")
            }
            var bytes = document.bytes
            bytes[index] ^= UInt8(truncatingIfNeeded: index &* 37 | 1)
            let flipped = try? adapter.feed(from: Document(url: document.url, mediaType: nil, bytes: bytes)).feed
            #expect((flipped?.entries.count ?? 0) <= whole.entries.count * 2 + 1, "byte \(index) changed")
        }
    }
}

extension DocumentFixture {
    private func reading(of document: Document, by adapter: some DocumentAdapter) throws -> (String, String) {
        written(try adapter.feed(from: document))
    }

    private func written(_ read: (feed: Feed, output: DecodingOutput)) -> (String, String) {
        let json = String(decoding: read.feed.json(layout: .indented), as: UTF8.self) + "\n"
        return (json, read.output.diagnostics.map { "\($0.severity): \($0)\n" }.joined())
    }

    private func expect(_ text: String, as kind: String) throws {
        let url = URL(filePath: "\(folder)/\(name).\(kind)")
        let expected = (try? Data(contentsOf: url)).map { String(decoding: $0, as: UTF8.self) }
        if expected == nil, !text.isEmpty, ProcessInfo.processInfo.environment["RECORD_FIXTURES"] != nil {
            try Data(text.utf8).write(to: url)
            Issue.record("\(name).\(kind) was recorded; read it")
            return
        }
        #expect(text == expected ?? "")
    }
}
