import Glibc

/// The folders below a root that one call has come through, each opened once without following links.
///
/// Not `Sendable`: it lives for one call on one thread.
final class OpenFolders {
    private let root: String
    /// Open folders by their names below the root, which is the empty name.
    private var descriptors: [String: Int32] = [:]

    init(below root: String) {
        self.root = root
    }

    deinit {
        for descriptor in descriptors.values { close(descriptor) }
    }

    /// Where a file has its place: the folder is opened and, if wanted, made.
    func place(of name: String, making: Bool) throws(LocalFileFailure) -> FilePlace {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard let file = parts.last, parts.allSatisfy({ !["", ".", ".."].contains($0) && !$0.utf8.contains(0) }) else {
            throw LocalFileFailure(path: path(of: name), code: EXDEV)
        }
        let folder = try descriptor(of: parts.dropLast(), making: making)
        return FilePlace(folder: folder, folders: self, name: String(file), path: path(of: name))
    }

    /// Opens a folder, which is there, or there is a failure.
    @discardableResult
    func open(_ folder: String) throws(LocalFileFailure) -> Int32 {
        let parts = folder.split(separator: "/")
        guard !parts.contains(".."), !parts.contains(".") else {
            throw LocalFileFailure(path: path(of: folder), code: EXDEV)
        }
        return try descriptor(of: parts[...], making: false)
    }

    /// The names of the regular files in a folder, sorted, without hidden ones.
    func names(in folder: String) throws(LocalFileFailure) -> [String] {
        let opened = try open(folder)
        // The stream closes what it is given.
        guard let stream = unsafe fdopendir(dup(opened)) else {
            throw LocalFileFailure(path: path(of: folder), code: errno)
        }
        defer { unsafe closedir(stream) }
        unsafe rewinddir(stream)
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            var status = stat()
            let found = unsafe fstatat(opened, name, &status, AT_SYMLINK_NOFOLLOW) == 0
            if found, status.st_mode & S_IFMT == S_IFREG { names.append(name) }
        }
        return names.sorted()
    }

    /// Syncs every folder that was opened, the innermost ones first.
    func sync() throws(LocalFileFailure) {
        for (name, descriptor) in descriptors.sorted(by: { $0.key.utf8.count > $1.key.utf8.count })
        where fsync(descriptor) != 0 {
            throw LocalFileFailure(path: path(of: name), code: errno)
        }
    }
}

// MARK: - Private

extension OpenFolders {
    private func path(of name: String) -> String { name.isEmpty ? root : "\(root)/\(name)" }

    private func descriptor(of parts: ArraySlice<Substring>, making: Bool) throws(LocalFileFailure) -> Int32 {
        let name = parts.joined(separator: "/")
        if let known = descriptors[name] { return known }
        guard let last = parts.last else { return try openRoot(making: making) }
        let parent = try descriptor(of: parts.dropLast(), making: making)
        if making, unsafe mkdirat(parent, String(last), 0o777) != 0, errno != EEXIST {
            throw LocalFileFailure(path: path(of: name), code: errno)
        }
        let opened = unsafe openat(parent, String(last), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard opened >= 0 else {
            let reason = errno
            var status = stat()
            let isLink =
                unsafe fstatat(parent, String(last), &status, AT_SYMLINK_NOFOLLOW) == 0
                && status.st_mode & S_IFMT == S_IFLNK
            throw LocalFileFailure(path: path(of: name), code: isLink ? EXDEV : reason)
        }
        descriptors[name] = opened
        return opened
    }

    private func openRoot(making: Bool) throws(LocalFileFailure) -> Int32 {
        if making { try Self.make(root) }
        let opened = unsafe Glibc.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw LocalFileFailure(path: root, code: errno) }
        descriptors[""] = opened
        return opened
    }

    /// Makes a folder with those above it; each new one is synced into its parent.
    private static func make(_ folder: String) throws(LocalFileFailure) {
        guard unsafe access(folder, F_OK) != 0, errno == ENOENT else { return }
        let parent = folder.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(folder[..<$0]) } ?? ""
        if !parent.isEmpty { try make(parent) }
        guard unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw LocalFileFailure(path: folder, code: errno)
        }
        let opened = unsafe Glibc.open(parent.isEmpty ? "/" : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw LocalFileFailure(path: parent, code: errno) }
        defer { close(opened) }
        guard fsync(opened) == 0 else { throw LocalFileFailure(path: parent, code: errno) }
    }
}
