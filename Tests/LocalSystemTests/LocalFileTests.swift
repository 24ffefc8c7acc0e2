import Foundation
import LocalSystem
import Testing

@Suite("Local files")
struct LocalFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "local-file-\(UUID().uuidString)")

    @Test("A file comes back byte for byte, whatever its size", arguments: [0, 1, 16_384, 16_385, 100_000])
    func wholeFile(size: Int) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let file = folder.appending(path: "bytes")
        try Data(bytes).write(to: file)
        #expect(try LocalFile.read(file.path) == bytes)
    }

    @Test("A file for which large pages are asked for comes back byte for byte")
    func largePages() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var bytes = [UInt8](repeating: 7, count: 9_000_001)
        for index in stride(from: 0, to: bytes.count, by: 4001) { bytes[index] = UInt8(truncatingIfNeeded: index) }
        let file = folder.appending(path: "bytes")
        try Data(bytes).write(to: file)
        #expect(try LocalFile.read(file.path) == bytes)
    }

    @Test("A file over the limit is refused, one at the limit is not")
    func limit() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "bytes")
        try Data(repeating: 7, count: 100).write(to: file)
        #expect(try LocalFile.read(file.path, limit: 100).count == 100)
        let failure = #expect(throws: LocalFileFailure.self) { try LocalFile.read(file.path, limit: 99) }
        #expect(failure?.kind == .tooLarge)
    }

    @Test("An endless device stops at the limit")
    func endless() {
        let failure = #expect(throws: LocalFileFailure.self) { try LocalFile.read("/dev/zero", limit: 1 << 20) }
        #expect(failure?.kind == .tooLarge)
    }

    @Test("A pipe that nobody writes to and a device are refused where a file is wanted, at once")
    func irregular() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.appending(path: "pipe").path
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/zero"] {
            let failure = #expect(throws: LocalFileFailure.self) { try LocalFile.readRegularFile(path) }
            #expect(failure?.reason == "a pipe or a device, not a file")
        }
        let file = folder.appending(path: "bytes")
        try Data([1, 2, 3]).write(to: file)
        #expect(try LocalFile.readRegularFile(file.path) == [1, 2, 3])
    }

    @Test("A missing file and a folder are told apart in the system's words")
    func missing() {
        let missing = #expect(throws: LocalFileFailure.self) { try LocalFile.read(folder.path) }
        #expect(missing?.kind == .missing)
        #expect(missing?.reason == "no such file or directory")
        let isFolder = #expect(throws: LocalFileFailure.self) { try LocalFile.read("/") }
        #expect(isFolder?.kind == .other)
    }
}
