import Glibc
public import ThreadExecutor

/// A folder in which files are written so that a power cut cannot halve them; nothing outside of it is touched.
///
/// Names are relative to it. Each part is opened by itself without following links, so that no name leads out of it
/// whatever lies in the folder; the folder itself may be reached through links. Works on a thread of its own.
public actor LocalFolder {
    private let path: String
    private let executor: ThreadExecutor
    /// The files that were appended to, and whose folder has been synced since.
    private var placed: Set<String> = []

    /// How many files are written before they are synced together: each takes a descriptor until then.
    private static let group = 64

    /// The folder at a path, which is made when the first file is written.
    public init(_ path: String, on executor: ThreadExecutor) {
        self.path = path
        self.executor = executor
    }

    /// The thread on which files are waited for.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Replaces files one by one in one step each, and syncs them, then their folders.
    ///
    /// Files that hold their bytes already are left alone.
    ///
    /// - Parameter way: the further folder in which they are written first, under their own names; nil for beside their
    ///   places, hidden.
    public func replace(
        _ files: [(name: String, bytes: [UInt8])], by way: String? = nil
    ) throws(LocalFileFailure) {
        for start in stride(from: 0, to: files.count, by: Self.group) {
            let folders = OpenFolders(below: path)
            var replacements = Replacements()
            do throws(LocalFileFailure) {
                for file in files[start..<min(start + Self.group, files.count)] {
                    let place = try folders.place(of: file.name, making: true)
                    let first = try way.map { (way) throws(LocalFileFailure) in
                        try folders.place(of: "\(way)/\(place.name)", making: true)
                    }
                    try replacements.write(file.bytes, for: place, first: first)
                }
                try replacements.putInPlace()
            } catch {
                replacements.discard()
                throw error
            }
            try folders.sync()
        }
    }

    /// Makes further folders that are not there yet, and syncs those that they stand in.
    public func makeFolders(_ names: [String]) throws(LocalFileFailure) {
        let folders = OpenFolders(below: path)
        // A folder is made on the way to what stands in it.
        for name in names { _ = try folders.place(of: name + "/any", making: true) }
        try folders.sync()
    }

    /// Writes bytes at the end of a file, makes it if there is none, and syncs it and the folder that it stands in.
    ///
    /// - Parameter locked: whether mail programs that lock their files are kept out meanwhile.
    /// - Returns: the file and where it ends now.
    public func append(
        _ bytes: [UInt8], to name: String, locked: Bool = false
    ) throws(LocalFileFailure) -> (inode: UInt64, length: Int64) {
        let folders = OpenFolders(below: path)
        let place = try folders.place(of: name, making: true)
        let lock = locked ? try MailboxLock(of: place) : nil
        defer { lock?.release() }
        let file = try OpenFile(place, O_WRONLY | O_APPEND | O_CREAT)
        if locked { try file.lockRegion() }
        let before = try file.status()
        do throws(LocalFileFailure) {
            try file.write(bytes)
            try file.sync()
        } catch {
            // A half line would stay; what others have appended meanwhile must not go.
            if let now = try? file.status(), now.length - before.length < bytes.count {
                file.truncate(to: before.length)
            }
            throw error
        }
        // Also a file that an earlier process had made: it may have been killed before it came to this.
        if !placed.contains(name) {
            try folders.sync()
            placed.insert(name)
        }
        return try file.status()
    }

    /// The file that has a name, and where it ends; nil if there is none.
    public func status(of name: String) throws(LocalFileFailure) -> (inode: UInt64, length: Int64)? {
        do throws(LocalFileFailure) {
            return try OpenFile(OpenFolders(below: path).place(of: name, making: false), O_RDONLY).status()
        } catch  where error.kind == .missing {
            return nil
        }
    }

    /// Up to so many bytes of a file from a place on.
    public func bytes(of name: String, from offset: Int64, count: Int) throws(LocalFileFailure) -> [UInt8] {
        try OpenFile(OpenFolders(below: path).place(of: name, making: false), O_RDONLY).bytes(
            from: offset, count: count)
    }

    /// The names of the regular files in a further folder, sorted, without hidden ones; empty where there is none.
    public func names(in folder: String) throws(LocalFileFailure) -> [String] {
        do throws(LocalFileFailure) {
            return try OpenFolders(below: path).names(in: folder)
        } catch  where error.kind == .missing {
            return []
        }
    }

    /// Whether there is a further folder of this name; the empty name is this one.
    public func hasFolder(_ name: String) throws(LocalFileFailure) -> Bool {
        do throws(LocalFileFailure) {
            try OpenFolders(below: path).open(name)
            return true
        } catch  where error.kind == .missing {
            return false
        }
    }

    /// Deletes files, as far as they are there, and syncs their folders.
    public func remove(_ names: [String]) throws(LocalFileFailure) {
        for start in stride(from: 0, to: names.count, by: Self.group) {
            let folders = OpenFolders(below: path)
            for name in names[start..<min(start + Self.group, names.count)] {
                do throws(LocalFileFailure) {
                    try folders.place(of: name, making: false).remove()
                } catch  where error.kind == .missing {
                    continue
                }
            }
            try folders.sync()
        }
    }
}
