/// What the process ends with; numbers follow sysexits(3) where it has one.
enum ExitStatus: Int32, Sendable {
    /// The work is done.
    case success = 0
    /// What was to be checked has faults.
    case findings = 1
    /// Wrong usage.
    case usage = 64
    /// What was given is not a feed.
    case notAFeed = 65
    /// There is no such file.
    case missingFile = 66
    /// Every feed failed.
    case unavailable = 69
    /// A sink failed, or the store.
    case failure = 74
    /// The store is locked, or with `--strict` a feed failed.
    case temporary = 75
    /// The configuration is wrong, or there is none.
    case configuration = 78
    /// Interrupted from the keyboard.
    case interrupted = 130
    /// Asked to end.
    case terminated = 143
}
