import Glibc

/// A file with `.lock` behind its name, by which mail programs keep each other out of a mailbox.
///
/// It holds the number of the process that made it, so that what a killed one has left is not in the way.
struct MailboxLock {
    /// How often a lock is tried for, and how many microseconds lie between.
    static let attempts = 15
    static let pause: UInt32 = 200_000
    /// After so many seconds a lock without a living process is left over.
    private static let longest = 300

    /// Nil where the folder may not be written: then nobody else can have made one either.
    private let place: FilePlace?

    /// Takes the lock of the mailbox at a place, waiting a few seconds for another program.
    init(of mailbox: FilePlace) throws(LocalFileFailure) {
        var place = mailbox
        place.name += ".lock"
        place.path += ".lock"
        for attempt in 0..<Self.attempts {
            if attempt > 0 { usleep(Self.pause) }
            let descriptor = unsafe openat(
                place.folder, place.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
            if descriptor >= 0 {
                let number = "\(getpid())\n"
                _ = unsafe write(descriptor, number, number.utf8.count)
                close(descriptor)
                self.place = place
                return
            }
            switch errno {
            case EACCES, EROFS, EPERM:
                self.place = nil
                return
            case EEXIST: if Self.isLeftOver(place) { try? place.remove() }
            default: throw LocalFileFailure(path: place.path, code: errno)
            }
        }
        throw LocalFileFailure(path: mailbox.path, reason: "another program keeps it locked by \(place.name)")
    }

    /// Gives the lock back.
    func release() {
        try? place?.remove()
    }

    /// Whether the process that made a lock is gone.
    private static func isLeftOver(_ place: FilePlace) -> Bool {
        guard let file = try? OpenFile(place, O_RDONLY), let bytes = try? file.bytes(from: 0, count: 20),
            let age = try? file.age()
        else { return false }
        let digits = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
        if let process = pid_t(digits), process > 0 { return kill(process, 0) != 0 && errno == ESRCH }
        return age > longest
    }
}
