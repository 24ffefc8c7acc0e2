/// Finds `${…}` in a text.
enum ReferenceScan {
    /// A part of a text.
    enum Piece: Equatable {
        /// What stands for itself; `$${` is already `${`.
        case text(String)
        /// What stands between `${` and `}`.
        case reference(String)
        /// A `${` that is never closed.
        case unclosed
    }

    /// The parts of a text, in order.
    ///
    /// O(n).
    static func pieces(of text: String) -> [Piece] {
        let bytes = Array(text.utf8)
        var pieces: [Piece] = []
        var plain: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: literalMark) {
                plain += mark
                index += literalMark.count
            } else if bytes[index...].starts(with: mark) {
                if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
                plain = []
                guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else {
                    pieces.append(.unclosed)
                    return pieces
                }
                pieces.append(.reference(String(decoding: bytes[index + mark.count..<end], as: UTF8.self)))
                index = end + 1
            } else {
                plain.append(bytes[index])
                index += 1
            }
        }
        if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
        return pieces
    }

    /// Where the reference that begins at `index` ends, its brace included; nil where none begins there.
    ///
    /// Looks no further than to the next `${`, so that asking at every byte is linear.
    static func end(of bytes: [UInt8], at index: Int) -> Int? {
        guard bytes[index...].starts(with: mark) else { return nil }
        for end in (index + mark.count)..<bytes.count {
            if bytes[end] == UInt8(ascii: "}") { return end + 1 }
            if bytes[end...].starts(with: mark) { return nil }
        }
        return nil
    }

    private static let mark = Array("${".utf8)
    private static let literalMark = Array("$${".utf8)
}
