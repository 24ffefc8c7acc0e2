/// Where bytes go in order: standard output, or what a test puts in its place.
public protocol OutputChannel: Sendable {
    /// Writes all of `bytes`, waiting where the reader is slow, or says how many were written before it failed.
    func write(_ bytes: [UInt8]) async throws(OutputFailure)
}

/// Why not all bytes were written.
public struct OutputFailure: Error, Hashable {
    /// Whether the reader has gone (`EPIPE`): then the run ends in peace.
    public var isClosed: Bool
    /// How many bytes of the call were written.
    public var bytesWritten: Int
    /// What happened: lower case, no full stop.
    public var message: String

    /// A write that failed after some bytes.
    public init(isClosed: Bool, bytesWritten: Int, message: String) {
        self.isClosed = isClosed
        self.bytesWritten = bytesWritten
        self.message = message
    }
}
