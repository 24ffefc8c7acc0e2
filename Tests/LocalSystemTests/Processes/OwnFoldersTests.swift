import Foundation
import LocalSystem
import Testing

@Suite("What belongs to a program")
struct OwnFoldersTests {
    @Test("Its folders are its own, by links too; a home is not")
    func folders() throws {
        let root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/own-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        for folder in ["home/plugins", "real"] {
            try FileManager.default.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
        }
        for file in ["home/plugins/a", "home/b", "real/c"] { try Data().write(to: URL(filePath: "\(root)/\(file)")) }
        try FileManager.default.createSymbolicLink(
            atPath: "\(root)/home/plugins/link", withDestinationPath: "\(root)/real/c")
        func own(_ names: String...) -> [String] {
            OwnFolders.of(names.map { "\(root)/\($0)" }, home: "\(root)/home")
                .map { String($0.dropFirst(root.count + 1)) }
        }
        #expect(own("home/plugins/a", "home/plugins/a") == ["home/plugins"])
        #expect(own("home/plugins/link") == ["home/plugins", "real"])
        #expect(own("home/b") == ["home/b"])
        #expect(own("home/plugins", "nowhere") == [])
        #expect(OwnFolders.of(["/etc/passwd"], home: nil) == ["/etc"])
    }
}
