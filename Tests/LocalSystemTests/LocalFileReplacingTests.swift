import Foundation
import LocalSystem
import Testing

@Suite("Replacing files")
struct LocalFileReplacingTests {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/replacing-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func end() { try? FileManager.default.removeItem(atPath: folder) }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("The bytes and nothing else are there afterwards, with the permissions of before")
    func replaced() throws {
        defer { end() }
        let path = folder + "/config.json"
        try Data("old and longer".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try LocalFile.replace(path, with: Array("new".utf8))
        #expect(try LocalFile.read(path) == Array("new".utf8))
        #expect(try mode(path) == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["config.json"])
    }

    @Test("A link stays, and what it leads to is replaced")
    func link() throws {
        defer { end() }
        try FileManager.default.createDirectory(atPath: folder + "/dots", withIntermediateDirectories: true)
        try Data("old".utf8).write(to: URL(filePath: folder + "/dots/config.json"))
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/config.json", withDestinationPath: "dots/config.json")
        try LocalFile.replace(folder + "/config.json", with: [1, 2])
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/config.json") == "dots/config.json")
        #expect(try LocalFile.read(folder + "/dots/config.json") == [1, 2])
    }

    @Test("A pipe, also one that a link leads to, is not replaced", arguments: ["pipe", "link"])
    func noFile(name: String) throws {
        defer { end() }
        #expect(unsafe mkfifo(folder + "/pipe", 0o600) == 0)
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "pipe")
        let failure = #expect(throws: LocalFileFailure.self) { try LocalFile.replace(folder + "/" + name, with: [1]) }
        #expect(failure?.reason == "a folder, a pipe or a device, not a file")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["link", "pipe"])
    }

    @Test("Folders are made where that is asked for, and only there")
    func folders() throws {
        defer { end() }
        let path = folder + "/a/b/config.json"
        let failure = #expect(throws: LocalFileFailure.self) { try LocalFile.replace(path, with: [1]) }
        #expect(failure?.kind == .missing)
        try LocalFile.replace(path, with: [1], makesFolders: true)
        #expect(try LocalFile.read(path) == [1])
    }

    @Test("Where it cannot be done the old file stays, and nothing is left behind")
    func failure() throws {
        defer { end() }
        try FileManager.default.createDirectory(atPath: folder + "/config.json/full", withIntermediateDirectories: true)
        #expect(throws: LocalFileFailure.self) { try LocalFile.replace(folder + "/config.json", with: [1]) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["config.json"])
        let failure = #expect(throws: LocalFileFailure.self) { try LocalFile.replace("/dev/full/x", with: [1]) }
        #expect(failure?.kind == .missing)
    }
}
