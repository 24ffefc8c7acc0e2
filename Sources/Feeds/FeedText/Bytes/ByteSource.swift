/// Bytes that lie elsewhere, as those of a large file do: they are read part by part, as often as they are wanted.
public struct ByteSource: Sendable {
    /// Why bytes could not be read.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// What went wrong: lower case, no full stop.
        public let description: String

        /// A failure in words.
        public init(_ description: String) { self.description = description }
    }

    /// How many bytes there are.
    public let count: Int
    /// How many bytes are held at once where nothing asks for more.
    public let pieceLength: Int
    private let part: @Sendable (Range<Int>) throws(Failure) -> [UInt8]
    private let start: Int

    /// Bytes that a function reads.
    ///
    /// - Parameters:
    ///   - pieceLength: at least 16.
    ///   - part: reads the bytes of a range that lies within `0..<count`.
    public init(
        count: Int, pieceLength: Int = 256 << 10, part: @escaping @Sendable (Range<Int>) throws(Failure) -> [UInt8]
    ) {
        self.init(count: count, pieceLength: max(pieceLength, 16), start: 0, part: part)
    }

    /// Bytes that are at hand, to be read as if they lay elsewhere.
    public init(_ bytes: [UInt8], pieceLength: Int) {
        self.init(count: bytes.count, pieceLength: pieceLength) { Array(bytes[$0]) }
    }

    private init(
        count: Int, pieceLength: Int, start: Int, part: @escaping @Sendable (Range<Int>) throws(Failure) -> [UInt8]
    ) {
        self.count = count
        self.pieceLength = pieceLength
        self.start = start
        self.part = part
    }

    /// The bytes of a range as far as it lies within `0..<count`.
    public func bytes(in range: Range<Int>) throws(Failure) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        let bytes = try part(start + range.lowerBound..<start + range.upperBound)
        guard bytes.count == range.count else { throw Failure("it has become shorter while it was read") }
        return bytes
    }

    /// All of the bytes.
    public func all() throws(Failure) -> [UInt8] { try bytes(in: 0..<count) }

    /// The bytes from a place on.
    func dropping(first length: Int) -> ByteSource {
        ByteSource(count: count - length, pieceLength: pieceLength, start: start + length, part: part)
    }
}
