public import ThreadExecutor

/// Reads files on a thread of its own, since a file may lie on a slow disk or be a pipe.
public actor FileReader {
    private let executor: ThreadExecutor
    private let limit: Int

    /// A reader of files up to `limit` bytes.
    public init(on executor: ThreadExecutor, limit: Int) {
        self.executor = executor
        self.limit = limit
    }

    /// The thread on which reads wait.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// All that standard input holds from where it stands.
    public func readStandardInput() throws(LocalFileFailure) -> [UInt8] {
        try LocalFile.readStandardInput(limit: limit)
    }

    /// The bytes of a file that is no pipe and no device.
    public func readRegularFile(_ path: String) throws(LocalFileFailure) -> [UInt8] {
        try LocalFile.readRegularFile(path, limit: limit)
    }

    /// The bytes of a file.
    public func read(_ path: String) throws(LocalFileFailure) -> [UInt8] {
        try LocalFile.read(path, limit: limit)
    }

    /// A file to be read in parts; nil if it is no regular file or smaller than `smallest` bytes.
    public func openLargeFile(_ path: String, from smallest: Int) throws(LocalFileFailure) -> LargeFile? {
        try LargeFile(path, from: smallest, limit: limit)
    }
}
