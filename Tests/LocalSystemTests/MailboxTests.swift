import Foundation
import LocalSystem
import Testing
import ThreadExecutor

@Suite("Mailboxes and maildirs on the disk")
struct MailboxTests {
    /// A folder that goes away with its last reference.
    private final class Disk {
        let path = FileManager.default.temporaryDirectory.path + "/mailbox-\(UUID().uuidString)"

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var everything: [String] { (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? [] }

        func text(_ name: String) -> String? { try? String(contentsOfFile: path + "/" + name, encoding: .utf8) }

        func write(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
        }
    }

    private let disk = Disk()
    private let folder: LocalFolder

    init() {
        folder = LocalFolder(disk.path, on: ThreadExecutor(name: "test"))
    }

    @Test("Folders are made, also empty ones, and files come into theirs by way of another")
    func maildir() async throws {
        try await folder.makeFolders(["cur", "new", "tmp"])
        try await folder.makeFolders(["cur"])
        #expect(disk.everything == ["cur", "new", "tmp"])
        // What a killed process has left is used, not kept.
        try disk.write("half", "tmp/1")
        try await folder.replace([("new/1", Array("one".utf8)), ("new/2", Array("two".utf8))], by: "tmp")
        #expect(disk.everything == ["cur", "new", "new/1", "new/2", "tmp"] && disk.text("new/1") == "one")
        await #expect(throws: LocalFileFailure.self) { try await folder.makeFolders(["../out"]) }
        await #expect(throws: LocalFileFailure.self) { try await folder.replace([("new/3", [1])], by: "..") }
        #expect(disk.text("new/3") == nil)
    }

    @Test("A mailbox is locked while it is written, and not after it")
    func locking() async throws {
        _ = try await folder.append([65], to: "mail", locked: true)
        #expect(disk.everything == ["mail"])
        // What a killed process has left is not in the way: there is none of this number.
        try disk.write("2147483600\n", "mail.lock")
        _ = try await folder.append([66], to: "mail", locked: true)
        #expect(disk.everything == ["mail"] && disk.text("mail") == "AB")
        // One that lives is waited for.
        try disk.write("\(getpid())\n", "mail.lock")
        let appending = Task { [folder] in try await folder.append([67], to: "mail", locked: true) }
        try FileManager.default.removeItem(atPath: disk.path + "/mail.lock")
        _ = try await appending.value
        #expect(disk.everything == ["mail"] && disk.text("mail") == "ABC")
    }

    @Test("A lock that somebody keeps is a failure that says so, and nothing was written")
    func kept() async throws {
        _ = try await folder.append([65], to: "mail")
        try disk.write("\(getpid())\n", "mail.lock")
        let failure = await #expect(throws: LocalFileFailure.self) {
            try await folder.append([66], to: "mail", locked: true)
        }
        #expect(failure?.reason == "another program keeps it locked by mail.lock")
        #expect(disk.text("mail") == "A" && disk.text("mail.lock") != nil)
    }
}
