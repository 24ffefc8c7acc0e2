import Foundation
import LocalSystem
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

    @Test("Where nothing can be written nothing is there, and that is all")
    func unwritable() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data().write(to: URL(filePath: path))
        let folder = folder()
        #expect(await folder.write([1], as: "one") == false)
        #expect(await folder.read("one") == nil)
        #expect(await folder.files().isEmpty)
    }
}
