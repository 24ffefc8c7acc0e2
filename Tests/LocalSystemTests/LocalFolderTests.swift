import Foundation
import LocalSystem
import Testing
import ThreadExecutor

@Suite("Folders that sinks write to")
struct LocalFolderTests {
    private final class Disk {
        let url = FileManager.default.temporaryDirectory.appending(path: "local-folder-\(UUID().uuidString)")
        let root: URL
        let folder: LocalFolder

        init() throws {
            root = url.appending(path: "a/b")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            folder = LocalFolder(root.path, on: ThreadExecutor(name: "test"))
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func text(_ name: String) -> String? { try? String(contentsOf: root.appending(path: name), encoding: .utf8) }

        /// All that stands in the folder, hidden files too.
        var everything: [String] { (try? FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()) ?? [] }

        func mode(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: root.appending(path: name).path)[.posixPermissions] as? Int
        }
    }

    private let disk: Disk

    init() throws { disk = try Disk() }

    private static func file(_ name: String, _ text: String) -> (name: String, bytes: [UInt8]) {
        (name, Array(text.utf8))
    }

    @Test("A folder is there or not, and a file is none")
    func presence() async throws {
        #expect(try await !disk.folder.hasFolder(""))
        #expect(try await !disk.folder.hasFolder("inner"))
        try await disk.folder.replace([Self.file("inner/file", "x")])
        #expect(try await disk.folder.hasFolder(""))
        #expect(try await disk.folder.hasFolder("inner"))
        #expect(try await !disk.folder.hasFolder("other"))
        #expect(try await !disk.folder.hasFolder("inner/file"))
        await #expect(throws: LocalFileFailure.self) { try await disk.folder.hasFolder("../b") }
    }

    @Test("Files are replaced whole, in folders that are made as they are needed, and nothing else is left")
    func replacing() async throws {
        try await disk.folder.replace([
            Self.file("x.html", "one"), Self.file("c/d/y.html", "two"), Self.file("c/z", ""),
        ])
        #expect(disk.everything == ["c", "c/d", "c/d/y.html", "c/z", "x.html"])
        try await disk.folder.replace([Self.file("x.html", "three"), Self.file("c/d/y.html", "two")])
        #expect(disk.text("x.html") == "three" && disk.text("c/d/y.html") == "two" && disk.text("c/z") == "")
        #expect(disk.everything == ["c", "c/d", "c/d/y.html", "c/z", "x.html"])
    }

    @Test("What is new can be read by all, as the umask allows; what was there keeps its permissions")
    func permissions() async throws {
        try await disk.folder.replace([Self.file("x", "one")])
        _ = try await disk.folder.append([1], to: "y")
        #expect(try disk.mode("x") == 0o644 && disk.mode("y") == 0o644)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: disk.root.appending(path: "x").path)
        try await disk.folder.replace([Self.file("x", "two")])
        #expect(try disk.mode("x") == 0o600 && disk.text("x") == "two")
    }

    @Test("A file that holds its bytes already stays the same file")
    func same() async throws {
        try await disk.folder.replace([Self.file("x", "one")])
        let before = try await disk.folder.status(of: "x")?.inode
        try await disk.folder.replace([Self.file("x", "one")])
        #expect(try await disk.folder.status(of: "x")?.inode == before)
        try await disk.folder.replace([Self.file("x", "two")])
        #expect(try await disk.folder.status(of: "x")?.inode != before)
    }

    @Test("Three hundred files in one go need few descriptors")
    func many() async throws {
        let files = (0..<300).map { Self.file("\($0 % 7)/\($0)", "file \($0)") }
        try await disk.folder.replace(files)
        for file in files { #expect(disk.text(file.name) == String(decoding: file.bytes, as: UTF8.self)) }
        #expect(try await disk.folder.names(in: "3").count == 43)
        try await disk.folder.remove(files.map(\.name))
        #expect(try await disk.folder.names(in: "3") == [])
    }

    @Test("What a killed process has left beside a file is used up")
    func leftover() async throws {
        try await disk.folder.replace([Self.file("x", "one")])
        try Data("a longer half of something".utf8).write(to: disk.root.appending(path: ".x.tributary"))
        try await disk.folder.replace([Self.file("x", "two")])
        #expect(disk.text("x") == "two" && disk.everything == ["x"])
    }

    @Test("Bytes are appended, and a mark says which file it was and where it ends")
    func appending() async throws {
        #expect(try await disk.folder.status(of: "log") == nil)
        let first = try await disk.folder.append(Array("one\n".utf8), to: "log")
        let second = try await disk.folder.append(Array("two\n".utf8), to: "log")
        #expect(first.length == 4 && second.length == 8 && first.inode == second.inode)
        let now = try #require(try await disk.folder.status(of: "log"))
        #expect(now.inode == first.inode && now.length == 8)
        #expect(try await disk.folder.bytes(of: "log", from: 2, count: 4) == Array("e\ntw".utf8))
        #expect(try await disk.folder.bytes(of: "log", from: 8, count: 4) == [])
        #expect(try await disk.folder.bytes(of: "log", from: 80, count: 4) == [])
    }

    @Test(
        "No name leads out of the folder",
        arguments: ["", ".", "..", "../x", "c/../../x", "/etc/x", "c//x", "c/", "c\u{0}/x", "c/./x"])
    func outside(name: String) async throws {
        try await disk.folder.replace([Self.file("c/y", "one")])
        for attempt in 0..<5 {
            let failure = await #expect(throws: LocalFileFailure.self) {
                switch attempt {
                case 0: try await disk.folder.replace([Self.file(name, "two")])
                case 1: _ = try await disk.folder.append([], to: name)
                case 2: _ = try await disk.folder.status(of: name)
                case 3: _ = try await disk.folder.bytes(of: name, from: 0, count: 1)
                default: try await disk.folder.remove([name])
                }
            }
            #expect(failure?.kind == .outside)
        }
        #expect(disk.everything == ["c", "c/y"])
    }

    @Test("No link leads out of the folder; a file that is a link gives way to a file")
    func links() async throws {
        try await disk.folder.replace([Self.file("c/y", "one")])
        let secret = disk.url.appending(path: "secret")
        try Data("secret".utf8).write(to: secret)
        try FileManager.default.createSymbolicLink(at: disk.root.appending(path: "out"), withDestinationURL: disk.url)
        try FileManager.default.createSymbolicLink(at: disk.root.appending(path: "link"), withDestinationURL: secret)
        await #expect(throws: LocalFileFailure.self) { try await disk.folder.replace([Self.file("out/secret", "x")]) }
        await #expect(throws: LocalFileFailure.self) { _ = try await disk.folder.append([1], to: "out/secret") }
        await #expect(throws: LocalFileFailure.self) { try await disk.folder.remove(["out/secret"]) }
        let failure = await #expect(throws: LocalFileFailure.self) { _ = try await disk.folder.append([1], to: "link") }
        #expect(failure?.reason == "a symbolic link, not a file")
        try await disk.folder.replace([Self.file("link", "mine")])
        #expect(try String(contentsOf: secret, encoding: .utf8) == "secret")
        #expect(disk.text("link") == "mine")
        #expect(try await disk.folder.names(in: "") == ["link"])
    }

    @Test("What is no file is said so, and nobody waits for it")
    func pipes() async throws {
        try await disk.folder.replace([Self.file("x", "one")])
        #expect(unsafe mkfifo(disk.root.appending(path: "pipe").path, 0o600) == 0)
        await #expect(throws: LocalFileFailure.self) { _ = try await disk.folder.append([1], to: "pipe") }
        await #expect(throws: LocalFileFailure.self) { try await disk.folder.replace([Self.file("pipe", "one")]) }
        #expect(disk.everything == ["pipe", "x"])
        let isFolder = await #expect(throws: LocalFileFailure.self) {
            try await LocalFolder(disk.url.path, on: ThreadExecutor(name: "test")).replace([Self.file("a", "x")])
        }
        #expect(isFolder?.reason == "a folder, a pipe or a device, not a file")
    }

    @Test("A folder that cannot be made is a failure that names it")
    func unreachable() async throws {
        let folder = LocalFolder("/dev/null/x/y", on: ThreadExecutor(name: "test"))
        let failure = await #expect(throws: LocalFileFailure.self) { try await folder.replace([Self.file("x", "y")]) }
        #expect(failure?.description == "/dev/null/x/y: not a directory")
    }
}
