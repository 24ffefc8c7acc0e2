import Foundation
import Testing
import TributaryTestOrigin

/// A case laid out to be run: its files in a folder of their own, and an origin that serves what lies under `site`.
///
/// In files and commands `{{origin}}` stands for the origin's address, `{{host}}` for the same without its scheme,
/// `{{folder}}` for the folder, `{{repository}}` for the repository and `{{3 days ago}}` for that date.
final class CaseFolder: Sendable {
    /// Where commands run.
    let path: String
    /// The parent of `path`, where the user's home and the program's name lie too.
    let root: String
    let origin: TestOrigin

    /// The repository that this file lies in.
    static let repository = String(#filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined())

    /// Lays out a copy of a folder; without one an empty folder.
    init(copying folder: URL? = nil) throws {
        let manager = FileManager.default
        root = manager.temporaryDirectory.path + "/tributary-case-\(UUID().uuidString.prefix(8))"
        path = root + "/case"
        for name in ["case/site", "bin", "home"] {
            try manager.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true)
        }
        try manager.createSymbolicLink(
            atPath: root + "/bin/tributary", withDestinationPath: try Self.executable)
        origin = try TestOrigin(folder: path + "/site")
        guard let folder else { return }
        for name in try manager.subpathsOfDirectory(atPath: folder.path) where name != "session.txt" {
            guard let data = manager.contents(atPath: folder.path + "/" + name) else { continue }
            try write(data, to: name)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    /// Writes a file of the case, its placeholders filled in where it is text.
    func write(_ data: Data, to name: String) throws {
        let url = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        let filled = String(data: data, encoding: .utf8).map { Data(filling($0).utf8) }
        try (filled ?? data).write(to: url)
    }

    /// A text with its placeholders filled in.
    func filling(_ text: String) -> String {
        var text = text
        for (value, name) in places { text = text.replacing("{{\(name)}}", with: value) }
        for days in 1...9 where text.contains(" days ago}}") {
            let date = Date(timeIntervalSinceNow: Double(-86_400 * days) - 3_600)
            text = text.replacing("{{\(days) days ago}}", with: date.formatted(.iso8601))
        }
        return text
    }

    /// A text with what differs from run to run taken out again.
    func generalized(_ text: String) -> String {
        var text = text
        for (value, name) in places { text = text.replacing(value, with: "{{\(name)}}") }
        let mark = "\"first_seen\":\""
        let parts = text.split(separator: mark, omittingEmptySubsequences: false)
        return parts.enumerated().map { $0 == 0 ? String($1) : "{{now}}" + $1.drop { $0 != "\"" } }
            .joined(separator: mark)
    }

    /// The variables of the environment that commands run in.
    var environment: [String: String] {
        let home = root + "/home"
        return [
            "PATH": "\(root)/bin:/usr/bin:/bin", "HOME": home, "XDG_CONFIG_HOME": home + "/config",
            "XDG_STATE_HOME": home + "/state", "XDG_CACHE_HOME": home + "/cache", "TZ": "UTC", "COLUMNS": "80",
            "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
        ]
    }

    private var places: [(value: String, name: String)] {
        [
            (origin.url(""), "origin"), ("127.0.0.1:\(origin.port)", "host"), (path, "folder"),
            (root + "/home", "home"), (Self.repository, "repository"),
        ]
    }

    /// The program under test: it lies beside the test bundle.
    private static var executable: String {
        get throws {
            let argument = try #require(CommandLine.arguments.first)
            let file = URL(filePath: argument).deletingLastPathComponent().appending(path: "tributary").path
            try #require(FileManager.default.isExecutableFile(atPath: file), "there is no \(file)")
            return file
        }
    }
}
