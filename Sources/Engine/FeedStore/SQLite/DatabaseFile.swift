import Glibc
import TributaryEngine

/// The file of a database, seen from outside SQLite.
enum DatabaseFile {
    /// Whether something lies at the path.
    static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    /// Whether the file is there.
    ///
    /// - Throws: where something else than a file lies at the path.
    static func isThere(_ path: String) throws(StoreFailure) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return exists(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreFailure(
                .other, "\(path): a folder, a pipe or a device, not a file; name another one in store.path")
        }
        return true
    }

    /// The path of a file, links followed; as it is where there is none.
    static func resolved(_ path: String) -> String {
        guard let found = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    /// Makes the file, empty, with its folders, if there is none: 0600 in folders of 0700.
    ///
    /// A file that exists is not touched: closing a descriptor of it would drop the locks that SQLite holds on it
    /// elsewhere in this process.
    static func makeIfMissing(_ path: String) throws(StoreFailure) {
        guard try !isThere(path) else { return }
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
        try makeFolder(folder, for: path)
        let file = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if file >= 0 {
            close(file)
        } else if errno != EEXIST {
            throw failure(errno, path)
        }
    }

    /// Gives a finished file its name, after it is safe on the disk; the folder is synced, too.
    static func put(_ finished: String, inPlaceOf path: String) throws(StoreFailure) {
        try sync(finished, for: path)
        // Unlike rename, link does not replace what has come in the meantime.
        guard unsafe link(finished, path) == 0 else { throw failure(errno, path) }
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
        try sync(folder.isEmpty ? "/" : folder, for: path)
    }

    /// Deletes a file, if it is there and may be.
    static func remove(_ path: String) {
        _ = unsafe unlink(path)
    }

    private static func sync(_ name: String, for path: String) throws(StoreFailure) {
        let file = unsafe open(name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(errno, path) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw failure(errno, path) }
    }

    /// What an error of the system means for a file.
    static func failure(_ number: Int32, _ path: String) -> StoreFailure {
        let reason = StoreFailure.text(ofSystemError: number)
        switch number {
        case ENOSPC, EDQUOT:
            return StoreFailure(.full, "\(path): the disk is full; free some space and run again, nothing was lost")
        case EACCES, EPERM, EROFS:
            return StoreFailure(.readOnly, StoreFailure.cannotWrite(path, reason))
        default:
            return StoreFailure(.other, "\(path): cannot be opened (\(reason)); name another file in store.path")
        }
    }

    private static func makeFolder(_ folder: String, for path: String) throws(StoreFailure) {
        guard !folder.isEmpty, !exists(folder) else { return }
        if let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
            try makeFolder(String(folder[..<slash]), for: path)
        }
        if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST { throw failure(errno, path) }
    }
}
