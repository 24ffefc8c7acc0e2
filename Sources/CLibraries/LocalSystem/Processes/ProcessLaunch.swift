import CLinux
import Glibc

/// A program to start: what it is, what it is told, and which of its standard streams are ours.
///
/// No shell is involved; descriptors other than the standard ones are closed in the child.
public struct ProcessLaunch: Sendable {
    /// Where a standard stream of the child leads.
    public enum Stream: Sendable {
        /// Where ours leads.
        case inherited
        /// To us, by a pipe.
        case pipe
        /// To `/dev/null`.
        case nothing
    }

    /// The path of the program's file; see ``path(of:in:folder:)``.
    public var path: String
    /// The words that it is started with, its own name first.
    public var arguments: [String]
    /// All of its environment.
    public var environment: [(name: String, value: String)]
    /// The folder that it starts in; nil for ours.
    public var folder: String?
    /// Standard input, output and error.
    public var streams: (input: Stream, output: Stream, error: Stream)
    /// Whether it gets a session and process group of its own: no terminal reaches it, and it is ended with its children.
    public var isDetached: Bool

    /// A program that is spoken to over three pipes and has a session of its own.
    public init(path: String, arguments: [String], environment: [(name: String, value: String)], folder: String?) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.folder = folder
        streams = (.pipe, .pipe, .pipe)
        isDetached = true
    }

    /// The file that a command's first word means, as a shell looks for it.
    ///
    /// - Parameters:
    ///   - word: a path if it holds a slash, else a name.
    ///   - searchPath: the folders of `PATH`.
    ///   - folder: what a relative path is relative to.
    /// - Returns: nil where there is no such file, or none that may be executed.
    public static func path(of word: String, in searchPath: String, folder: String) -> String? {
        func isProgram(_ path: String) -> Bool {
            var status = stat()
            guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
            return unsafe access(path, X_OK) == 0
        }
        guard !word.isEmpty else { return nil }
        guard !word.contains("/") else {
            let path = word.hasPrefix("/") ? word : "\(folder)/\(word)"
            return isProgram(path) ? path : nil
        }
        for place in searchPath.split(separator: ":") {
            let path = place.hasPrefix("/") ? "\(place)/\(word)" : "\(folder)/\(place)/\(word)"
            if isProgram(path) { return path }
        }
        return nil
    }
}

/// A child that has been started, with our ends of its pipes; -1 for a stream that is not ours.
struct StartedProcess: Sendable {
    var id: pid_t
    var input: Int32 = -1
    var output: Int32 = -1
    var error: Int32 = -1
}

extension ProcessLaunch {
    /// Starts the program; the caller waits for its end and closes the pipes.
    ///
    /// From now on writes to a closed pipe fail instead of ending this process: a program may read less than it is sent.
    ///
    /// - Throws: why it could not be started; where the program is a script, that can be its interpreter.
    func start() throws(LocalFileFailure) -> StartedProcess {
        ProcessEnvironment.ignoreBrokenPipes()
        var pipes = Pipes(path: path)
        defer { pipes.closeChildEnds() }
        let ends: [Int32?]
        do throws(LocalFileFailure) {
            ends = [
                try pipes.childEnd(of: streams.input, isInput: true),
                try pipes.childEnd(of: streams.output, isInput: false),
                try pipes.childEnd(of: streams.error, isInput: false),
            ]
        } catch {
            pipes.closeOurEnds()
            throw error
        }
        var id: pid_t = 0
        let code = spawn(&id, with: ends)
        guard code == 0 else {
            pipes.closeOurEnds()
            throw LocalFileFailure(path: path, code: code)
        }
        return StartedProcess(id: id, input: pipes.ours[0], output: pipes.ours[1], error: pipes.ours[2])
    }

    private func spawn(_ id: inout pid_t, with ends: [Int32?]) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, end) in ends.enumerated() {
            guard let end else { continue }
            unsafe posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
        }
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        if let folder { unsafe posix_spawn_file_actions_addchdir_np(&actions, folder) }

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // What we ignore or hold back is no business of the child's.
        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
        if isDetached { flags |= tributary_spawn_setsid }
        unsafe posix_spawnattr_setflags(&attributes, flags)

        return unsafe CStrings.with(arguments) { arguments in
            unsafe CStrings.with(environment.map { "\($0.name)=\($0.value)" }) { environment in
                unsafe posix_spawn(&id, path, &actions, &attributes, arguments, environment)
            }
        }
    }
}

/// Lists of texts as C wants them.
enum CStrings {
    /// Calls `body` with a list of C strings that ends with a null pointer.
    static func with<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe []
        for text in texts { unsafe pointers.append(strdup(text)) }
        unsafe pointers.append(nil)
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        return unsafe body(pointers)
    }
}

/// The pipes to one child while it is being started.
private struct Pipes {
    let path: String
    /// Our ends, by the number of the child's stream.
    var ours: [Int32] = []
    private var theirs: [Int32] = []

    init(path: String) {
        self.path = path
    }

    /// What the child shall have as its next standard stream; nil for the one that we have.
    mutating func childEnd(of stream: ProcessLaunch.Stream, isInput: Bool) throws(LocalFileFailure) -> Int32? {
        switch stream {
        case .inherited:
            ours.append(-1)
            return nil
        case .nothing:
            let file = unsafe open("/dev/null", (isInput ? O_RDONLY : O_WRONLY) | O_CLOEXEC)
            guard file >= 0 else { throw LocalFileFailure(path: "/dev/null", code: errno) }
            ours.append(-1)
            theirs.append(file)
            return file
        case .pipe:
            var ends: [Int32] = [-1, -1]
            guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw LocalFileFailure(path: path, code: errno) }
            let (mine, other) = isInput ? (ends[1], ends[0]) : (ends[0], ends[1])
            ours.append(mine)
            theirs.append(other)
            _ = fcntl(mine, F_SETFL, fcntl(mine, F_GETFL) | O_NONBLOCK)
            return other
        }
    }

    func closeChildEnds() {
        for end in theirs { close(end) }
    }

    func closeOurEnds() {
        for end in ours where end >= 0 { close(end) }
    }
}
