import CBytes
import FeedText

extension XMLPlainScanner {
    /// Hands on text with references resolved and line ends made `\n`, and moves behind it; false if it isn't plain.
    ///
    /// - Parameters:
    ///   - range: where the text lies; one that is no section ends at the `<` in it, and must.
    ///   - sectionEnd: behind which a text that is no section may not reach.
    mutating func handOnResolved<Handler: XMLEventHandler & ~Copyable>(
        _ source: Span<UInt8>, _ range: Range<Int>, isSection: Bool, until sectionEnd: Int,
        _ dispatcher: inout XMLDispatcher, _ handler: inout Handler
    ) -> Bool {
        if resolved.isEmpty { makeRoom(for: source) }
        var at = range.lowerBound
        repeat {
            guard let (end, length) = resolve(source, at..<range.upperBound, isSection: isSection),
                end <= sectionEnd, isSection || mayEnd(at: end, in: source)
            else { return false }
            dispatcher.text(resolved.span.extracting(0..<length), for: &handler)
            at = end
            position = end
        } while at < range.upperBound && (isSection || source[at] != UInt8(ascii: "<"))
        return isSection || at < source.count
    }

    /// Whether a piece of text may end at a place: not where a `]]>` may reach over it of which the source shows a part.
    private func mayEnd(at end: Int, in source: Span<UInt8>) -> Bool { isAtEnd || end + 2 <= source.count }

    /// How much text is gathered before it is handed on, in bytes: most bodies are shorter, and all of it is zeroed once.
    private static var pieceLength: Int { 8 << 10 }

    private mutating func makeRoom(for source: Span<UInt8>) {
        // Nothing becomes longer.
        resolved = Array(
            repeating: 0,
            count: (isAtEnd ? min(source.count, XMLPlainScanner.pieceLength) : XMLPlainScanner.pieceLength)
                + tributary_copy_margin)
    }

    /// Copies text into `resolved`, references resolved and line ends made `\n`, as far as there is room; what is no
    /// section up to the next `<`.
    /// - Returns: where the copied part of the source ends, and its length in `resolved`; nil if it isn't plain.
    private mutating func resolve(
        _ source: Span<UInt8>, _ range: Range<Int>, isSection: Bool
    ) -> (end: Int, length: Int)? {
        let stop = UInt8(ascii: isSection ? "\r" : "<")
        let other = UInt8(ascii: isSection ? "\r" : "&")
        let third = hasCarriageReturns ? UInt8(ascii: "\r") : stop
        return unsafe resolved.withUnsafeMutableBytes { output in
            unsafe source.withUnsafeBytes { input in
                var at = range.lowerBound
                var length = 0
                guard let from = input.baseAddress, let to = output.baseAddress else { return nil }
                while at < range.upperBound {
                    let room = output.count - length - tributary_copy_margin
                    guard room > 0 else {
                        // Pieces end between characters.
                        while unsafe at > range.lowerBound && input[at] & 0xC0 == 0x80 {
                            at -= 1
                            length -= 1
                        }
                        break
                    }
                    let end = min(range.upperBound, at + room)
                    let run = unsafe tributary_copy(to + length, from + at, end - at, stop, other, third)
                    at += run
                    length += run
                    guard at < end else { continue }
                    switch unsafe input[at] {
                    case UInt8(ascii: "<") where !isSection: return (at, length)
                    case UInt8(ascii: "&"):
                        guard let (character, end) = XMLReference.character(at: at, in: source) else { return nil }
                        if character.value < 0x80 {
                            unsafe output[length] = UInt8(truncatingIfNeeded: character.value)
                            length += 1
                        } else {
                            for unit in character.utf8 {
                                unsafe output[length] = unit
                                length += 1
                            }
                        }
                        at = end
                    default:
                        at += 1
                        if unsafe at < range.upperBound && input[at] == UInt8(ascii: "\n") { continue }
                        unsafe output[length] = UInt8(ascii: "\n")
                        length += 1
                    }
                }
                return (at, length)
            }
        }
    }
}
