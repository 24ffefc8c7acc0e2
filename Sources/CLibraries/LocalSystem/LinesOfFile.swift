import Glibc
public import ThreadExecutor

/// A file, or standard input, in pieces of whole lines, so that it need not fit into memory.
///
/// Works on a thread of its own.
public actor LinesOfFile {
    private let path: String
    private let descriptor: Int32
    private let executor: ThreadExecutor
    /// What has been read behind the last whole line.
    private var rest: [UInt8] = []

    private static let room = 1 << 18

    /// The lines of the file at a path.
    public init(_ path: String, on executor: ThreadExecutor) throws(LocalFileFailure) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        self.path = path
        self.executor = executor
        guard descriptor >= 0 else { throw LocalFileFailure(path: path, code: errno) }
    }

    /// The lines of standard input from where it stands.
    public init(standardInputOn executor: ThreadExecutor) {
        descriptor = STDIN_FILENO
        path = "standard input"
        self.executor = executor
    }

    deinit {
        if descriptor > STDIN_FILENO { close(descriptor) }
    }

    /// The thread on which reads wait.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// The next lines, each but perhaps the file's last with its end; nil at the end of the file.
    public func next() throws(LocalFileFailure) -> [UInt8]? {
        var lines = rest
        rest = []
        while true {
            let piece = try LocalFile.readPiece(of: descriptor, path: path, room: Self.room)
            guard !piece.isEmpty else { return lines.isEmpty ? nil : lines }
            guard let end = piece.lastIndex(of: UInt8(ascii: "\n")) else {
                lines += piece
                continue
            }
            lines += piece[...end]
            rest = Array(piece[(end + 1)...])
            return lines
        }
    }
}
