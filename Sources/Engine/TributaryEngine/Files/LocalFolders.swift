import LocalSystem
import ThreadExecutor
package import TributaryPluginKit

/// The machine's folders as sinks see them.
package struct LocalFolders: OutputFolders {
    /// All of them.
    package init() {}

    package func folder(at path: String) -> any OutputFolder { LocalOutputFolder(path) }
}

/// A folder with a thread of its own, so that no sink waits for another's disk; the thread starts when it is first used.
private actor LocalOutputFolder: OutputFolder {
    private let path: String
    private lazy var folder = LocalFolder(path, on: ThreadExecutor(name: "sink files"))

    init(_ path: String) {
        self.path = path
    }

    func replace(_ files: [OutputFile], by way: String?) async throws(FileFailure) {
        try await call { (folder) throws(LocalFileFailure) in
            try await folder.replace(files.map { ($0.name, $0.bytes) }, by: way)
        }
    }

    func makeFolders(_ names: [String]) async throws(FileFailure) {
        try await call { (folder) throws(LocalFileFailure) in try await folder.makeFolders(names) }
    }

    func append(_ bytes: [UInt8], to name: String, locked: Bool) async throws(FileFailure) -> FileMark {
        try await call { (folder) throws(LocalFileFailure) in
            FileMark(try await folder.append(bytes, to: name, locked: locked))
        }
    }

    func mark(of name: String) async throws(FileFailure) -> FileMark? {
        try await call { (folder) throws(LocalFileFailure) in try await folder.status(of: name).map { FileMark($0) } }
    }

    func bytes(of name: String, from offset: Int64, count: Int) async throws(FileFailure) -> [UInt8] {
        try await call(being: "read") { (folder) throws(LocalFileFailure) in
            try await folder.bytes(of: name, from: offset, count: count)
        }
    }

    func names(in inner: String) async throws(FileFailure) -> [String] {
        try await call(being: "read") { (folder) throws(LocalFileFailure) in try await folder.names(in: inner) }
    }

    func remove(_ names: [String]) async throws(FileFailure) {
        try await call { (folder) throws(LocalFileFailure) in try await folder.remove(names) }
    }

    func hasFolder(_ name: String) async throws(FileFailure) -> Bool {
        try await call(being: "read") { (folder) throws(LocalFileFailure) in try await folder.hasFolder(name) }
    }

    private func call<Answer: Sendable>(
        being act: String = "written",
        _ body: (LocalFolder) async throws(LocalFileFailure) -> Answer
    ) async throws(FileFailure) -> Answer {
        do throws(LocalFileFailure) {
            return try await body(folder)
        } catch {
            throw FileFailure(error, act)
        }
    }
}

extension FileMark {
    fileprivate init(_ status: (inode: UInt64, length: Int64)) {
        self.init(inode: status.inode, length: status.length)
    }
}

extension FileFailure {
    /// The failure in the words of the port, with what to do.
    ///
    /// - Parameter act: `read` or `written`, what the file cannot be.
    fileprivate init(_ failure: LocalFileFailure, _ act: String) {
        switch failure.kind {
        case .full: self.init(.full, "\(failure.path): the disk is full; free some space")
        case .forbidden:
            self.init(
                .forbidden, "\(failure.path): cannot be \(act) (\(failure.reason)); allow it, or name another path")
        case .outside: self.init(.outside, "\(failure.path): this name leads out of its folder")
        case .missing, .tooLarge, .closed, .other: self.init(.other, "\(failure.path): \(failure.reason)")
        }
    }
}
