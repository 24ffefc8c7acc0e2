public import FeedJSON
import FoundationEssentials

/// The folder of a plugin: its code, its README and its `sample.json`.
public struct PluginFolder: Sendable {
    /// The absolute path.
    public let path: String

    /// A folder at a path.
    public init(path: String) {
        self.path = path
    }

    /// The folder at a path below the package's root, such as `Plugins/Stages/Keep`, looked for upwards from a test's file.
    public init(_ name: String, from file: String = #filePath) {
        var root = file[...]
        while let slash = root.lastIndex(of: "/") {
            root = root[..<slash]
            if FileManager.default.fileExists(atPath: root + "/Package.swift") { break }
        }
        path = root + "/" + name
    }

    /// The text of a file in the folder.
    public func text(_ name: String) throws -> String {
        String(decoding: try bytes(name), as: UTF8.self)
    }

    /// The bytes of a file in the folder.
    public func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: "\(path)/\(name)")))
    }

    /// `sample.json`: an element of the configuration that shows every option.
    public func sample() throws -> JSONNode {
        try JSONNode(parsing: bytes("sample.json"), options: .commentsAndTrailingCommas)
    }
}
