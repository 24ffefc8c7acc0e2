import Foundation
import LocalSystem
import Synchronization
import Testing
import ThreadExecutor

@Suite("Folders of a cache")
struct CacheFolderTests {
    private let path = FileManager.default.temporaryDirectory.path + "/cache-folder-\(UUID().uuidString)"

    private func folder() -> CacheFolder { CacheFolder(path + "/a/b", on: ThreadExecutor(name: "test")) }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path + name)[.posixPermissions] as? Int
    }

    @Test("A file is written once, for the user alone, in folders that are made")
    func writing() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = folder()
        #expect(await folder.files().isEmpty)
        #expect(await folder.write([1, 2, 3], as: "one"))
        #expect(await folder.write([4], as: "one"), "the same is there already")
        #expect(await folder.write([], as: "two"))
        #expect(await folder.read("one") == [1, 2, 3])
        #expect(await folder.read("three") == nil)
        let files = await folder.files()
        #expect(files.map(\.name) == ["one", "two"])
        #expect(files.map(\.size) == [3, 0])
        #expect(try mode("/a/b/one") == 0o600)
        #expect(try mode("/a/b") == 0o700)
        await folder.remove(["one", "gone"])
        #expect(await folder.files().map(\.name) == ["two"])
    }

    @Test("What is appended shares files up to their size, and is read back by its part")
    func appending() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = folder()
        let names = Names()
        var parts: [CacheFolder.Part] = []
        for count in [3, 4, 3, 1, 30, 2, 0] {
            let bytes = (0..<count).map { UInt8(parts.count * 32 + $0) }
            parts.append(try #require(await folder.append(bytes, toFilesOf: 10) { names.next() }))
        }
        #expect(parts.map(\.name) == ["0", "0", "0", "1", "2", "3", "3"])
        #expect(parts.map(\.offset) == [0, 3, 7, 0, 0, 0, 2])
        for (index, part) in parts.enumerated() {
            let bytes = (0..<part.count).map { UInt8(index * 32 + $0) }
            #expect(await folder.read(part) == bytes)
        }
        #expect(try mode("/a/b/3") == 0o600)
        await folder.remove(["3"])
        #expect(await folder.read(parts[5]) == nil)
        #expect(await folder.append([1], toFilesOf: 10) { names.next() }?.name == "4", "not to a file that is gone")
    }

    @Test(
        "A part that is not there is absent",
        arguments: [(0, 4), (3, 1), (4, 0), (-1, 1), (0, -1), (0, .max), (.max, .max), (.min, .max)])
    func absentPart(offset: Int, count: Int) async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = folder()
        #expect(await folder.append([1, 2, 3], toFilesOf: 10) { "a" } != nil)
        #expect(await folder.read(CacheFolder.Part(name: "a", offset: offset, count: count)) == nil)
    }

    @Test("A file that another has made is not appended to")
    func taken() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (ours, other) = (folder(), folder())
        #expect(await other.append([1], toFilesOf: 10) { "a" } != nil)
        #expect(await ours.append([2], toFilesOf: 10) { "a" } == nil)
        #expect(await ours.append([3], toFilesOf: 10) { "b" }?.name == "b")
    }

    @Test("Where nothing can be written nothing is there, and that is all")
    func unwritable() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data().write(to: URL(filePath: path))
        let folder = folder()
        #expect(await folder.write([1], as: "one") == false)
        #expect(await folder.append([1], toFilesOf: 10) { "one" } == nil)
        #expect(await folder.read("one") == nil)
        #expect(await folder.files().isEmpty)
    }
}

/// Counts names up.
private final class Names: Sendable {
    private let count = Atomic(0)

    func next() -> String { "\(count.add(1, ordering: .relaxed).oldValue)" }
}
