import CLinux
import Glibc

/// What the process was started with and in.
public enum ProcessEnvironment {
    /// The value of an environment variable; nil where it is not set.
    public static func value(of name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// All variables of the environment.
    public static var variables: [(name: String, value: String)] {
        var variables: [(name: String, value: String)] = []
        var place = unsafe environ
        while let text = unsafe place.pointee {
            let parts = unsafe String(cString: text).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables.append((String(parts[0]), String(parts[1]))) }
            unsafe place = unsafe place.advanced(by: 1)
        }
        return variables
    }

    /// The working directory, absolute.
    public static var workingDirectory: String {
        guard let path = unsafe getcwd(nil, 0) else { return "/" }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// Whether standard output is a terminal.
    public static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether standard error is a terminal.
    public static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// The width of the terminal on standard output in columns; nil where there is none.
    public static var outputColumns: Int? { columns(of: STDOUT_FILENO) }

    private static func columns(of stream: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// The present instant in seconds and nanoseconds since 1970-01-01T00:00:00Z.
    public static var wallClock: (seconds: Int64, nanoseconds: Int32) {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return (Int64(time.tv_sec), Int32(time.tv_nsec))
    }

    /// Puts something that fails where a standard stream was closed by whoever started the process.
    ///
    /// Else the next file that is opened would get its number, and what is printed would be written into it.
    public static func fillClosedStreams() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
            _ = unsafe open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Lets writes to a closed pipe fail instead of ending the process.
    public static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Has the system keep how children ended until somebody asks, even if whoever started this process did not care.
    public static func keepStatusOfChildren() {
        _ = signal(SIGCHLD, SIG_DFL)
    }

    /// Has the C library keep four heaps for all threads, not one for each, and give large blocks back when they are freed.
    ///
    /// What one thread frees another one can use then, and seldom do two wait for one heap.
    public static func boundHeaps() {
        _ = mallopt(tributary_malloc_arena_max, 4)
        _ = mallopt(tributary_malloc_mmap_threshold, 1 << 17)
    }

    /// Has the C library join small blocks with their neighbours when they are freed, not all of them again and again when
    /// a larger one is wanted: texts of an entry's size are.
    public static func joinFreeBlocks() {
        _ = mallopt(tributary_malloc_largest_fast, 0)
    }

    /// Writes a text on standard error without further ado, for a process in which nothing else runs yet.
    public static func writeError(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }

    /// The width of the terminal on standard error in columns; nil where there is none.
    public static var errorColumns: Int? { columns(of: STDERR_FILENO) }

    /// Ends the process without a look at what other threads are doing; what was printed is printed.
    public static func exitAtOnce(_ status: Int32) -> Never {
        _exit(status)
    }

    /// Ends the process; from now on signals end it at once, whatever libraries still do.
    public static func exit(_ status: Int32) -> Never {
        for number in [SIGINT, SIGTERM] { _ = signal(number, SIG_DFL) }
        Glibc.exit(status)
    }
}
