import Glibc
public import ThreadExecutor

/// A folder of files that may be lost at any time: nothing is synced, and what cannot be written is not there.
///
/// For the user alone: 0600 in folders of 0700. Works on a thread of its own.
public actor CacheFolder {
    /// Bytes within one of its files.
    public struct Part: Sendable, Hashable {
        /// The file's name.
        public var name: String
        /// Where in the file they begin.
        public var offset: Int
        /// How many they are.
        public var count: Int

        /// A part of a file.
        public init(name: String, offset: Int, count: Int) {
            self.name = name
            self.offset = offset
            self.count = count
        }
    }

    private let path: String
    private let executor: ThreadExecutor
    private var isMade = false
    /// The file that is appended to, and its end.
    private var open: (descriptor: Int32, end: Part)?

    /// The folder at an absolute path, which is made when the first file is written.
    public init(_ path: String, on executor: ThreadExecutor) {
        self.path = path
        self.executor = executor
    }

    deinit {
        if let open { close(open.descriptor) }
    }

    /// The thread on which files are waited for.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Writes a new file.
    ///
    /// - Parameter name: a plain name, without folders.
    /// - Returns: whether it is there, which one that was there before is too.
    public func write(_ bytes: [UInt8], as name: String) -> Bool {
        guard let descriptor = makeFile(name) else { return errno == EEXIST }
        defer { close(descriptor) }
        let isWhole = Self.write(bytes, to: descriptor, at: 0)
        // Half a file would only be in the way.
        if !isWhole { _ = unsafe unlink(place(of: name)) }
        return isWhole
    }

    /// Appends to the file that was last appended to, or to a new one: making a file costs more than a small one's bytes.
    ///
    /// - Parameters:
    ///   - size: no file grows beyond so many bytes, but for one that is larger by itself and stays alone.
    ///   - name: names a new file: a plain name, without folders, that nobody else chooses.
    /// - Returns: where they are; nil where they could not be written.
    public func append(_ bytes: [UInt8], toFilesOf size: Int, naming name: @Sendable () -> String) -> Part? {
        if let open, open.end.offset > 0, open.end.offset > size - bytes.count { closeFile() }
        if open == nil {
            let name = name()
            guard let descriptor = makeFile(name) else { return nil }
            open = (descriptor, Part(name: name, offset: 0, count: 0))
        }
        guard let (descriptor, end) = open, Self.write(bytes, to: descriptor, at: end.offset) else { return nil }
        open?.end.offset += bytes.count
        return Part(name: end.name, offset: end.offset, count: bytes.count)
    }

    /// The bytes of a file; nil where it is gone or cannot be read.
    public func read(_ name: String) -> [UInt8]? {
        try? LocalFile.readRegularFile(place(of: name))
    }

    /// The bytes of a part; nil where its file is gone, is cut off or cannot be read.
    public func read(_ part: Part) -> [UInt8]? {
        let descriptor = unsafe Glibc.open(place(of: part.name), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        // The size is asked for first: what is said of a part need not be true.
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            part.offset >= 0, part.count >= 0, part.count <= Int(status.st_size),
            part.offset <= Int(status.st_size) - part.count
        else { return nil }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: part.count) { buffer, count in
            while count < part.count {
                let received = unsafe pread(
                    descriptor, buffer.baseAddress?.advanced(by: count), part.count - count, part.offset + count)
                if received > 0 { count += received } else if received == 0 || errno != EINTR { return }
            }
        }
        return bytes.count == part.count ? bytes : nil
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
        for name in names {
            if name == open?.end.name { closeFile() }
            _ = unsafe unlink(place(of: name))
        }
    }
}

// MARK: - Private

extension CacheFolder {
    private nonisolated func place(of name: String) -> String { "\(path)/\(name)" }

    /// Makes a file that is not there yet; nil where that fails, for the reason in `errno`.
    private func makeFile(_ name: String) -> Int32? {
        if !isMade {
            Self.make(path)
            isMade = true
        }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe Glibc.open(place(of: name), flags, 0o600)
        return descriptor >= 0 ? descriptor : nil
    }

    private func closeFile() {
        if let open { close(open.descriptor) }
        open = nil
    }

    /// - Returns: whether all of it is written.
    private static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) -> Bool {
        var written = 0
        return unsafe bytes.withUnsafeBytes { buffer in
            while written < buffer.count {
                let count = unsafe pwrite(
                    descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written, offset + written)
                if count >= 0 { written += count } else if errno != EINTR { return false }
            }
            return true
        }
    }

    /// Makes a folder with those above it; where that fails, writing will say so.
    private static func make(_ folder: String) {
        guard unsafe access(folder, F_OK) != 0 else { return }
        if let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")), slash != folder.startIndex {
            make(String(folder[..<slash]))
        }
        _ = unsafe mkdir(folder, 0o700)
    }
}
