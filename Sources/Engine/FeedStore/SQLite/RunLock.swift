import Glibc
import TributaryEngine

/// The lock that lets one run at a time use a database: a file beside it, held by `flock`.
///
/// The file says which process holds it and since when. The system lets go of the lock when that process ends, however it
/// ends; so what a dead one left in the file means nothing.
struct RunLock: ~Copyable {
    private let file: Int32

    /// Takes the lock; nil while another run holds it.
    init?(beside database: String) throws(StoreFailure) {
        let path = Self.path(beside: database)
        let file = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw DatabaseFile.failure(errno, path) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(file)
            guard number == EWOULDBLOCK || number == EINTR else { throw DatabaseFile.failure(number, path) }
            return nil
        }
        self.file = file
        describeHolder()
    }

    deinit {
        ftruncate(file, 0)
        // Closing alone does not do it while a child that was being started at this moment still shares the file.
        flock(file, LOCK_UN)
        close(file)
    }

    /// The message for who finds the lock taken.
    static func heldMessage(beside database: String) -> String {
        let holder = holder(beside: database).map { " (process \($0.process), since \($0.start))" } ?? ""
        return "\(database): another run\(holder) is using the store; wait for its end and try again"
    }
}

// MARK: - Private

extension RunLock {
    private static func path(beside database: String) -> String { database + ".lock" }

    /// Writes process and start into the file; without them the lock holds all the same.
    private func describeHolder() {
        let text = Array("\(getpid()) \(Self.localTime())\n".utf8)
        ftruncate(file, 0)
        _ = unsafe pwrite(file, text, text.count, 0)
    }

    /// The time of day as people write it.
    private static func localTime() -> String {
        var seconds = time(nil)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
            let count = unsafe strftime(buffer.baseAddress, buffer.count, "%Y-%m-%d %H:%M:%S", &parts)
            return unsafe String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    private static func holder(beside database: String) -> (process: Substring, start: Substring)? {
        let file = unsafe open(path(beside: database), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(file, &bytes, bytes.count)
        guard count > 0, bytes[count - 1] == UInt8(ascii: "\n") else { return nil }
        let words = String(decoding: bytes[..<(count - 1)], as: UTF8.self).split(separator: " ", maxSplits: 1)
        return words.count == 2 ? (words[0], words[1]) : nil
    }
}
