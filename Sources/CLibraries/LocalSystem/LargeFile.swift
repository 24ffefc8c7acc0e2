import Glibc

/// An open regular file that is read in parts; it is closed when nobody holds it any more.
public final class LargeFile: Sendable {
    private let descriptor: Int32
    private let path: String
    /// How many bytes it held when it was opened.
    public let count: Int

    /// Opens the file at a path; nil if it is no regular file, or a smaller one.
    init?(_ path: String, from smallest: Int, limit: Int) throws(LocalFileFailure) {
        var status = stat()
        // Whoever writes to a pipe must not see it opened for nothing.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size >= smallest else {
            return nil
        }
        guard status.st_size <= limit else { throw LocalFileFailure(path: path, largest: limit) }
        self.path = path
        count = Int(status.st_size)
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw LocalFileFailure(path: path, code: errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The bytes of a range; fewer where the file has become shorter.
    ///
    /// Waits for the disk.
    public func bytes(in range: Range<Int>) throws(LocalFileFailure) -> [UInt8] {
        try LocalFile.readPart(of: descriptor, path: path, from: Int64(range.lowerBound), count: range.count)
    }
}
