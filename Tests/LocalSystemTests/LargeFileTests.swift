import Foundation
import LocalSystem
import Testing
import ThreadExecutor

@Suite("Files that need not fit into memory")
struct LargeFileTests {
    private let folder: String
    private let executor = ThreadExecutor(name: "files")

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/large-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func end() { try? FileManager.default.removeItem(atPath: folder) }

    @Test("A file written piece by piece is seen when it is whole, and not before")
    func growing() async throws {
        defer { end() }
        let path = folder + "/all.jsonl"
        let file = GrowingFile(path, on: executor)
        try await file.write(Array("one\n".utf8))
        try await file.write(Array("two\n".utf8))
        #expect(!LocalFile.exists(path))
        try await file.putInPlace()
        #expect(try LocalFile.read(path) == Array("one\ntwo\n".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["all.jsonl"])
    }

    @Test("Parts of a regular file are read where they stand; whatever else lies there is not opened")
    func parts() async throws {
        defer { end() }
        let path = folder + "/file"
        try Data("0123456789".utf8).write(to: URL(filePath: path))
        let reader = FileReader(on: executor, limit: 10)
        let file = try #require(try await reader.openLargeFile(path, from: 10))
        #expect(file.count == 10)
        #expect(try file.bytes(in: 3..<5) == Array("34".utf8))
        #expect(try file.bytes(in: 8..<20) == Array("89".utf8))
        try FileManager.default.removeItem(atPath: path)
        #expect(try file.bytes(in: 0..<1) == Array("0".utf8))
        #expect(try await reader.openLargeFile(path, from: 0) === nil)
        #expect(try await reader.openLargeFile(folder, from: 0) === nil)
        try Data("01234567890".utf8).write(to: URL(filePath: path))
        #expect(try await reader.openLargeFile(path, from: 12) === nil)
        let failure = await #expect(throws: LocalFileFailure.self) { try await reader.openLargeFile(path, from: 1) }
        #expect(failure?.kind == .tooLarge)
    }

    @Test("A file that is given up leaves nothing")
    func discarded() async throws {
        defer { end() }
        let file = GrowingFile(folder + "/all.jsonl", on: executor)
        try await file.write(Array("new".utf8))
        await file.discard()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test("Its owner alone may read it, from its first byte on")
    func permissions() async throws {
        defer { end() }
        let left = folder + "/.all.jsonl.tributary"
        #expect(FileManager.default.createFile(atPath: left, contents: nil, attributes: [.posixPermissions: 0o644]))
        let file = GrowingFile(folder + "/all.jsonl", on: executor)
        try await file.write(Array("new".utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: left)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try await file.putInPlace()
    }

    @Test("What stands in its place already is left alone, a link that leads nowhere, too, and what comes meanwhile")
    func taken() async throws {
        defer { end() }
        try Data("old".utf8).write(to: URL(filePath: folder + "/old"))
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "nowhere")
        for name in ["old", "link"] {
            let failure = await #expect(throws: LocalFileFailure.self) {
                try await GrowingFile(folder + "/" + name, on: executor).write([1])
            }
            #expect(failure?.reason.hasPrefix("there is such a file already") == true)
        }
        let file = GrowingFile(folder + "/new", on: executor)
        try await file.write([1])
        try Data("other".utf8).write(to: URL(filePath: folder + "/new"))
        await #expect(throws: LocalFileFailure.self) { try await file.putInPlace() }
        #expect(try LocalFile.read(folder + "/new") == Array("other".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["link", "new", "old"])
    }

    @Test("A file that cannot be written says why", arguments: ["missing/x", "."])
    func failure(name: String) async throws {
        defer { end() }
        let file = GrowingFile(folder + "/" + name, on: executor)
        await #expect(throws: LocalFileFailure.self) {
            try await file.write([1])
            try await file.putInPlace()
        }
    }

    @Test(
        "The lines of a file come whole, however long they are, and all of them",
        arguments: [[], [0], [3, 0, 5], [600_000, 1, 300_000], [262_143, 262_144, 7]], [true, false])
    func lines(lengths: [Int], endsWithLine: Bool) async throws {
        defer { end() }
        let path = folder + "/lines"
        var text = lengths.enumerated().map { index, length in
            String(repeating: String(index % 10), count: length) + "\n"
        }.joined()
        if !endsWithLine { text += "rest" }
        try Data(text.utf8).write(to: URL(filePath: path))
        let lines = try LinesOfFile(path, on: executor)
        var read: [UInt8] = []
        while let piece = try await lines.next() {
            #expect(!piece.isEmpty)
            read += piece
            if read.count < text.utf8.count { #expect(piece.last == UInt8(ascii: "\n")) }
        }
        #expect(String(decoding: read, as: UTF8.self) == text)
    }

    @Test("A file that is not there, and a folder, are failures")
    func noFile() async throws {
        defer { end() }
        let missing = #expect(throws: LocalFileFailure.self) { try LinesOfFile(folder + "/no", on: executor) }
        #expect(missing?.kind == .missing)
        let lines = try LinesOfFile(folder, on: executor)
        await #expect(throws: LocalFileFailure.self) { try await lines.next() }
    }
}
