import FeedText
import LocalSystem
import TributaryEngine

/// Tributary's own package on the disk, into which a plugin is put.
struct PackageTree: Sendable {
    private let root: String

    private static let description = "Package.swift"
    private static let list = "Sources/Command/BuiltinPlugins/BuiltinPlugins.swift"
    /// Sources are no larger.
    private static let largest = 16 << 20

    /// The package that a folder is in.
    ///
    /// - Throws: where it is in none.
    init(around folder: String) throws(UsageFailure) {
        var root = folder
        while !LocalFile.exists("\(root)/\(Self.list)") {
            guard root != "/" else {
                throw UsageFailure(
                    "\(folder) is not in Tributary's sources, where a plugin is put; name them with --in FOLDER",
                    command: "plugin")
            }
            root = FilePath.folder(of: root)
        }
        self.root = root
    }

    /// Puts a plugin into the package.
    ///
    /// Everything that could be in the way is looked at before anything is written.
    /// - Returns: the paths that were written, below the root.
    func add(_ plugin: NewPlugin) throws -> [String] {
        for role in ["Adapters", "Stages", "Sinks"] where LocalFile.exists("\(root)/Plugins/\(role)/\(plugin.type)") {
            throw UsageFailure(
                "Plugins/\(role)/\(plugin.type) is there already; choose another name", command: "plugin")
        }
        guard !LocalFile.exists("\(root)/\(plugin.folders.tests)") else {
            throw UsageFailure("\(plugin.folders.tests) is there already", command: "plugin")
        }
        guard let package = plugin.described(in: try text(of: Self.description)),
            let list = plugin.listed(in: try text(of: Self.list))
        else {
            throw UsageFailure(
                "\(Self.description) and \(Self.list) are not as they were written; add the plugin by hand, as "
                    + "docs/adding-an-adapter.md tells", command: "plugin")
        }
        let files = plugin.files + [(Self.description, package), (Self.list, list)]
        for file in files {
            try LocalFile.replace("\(root)/\(file.path)", with: Array(file.text.utf8), makesFolders: true)
        }
        return files.map(\.path)
    }

    private func text(of name: String) throws(LocalFileFailure) -> String {
        String(decoding: try LocalFile.read("\(root)/\(name)", limit: Self.largest), as: UTF8.self)
    }
}
