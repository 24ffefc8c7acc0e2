import Synchronization
public import TributaryPluginKit

/// Folders in memory, whose disk can be small, read-only or taken away in the middle of a write.
///
/// A write that fails leaves what fitted, as a kill does; replaced are all files of a call or none.
public final class MemoryFolders: OutputFolders {
    /// What a write meets.
    public enum Fault: Sendable, Hashable {
        /// The disk has room for so many bytes in all.
        case full(after: Int)
        /// Nothing may be written.
        case readOnly
    }

    /// A file in memory.
    struct File {
        var inode: UInt64
        var bytes: [UInt8]
    }

    fileprivate struct Disk {
        var files: [String: File] = [:]
        var nextInode: UInt64 = 1
        var written = 0
        var fault: Fault?
    }

    private let disk = Mutex(Disk())

    /// A disk that takes everything, or one with a fault.
    public init(fault: Fault? = nil) {
        disk.withLock { $0.fault = fault }
    }

    /// The folder at a path.
    public func folder(at path: String) -> any OutputFolder { MemoryFolder(disk: self, path: path) }

    /// Has every write from now on meet a fault, or none.
    public func meet(_ fault: Fault?) {
        disk.withLock { $0.fault = fault }
    }

    /// What the file at an absolute path holds; nil if there is none.
    public func bytes(at path: String) -> [UInt8]? { file(at: path)?.bytes }

    /// The absolute paths of all files, sorted.
    public var paths: [String] { disk.withLock { $0.files.keys.sorted() } }

    /// Puts a new file where perhaps another was, as somebody else would.
    public func put(_ bytes: [UInt8], at path: String) {
        disk.withLock { $0.put(bytes, at: path) }
    }

    /// Changes what a file holds, and lets it be the same file.
    public func edit(_ path: String, _ change: (inout [UInt8]) -> Void) {
        disk.withLock { disk in
            guard var file = disk.files[path] else { return }
            change(&file.bytes)
            disk.files[path] = file
        }
    }

    /// Gives a file another name, as a rotation of logs does.
    public func move(_ path: String, to other: String) {
        disk.withLock { $0.files[other] = $0.files.removeValue(forKey: path) }
    }
}

// MARK: - What folders do

extension MemoryFolders {
    func file(at path: String) -> File? { disk.withLock { $0.files[path] } }

    func names(below prefix: String) -> [String] {
        disk.withLock { disk in
            disk.files.keys.filter { $0.hasPrefix(prefix) && !$0.dropFirst(prefix.count).contains("/") }
                .map { String($0.dropFirst(prefix.count)) }.sorted()
        }
    }

    /// A folder is there as long as a file is in it.
    func hasFiles(below prefix: String) -> Bool {
        disk.withLock { disk in disk.files.keys.contains { $0.hasPrefix(prefix) } }
    }

    func replace(_ files: [(path: String, bytes: [UInt8])]) throws(FileFailure) {
        let failure = disk.withLock { (disk) -> FileFailure? in
            for (path, bytes) in files where disk.files[path]?.bytes != bytes {
                if let failure = disk.take(bytes, for: path).failure { return failure }
            }
            for (path, bytes) in files where disk.files[path]?.bytes != bytes { disk.put(bytes, at: path) }
            return nil
        }
        if let failure { throw failure }
    }

    func append(_ bytes: [UInt8], to path: String) throws(FileFailure) -> File {
        let (file, failure) = disk.withLock { (disk) -> (File, FileFailure?) in
            let (taken, failure) = disk.take(bytes, for: path)
            if disk.files[path] == nil { disk.put([], at: path) }
            disk.files[path]?.bytes += bytes.prefix(taken)
            return (disk.files[path] ?? File(inode: 0, bytes: []), failure)
        }
        if let failure { throw failure }
        return file
    }

    func remove(_ paths: [String]) throws(FileFailure) {
        let isReadOnly = disk.withLock { disk in
            guard disk.fault != .readOnly else { return true }
            for path in paths { disk.files[path] = nil }
            return false
        }
        if isReadOnly { throw .readOnly(paths.first ?? "") }
    }
}

extension MemoryFolders.Disk {
    fileprivate mutating func put(_ bytes: [UInt8], at path: String) {
        files[path] = MemoryFolders.File(inode: nextInode, bytes: bytes)
        nextInode += 1
    }

    /// How many of the bytes there is room for, and what stops the others.
    fileprivate mutating func take(_ bytes: [UInt8], for path: String) -> (count: Int, failure: FileFailure?) {
        switch fault {
        case nil: return (bytes.count, nil)
        case .readOnly: return (0, .readOnly(path))
        case .full(let limit):
            let count = min(bytes.count, max(0, limit - written))
            written += count
            return (count, count < bytes.count ? FileFailure(.full, "\(path): the disk is full; free some space") : nil)
        }
    }
}

extension FileFailure {
    fileprivate static func readOnly(_ path: String) -> FileFailure {
        FileFailure(.forbidden, "\(path): cannot be written (read-only file system); allow it, or name another path")
    }
}
