import FeedText

/// The part of a large text that a scanner reads: it moves on with the scanner, and is no longer than it must be.
struct XMLWindow {
    /// What a scanner isn't sure of is sought no further than this, in bytes.
    private static var longest: Int { 32 << 20 }

    /// The names of the elements that are open, then the text from the scanner's position on.
    private(set) var bytes: [UInt8] = []
    private var pieces: TextPieces

    init(_ text: ByteSource) { pieces = TextPieces(text) }

    /// Lets go of what the scanner has read, and adds what follows: at least as much as is still to be read.
    ///
    /// - Returns: false if nothing follows, or nothing that would make the scanner sure.
    mutating func move(on scanner: inout XMLPlainScanner) throws(ByteSource.Failure) -> Bool {
        guard !pieces.isAtEnd, bytes.count - scanner.position < XMLWindow.longest else { return false }
        var names: [UInt8] = []
        var places: [Range<Int>] = []
        for name in scanner.open {
            places.append(names.count..<names.count + name.count)
            names += bytes[name]
        }
        bytes.replaceSubrange(..<scanner.position, with: names)
        scanner.move(to: places)
        guard let piece = try pieces.next(bytes.count) else { return false }
        bytes += piece
        scanner.isAtEnd = pieces.isAtEnd
        return true
    }
}
