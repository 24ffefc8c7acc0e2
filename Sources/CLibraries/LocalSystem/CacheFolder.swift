import Glibc
public import ThreadExecutor

/// A folder of files that may be lost at any time: nothing is synced, and what cannot be written is not there.
///
/// For the user alone: 0600 in folders of 0700. Works on a thread of its own.
public actor CacheFolder {
    private let path: String
    private let executor: ThreadExecutor
    private var isMade = false

    /// The folder at an absolute path, which is made when the first file is written.
    public init(_ path: String, on executor: ThreadExecutor) {
        self.path = path
        self.executor = executor
    }

    /// The thread on which files are waited for.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Writes a new file.
    ///
    /// - Parameter name: a plain name, without folders.
    /// - Returns: whether it is there, which one that was there before is too.
    public func write(_ bytes: [UInt8], as name: String) -> Bool {
        if !isMade {
            Self.make(path)
            isMade = true
        }
        let file = place(of: name)
        let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno == EEXIST }
        defer { close(descriptor) }
        var written = 0
        let isWhole = unsafe bytes.withUnsafeBytes { buffer in
            while written < buffer.count {
                let count = unsafe Glibc.write(
                    descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
                if count >= 0 { written += count } else if errno != EINTR { return false }
            }
            return true
        }
        // Half a file would only be in the way.
        if !isWhole { _ = unsafe unlink(file) }
        return isWhole
    }

    /// The bytes of a file; nil where it is gone or cannot be read.
    public func read(_ name: String) -> [UInt8]? {
        try? LocalFile.readRegularFile(place(of: name))
    }

    /// The files in it with their sizes, by name; none where there is no folder.
    public func files() -> [(name: String, size: Int)] {
        guard let stream = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(stream) }
        var files: [(name: String, size: Int)] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            guard unsafe fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            files.append((name, Int(status.st_size)))
        }
        return files.sorted { $0.name < $1.name }
    }

    /// Deletes files; one that is gone already is as well.
    public func remove(_ names: [String]) {
        for name in names { _ = unsafe unlink(place(of: name)) }
    }
}

// MARK: - Private

extension CacheFolder {
    private nonisolated func place(of name: String) -> String { "\(path)/\(name)" }

    /// Makes a folder with those above it; where that fails, writing will say so.
    private static func make(_ folder: String) {
        guard unsafe access(folder, F_OK) != 0 else { return }
        if let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")), slash != folder.startIndex {
            make(String(folder[..<slash]))
        }
        _ = unsafe mkdir(folder, 0o700)
    }
}
