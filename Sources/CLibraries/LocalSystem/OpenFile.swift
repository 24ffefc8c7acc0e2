import Glibc

/// The place of a file: the open folder that it stands in, and its name there.
struct FilePlace {
    /// The folder's descriptor.
    var folder: Int32
    /// Keeps the folder open.
    var folders: OpenFolders
    /// The file's name in it.
    var name: String
    /// What messages call it.
    var path: String

    /// What kind of thing stands there, links not followed (`S_IFMT`); nil for nothing.
    func kind() throws(LocalFileFailure) -> mode_t? {
        var status = stat()
        if unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status.st_mode & S_IFMT }
        guard errno == ENOENT else { throw LocalFileFailure(path: path, code: errno) }
        return nil
    }

    /// Throws unless a file may come to stand there: in the place of nothing, of another file or of a link.
    func checkReplaceable() throws(LocalFileFailure) {
        guard let kind = try kind(), kind != S_IFREG, kind != S_IFLNK else { return }
        throw LocalFileFailure(noFileAt: path)
    }

    /// Throws if something stands there.
    func checkVacant() throws(LocalFileFailure) {
        guard try kind() != nil else { return }
        throw LocalFileFailure(
            path: path, reason: "there is such a file already; name another one, or move it away")
    }

    /// Deletes the file.
    func remove() throws(LocalFileFailure) {
        guard unsafe unlinkat(folder, name, 0) == 0 else { throw LocalFileFailure(path: path, code: errno) }
    }

    /// Gives the file the place of another in the same folder.
    func rename(to other: FilePlace) throws(LocalFileFailure) {
        guard unsafe renameat(folder, name, other.folder, other.name) == 0 else {
            throw LocalFileFailure(path: other.path, code: errno)
        }
    }
}

/// An open regular file; it is closed when nobody holds it any more.
///
/// Not `Sendable`: it lives for one call on one thread.
final class OpenFile {
    private let descriptor: Int32
    /// Where it stands.
    let place: FilePlace

    /// Opens the file at a place, which is no link, pipe or device.
    ///
    /// - Parameter permissions: of one that is made, less the umask; by default all may read it.
    init(_ place: FilePlace, _ flags: Int32, permissions: mode_t = 0o666) throws(LocalFileFailure) {
        // Without O_NONBLOCK, opening a pipe waits for its other end.
        let opened = unsafe openat(place.folder, place.name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, permissions)
        descriptor = opened
        self.place = place
        guard opened >= 0 else {
            throw errno == ELOOP
                ? LocalFileFailure(path: place.path, reason: "a symbolic link, not a file")
                : LocalFileFailure(path: place.path, code: errno)
        }
        guard try mode() & S_IFMT == S_IFREG else {
            throw LocalFileFailure(noFileAt: place.path)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The inode, and how many bytes the file holds.
    func status() throws(LocalFileFailure) -> (inode: UInt64, length: Int64) {
        var status = stat()
        try check(unsafe fstat(descriptor, &status))
        return (UInt64(status.st_ino), Int64(status.st_size))
    }

    /// Its permissions, and what kind of file it is.
    func mode() throws(LocalFileFailure) -> mode_t {
        var status = stat()
        try check(unsafe fstat(descriptor, &status))
        return status.st_mode
    }

    /// How many seconds ago it was changed.
    func age() throws(LocalFileFailure) -> Int {
        var status = stat()
        try check(unsafe fstat(descriptor, &status))
        return time(nil) - status.st_mtim.tv_sec
    }

    /// Sets its permissions.
    func allow(_ mode: mode_t) throws(LocalFileFailure) { try check(fchmod(descriptor, mode & 0o777)) }

    /// Writes all bytes where it stands.
    func write(_ bytes: [UInt8]) throws(LocalFileFailure) {
        var failure: Int32 = 0
        unsafe bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let count = unsafe Glibc.write(
                    descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
                if count >= 0 {
                    written += count
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        if failure != 0 { throw LocalFileFailure(path: place.path, code: failure) }
    }

    /// Up to so many bytes from a place on.
    func bytes(from offset: Int64, count: Int) throws(LocalFileFailure) -> [UInt8] {
        // What is there, not what is asked for, decides how much memory is taken.
        let room = try max(0, min(count, Int(clamping: status().length - offset)))
        return try LocalFile.readPart(of: descriptor, path: place.path, from: offset, count: room)
    }

    /// Lets what was written survive a power cut.
    func sync() throws(LocalFileFailure) { try check(fsync(descriptor)) }

    /// Cuts the file off, if the system lets us.
    func truncate(to length: Int64) { _ = ftruncate(descriptor, off_t(length)) }

    /// Takes the file for this process, until it is closed; false if another one has it.
    func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Keeps out, until it is closed, who locks files as mail programs do; waits for those a few seconds.
    func lockRegion() throws(LocalFileFailure) {
        for attempt in 0..<MailboxLock.attempts {
            if attempt > 0 { usleep(MailboxLock.pause) }
            var region = flock(
                l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
            if unsafe fcntl(descriptor, F_SETLK, &region) == 0 { return }
            guard errno == EACCES || errno == EAGAIN || errno == EINTR else {
                throw LocalFileFailure(path: place.path, code: errno)
            }
        }
        throw LocalFileFailure(path: place.path, reason: "another program keeps it locked")
    }

    private func check(_ status: Int32) throws(LocalFileFailure) {
        guard status == 0 else { throw LocalFileFailure(path: place.path, code: errno) }
    }
}
