/// Cuts bytes that come in pieces into lines.
public struct LineBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    private var searched = 0

    /// A buffer without bytes.
    public init() {}

    /// How many bytes have come that belong to no whole line.
    public var count: Int { bytes.count - start }

    /// Takes bytes.
    public mutating func append(_ more: [UInt8]) {
        if start == bytes.count {
            bytes = more
            searched = 0
        } else {
            bytes.removeSubrange(..<start)
            searched -= start
            bytes += more
        }
        start = 0
    }

    /// The next whole line without its end; nil until one has come.
    public mutating func next() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        defer {
            start = end + 1
            searched = start
        }
        return Array(bytes[start..<end])
    }

    /// What has come behind the last whole line, which the buffer then no longer holds.
    public mutating func takeRest() -> [UInt8] {
        defer { self = LineBuffer() }
        return Array(bytes[start...])
    }
}
