import FeedText

extension XMLPlainScanner {
    /// Hands on text, references resolved and line ends made `\n`; false if it isn't plain.
    mutating func handOn<Handler: XMLEventHandler & ~Copyable>(
        _ source: Span<UInt8>, _ range: Range<Int>, isSection: Bool,
        _ dispatcher: inout XMLDispatcher, _ handler: inout Handler
    ) -> Bool {
        let text = source.extracting(range)
        let hasReferences = !isSection && text.firstIndex(of: UInt8(ascii: "&")) != nil
        guard hasReferences || (hasCarriageReturns && text.firstIndex(of: UInt8(ascii: "\r")) != nil) else {
            if !range.isEmpty { dispatcher.text(text, for: &handler) }
            return true
        }
        if resolved.isEmpty { makeRoom(for: source) }
        var at = range.lowerBound
        while at < range.upperBound {
            guard let (end, length) = resolve(source, at..<range.upperBound, isSection: isSection) else { return false }
            dispatcher.text(resolved.span.extracting(0..<length), for: &handler)
            at = end
        }
        return true
    }

    /// How much text is gathered before it is handed on, in bytes.
    private static var pieceLength: Int { 64 << 10 }

    /// What one step may write: eight bytes and a character.
    private static var stepLength: Int { 16 }

    private mutating func makeRoom(for source: Span<UInt8>) {
        // Nothing becomes longer.
        resolved = Array(
            repeating: 0, count: min(source.count, XMLPlainScanner.pieceLength) + XMLPlainScanner.stepLength)
    }

    /// Copies text into `resolved`, references resolved and line ends made `\n`, as far as there is room.
    /// - Returns: where the copied part of the source ends, and its length in `resolved`; nil if it isn't plain.
    private mutating func resolve(
        _ source: Span<UInt8>, _ range: Range<Int>, isSection: Bool
    ) -> (end: Int, length: Int)? {
        let hasCarriageReturns = hasCarriageReturns
        return unsafe resolved.withUnsafeMutableBytes { output in
            unsafe source.withUnsafeBytes { input in
                var at = range.lowerBound
                var length = 0
                while at < range.upperBound {
                    guard output.count - length >= XMLPlainScanner.stepLength else {
                        // Pieces end between characters.
                        while unsafe at > range.lowerBound && input[at] & 0xC0 == 0x80 {
                            at -= 1
                            length -= 1
                        }
                        break
                    }
                    if input.count - at >= 8 {
                        let word = unsafe input.word(at: at)
                        unsafe output.storeBytes(of: word.littleEndian, toByteOffset: length, as: UInt64.self)
                        var marks: UInt64 = isSection ? 0 : word.marks(of: UInt8(ascii: "&"))
                        if hasCarriageReturns { marks |= word.marks(of: UInt8(ascii: "\r")) }
                        let run = min(marks == 0 ? 8 : marks.firstMark, range.upperBound - at)
                        at += run
                        length += run
                        guard marks != 0, at < range.upperBound else { continue }
                    }
                    let byte = unsafe input[at]
                    if byte == UInt8(ascii: "&"), !isSection {
                        guard let (character, end) = XMLReference.character(at: at, in: source) else { return nil }
                        for unit in character.utf8 {
                            unsafe output[length] = unit
                            length += 1
                        }
                        at = end
                        continue
                    }
                    at += 1
                    if byte == UInt8(ascii: "\r") {
                        if unsafe at < range.upperBound && input[at] == UInt8(ascii: "\n") { continue }
                        unsafe output[length] = UInt8(ascii: "\n")
                    } else {
                        unsafe output[length] = byte
                    }
                    length += 1
                }
                return (at, length)
            }
        }
    }
}
