import EPUBSink
import FeedModel
import FeedXML
import Foundation
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink epub")
struct EPUBTests {
    private static let path = "/out/digest.epub"

    private static func book(_ entries: [Entry], _ options: String = "") async throws -> [UInt8] {
        let folders = MemoryFolders()
        let element = #"{"use": "epub", "path": "\#(path)"\#(options)}"#
        let sink = try PluginContract.make(EPUB.self, element, context: .test(folders: folders))
        try await sink.render(MemoryArchive(entries))
        return try #require(folders.bytes(at: path))
    }

    /// The files of a book by their names, read by Python.
    private static func files(of book: [UInt8]) throws -> [(name: String, text: String)] {
        let file = FileManager.default.temporaryDirectory.appending(path: "tributary-\(UUID().uuidString).epub")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(book).write(to: file)
        let script = """
            import json, sys, zipfile, xml.dom.minidom
            book = zipfile.ZipFile(sys.argv[1])
            files = [(name, book.read(name).decode()) for name in book.namelist()]
            for name, text in files:
                if name.endswith(("xml", "opf", "xhtml")): xml.dom.minidom.parseString(text)
            json.dump(files, sys.stdout)
            """
        let python = Process()
        let output = Pipe()
        python.executableURL = URL(filePath: "/usr/bin/python3")
        python.arguments = ["-c", script, file.path]
        python.standardOutput = output
        try python.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        python.waitUntilExit()
        #expect(python.terminationStatus == 0, "a file of the book is not well-formed")
        return try JSONDecoder().decode([[String]].self, from: data).map { ($0[0], $0[1]) }
    }

    @Test("It keeps its contract, and a failure leaves the book before")
    func contract() async throws {
        try PluginContract.check(EPUB.self, in: PluginFolder("Plugins/Sinks/EPUB"))
        let folders = MemoryFolders()
        let sink = try PluginContract.make(
            EPUB.self, #"{"use": "epub", "path": "\#(Self.path)"}"#, context: .test(folders: folders))
        try await sink.render(MemoryArchive(Entry.samples))
        let before = folders.bytes(at: Self.path)
        await #expect(throws: SinkFailure.self) {
            try await sink.render(MemoryArchive(Entry.oddities, failsAfter: 1))
        }
        folders.meet(.full(after: 100))
        await #expect(throws: SinkFailure.self) { try await sink.render(MemoryArchive(Entry.oddities)) }
        #expect(folders.bytes(at: Self.path) == before)
        #expect(throws: ConfigurationError.self) {
            try PluginContract.make(EPUB.self, #"{"use": "epub", "path": "a.epub", "language": "no language"}"#)
        }
    }

    @Test("The book's parts are what is expected, to the byte")
    func parts() async throws {
        let book = try await Self.book(Entry.samples, #", "title": "今週の <川>""#)
        #expect(book[30..<58].elementsEqual("mimetypeapplication/epub+zip".utf8))
        #expect(try await Self.book(Entry.samples, #", "title": "今週の <川>""#) == book)
        let files = try Self.files(of: book)
        try Snapshot.expect(
            files.filter { !$0.name.hasSuffix(".css") }.map { "==> \($0.name)\n\($0.text)" }.joined(separator: "\n"),
            named: "samples")
    }

    @Test("A chapter is well-formed whatever its entry says, the newest first, as many as are wanted")
    func harmless() async throws {
        let entries = NastyTexts.entries + Entry.oddities
        let files = try Self.files(of: try await Self.book(entries, #", "count": 2000"#))
        #expect(files.count == entries.count + 5)
        for (name, text) in files where name.hasSuffix("xhtml") {
            #expect(
                !text.contains("<script") && !text.contains("href=\"javascript:") && !text.contains("<img"), "\(name)")
        }
        #expect(try Self.files(of: try await Self.book(entries, #", "count": 3"#)).count == 8)
        #expect(try Self.files(of: try await Self.book([])).count == 5)
    }
}
