import Glibc

/// Files by their paths: read whole, within a limit.
public enum LocalFile {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: absolute, or relative to the working directory.
    ///   - limit: how many bytes at most.
    /// - Throws: ``LocalFileFailure`` with the system's reason, or ``LocalFileFailure/Kind/tooLarge``.
    public static func read(_ path: String, limit: Int = .max) throws(LocalFileFailure) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw LocalFileFailure(path: path, code: errno) }
        defer { close(descriptor) }
        return try read(descriptor, path: path, limit: limit)
    }

    /// Reads a whole file that a run names by itself: no pipe, which might never end, and no device.
    ///
    /// - Parameters:
    ///   - path: absolute, or relative to the working directory.
    ///   - limit: how many bytes at most.
    public static func readRegularFile(_ path: String, limit: Int = .max) throws(LocalFileFailure) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe waits for a writer.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw LocalFileFailure(path: path, code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw LocalFileFailure(path: path, code: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFDIR: return try read(descriptor, path: path, limit: limit)
        default: throw LocalFileFailure(path: path, reason: "a pipe or a device, not a file")
        }
    }

    /// Reads all of standard input, which may be a socket too: `/dev/stdin` cannot open one.
    ///
    /// - Parameter limit: how many bytes at most.
    public static func readStandardInput(limit: Int = .max) throws(LocalFileFailure) -> [UInt8] {
        try read(STDIN_FILENO, path: "standard input", limit: limit)
    }

    /// Whether something lies at a path.
    public static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    /// Reads all of an open descriptor; `path` names it in messages.
    static func read(_ descriptor: Int32, path: String, limit: Int) throws(LocalFileFailure) -> [UInt8] {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw LocalFileFailure(path: path, code: errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw LocalFileFailure(path: path, code: EISDIR) }
        guard status.st_size <= limit else { throw LocalFileFailure(path: path, largest: limit) }
        var bytes: [UInt8] = []
        var room = max(Int(status.st_size) + 1, 16_384)
        while true {
            let chunk = try readPiece(of: descriptor, path: path, room: room)
            if chunk.isEmpty { return bytes }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            guard bytes.count <= limit else { throw LocalFileFailure(path: path, largest: limit) }
            room = max(16_384, min(bytes.count, 1 << 20))
        }
    }

    /// Reads what comes next of an open descriptor, at most `room` bytes; empty at the end.
    static func readPiece(of descriptor: Int32, path: String, room: Int) throws(LocalFileFailure) -> [UInt8] {
        var failure: Int32 = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            unsafe takeLargePages(for: UnsafeMutableRawBufferPointer(buffer))
            let received = unsafe readRetrying(descriptor, buffer)
            if received < 0 { failure = errno }
            count = max(received, 0)
        }
        guard failure == 0 else { throw LocalFileFailure(path: path, code: failure) }
        return piece
    }

    /// Reads up to so many bytes from a place on; fewer where the file ends.
    static func readPart(
        of descriptor: Int32, path: String, from offset: Int64, count: Int
    ) throws(LocalFileFailure) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            unsafe takeLargePages(for: UnsafeMutableRawBufferPointer(buffer))
            while filled < buffer.count {
                let received = unsafe pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled,
                    off_t(offset) + off_t(filled))
                if received == 0 { return }
                if received > 0 {
                    filled += received
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        guard failure == 0 else { throw LocalFileFailure(path: path, code: failure) }
        return bytes
    }

    /// Asks for pages of 2 MB where a lot of memory is about to be filled: to get it in pages of 4 KB takes longer than to
    /// read the file.
    private static func takeLargePages(for buffer: UnsafeMutableRawBufferPointer) {
        let size = 2 << 20
        guard buffer.count >= 4 * size, let start = buffer.baseAddress else { return }
        let first = unsafe start.alignedUp(toMultipleOf: size)
        let last = unsafe (start + buffer.count).alignedDown(toMultipleOf: size)
        // Only advice: a system that can't follow it says so, and nothing is lost.
        _ = unsafe madvise(first, last - first, MADV_HUGEPAGE)
    }

    private static func readRetrying(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        while true {
            let received = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if received >= 0 || errno != EINTR { return received }
        }
    }
}

/// Why a file could not be read or written.
public struct LocalFileFailure: Error, Sendable, Hashable {
    /// What went wrong, as far as callers tell it apart.
    public enum Kind: Sendable, Hashable {
        /// There is no such file.
        case missing
        /// It may not be read or written.
        case forbidden
        /// It is larger than the limit.
        case tooLarge
        /// The disk, or one's share of it, is full.
        case full
        /// The name leads out of the folder that it must stay in.
        case outside
        /// The reader of a pipe has gone.
        case closed
        /// Anything else.
        case other
    }

    /// What went wrong.
    public var kind: Kind
    /// The path as it was given.
    public var path: String
    /// The system's words, or ours: lower case, no full stop.
    public var reason: String

    init(path: String, code: Int32) {
        self.path = path
        switch code {
        case ENOENT, ENOTDIR: kind = .missing
        case EACCES, EPERM, EROFS: kind = .forbidden
        case ENOSPC, EDQUOT, EFBIG: kind = .full
        case EXDEV: kind = .outside
        case EPIPE: kind = .closed
        default: kind = .other
        }
        let words = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        reason = words.prefix(1).lowercased() + words.dropFirst()
    }

    init(path: String, reason: String) {
        self.path = path
        self.reason = reason
        kind = .other
    }

    /// What stands in a place is nothing that bytes are kept in.
    init(noFileAt path: String) {
        self.init(path: path, reason: "a folder, a pipe or a device, not a file")
    }

    init(path: String, largest limit: Int) {
        self.path = path
        kind = .tooLarge
        reason = limit >= 1 << 20 ? "larger than \(limit >> 20) MiB" : "larger than \(limit) bytes"
    }
}

extension LocalFileFailure: CustomStringConvertible {
    /// The path and the reason.
    public var description: String { "\(path): \(reason)" }
}
