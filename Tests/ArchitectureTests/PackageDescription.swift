import Foundation

/// The package as SwiftPM describes it, and the import lines of its sources.
struct PackageDescription: Sendable {
    struct Target: Sendable, Decodable {
        var name: String
        var type: String
        var path: String
        var sources: [String]
        var target_dependencies: [String]?

        var dependencies: [String] { target_dependencies ?? [] }

        /// The wing of `Sources` that the target stands in; nil for a plugin or a test.
        var wing: String? {
            let parts = path.split(separator: "/")
            return parts.first == "Sources" && parts.count > 1 ? String(parts[1]) : nil
        }

        var isPlugin: Bool { path.hasPrefix("Plugins/") }
    }

    private struct Described: Decodable {
        var targets: [Target]
    }

    let targets: [Target]
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    init() throws {
        // A scratch path of its own: the one of the running test is locked.
        let scratch = FileManager.default.temporaryDirectory.appending(path: "describe-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", Self.root.path, "--scratch-path", scratch.path, "describe",
            "--type", "json",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        targets = try JSONDecoder().decode(Described.self, from: data).targets
    }

    func target(_ name: String) -> Target? { targets.first { $0.name == name } }

    /// The modules that a target's sources import, each with a file that does.
    func imports(of target: Target) throws -> [String: String] {
        var imports: [String: String] = [:]
        for source in target.sources where source.hasSuffix(".swift") {
            let file = Self.root.appending(path: target.path).appending(path: source)
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            where line.first != " " {
                let words = line.split(separator: " ")
                guard let position = words.firstIndex(of: "import"), position + 1 < words.count else { continue }
                guard words[..<position].allSatisfy({ Self.modifiers.contains(String($0)) }) else { continue }
                imports[String(words[position + 1].split(separator: ".")[0])] = "\(target.path)/\(source)"
            }
        }
        return imports
    }

    private static let modifiers: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "@testable", "@preconcurrency",
    ]
}
