import CBytes
import FeedText

extension [UInt8] {
    /// Appends the inside of a string literal.
    mutating func appendEscaped(_ text: String) {
        let source = text.utf8.span
        var at = 0
        while at < source.count {
            // In most texts few characters are escaped.
            let room = (source.count - at) &* 9 / 8 &+ 64
            if capacity - count < room { reserveCapacity(Swift.max(count + room, capacity * 2)) }
            append(addingCapacity: room) { output in
                at = source.escape(from: at, to: &output)
            }
        }
    }
}

extension Span<UInt8> {
    /// Appends what stands from an index on as the inside of a string literal, as far as there is room.
    ///
    /// - Returns: the index of what is left.
    fileprivate func escape(from start: Int, to output: inout OutputSpan<UInt8>) -> Int {
        unsafe withUnsafeBytes { source in
            unsafe output.withUnsafeMutableBufferPointer { buffer, length in
                guard let from = source.baseAddress, let to = buffer.baseAddress else { return start }
                var at = start
                // Behind a run of characters there is room for the longest escape.
                let limit = buffer.count - tributary_copy_margin - 6
                while at < source.count, length < limit {
                    let count = Swift.min(source.count - at, limit - length)
                    let run = unsafe tributary_copy_literal(to + length, from + at, count)
                    at &+= run
                    length &+= run
                    guard run < count else { continue }
                    let byte = unsafe source[at]
                    let isSeparator = byte == 0xE2 && isLineSeparator(at: at)
                    if byte == 0xE2, !isSeparator {
                        unsafe to[length] = byte
                        length &+= 1
                    } else if let letter = byte.shortEscape {
                        unsafe to[length] = UInt8(ascii: "\\")
                        unsafe to[length &+ 1] = letter
                        length &+= 2
                    } else {
                        var escape = isSeparator ? 0x2020 | UInt32(unsafe source[at &+ 2] & 0xF) : UInt32(byte)
                        unsafe to[length] = UInt8(ascii: "\\")
                        unsafe to[length &+ 1] = UInt8(ascii: "u")
                        for place in (2..<6).reversed() {
                            unsafe to[length &+ place] = UInt8(truncatingIfNeeded: escape & 0xF).hexadecimalDigit
                            escape >>= 4
                        }
                        length &+= 6
                    }
                    at &+= isSeparator ? 3 : 1
                }
                return at
            }
        }
    }

    /// Whether U+2028 or U+2029 stands at a 0xE2: JavaScript ends a line there.
    private func isLineSeparator(at index: Int) -> Bool {
        index &+ 2 < count && self[index &+ 1] == 0x80 && self[index &+ 2] & 0xFE == 0xA8
    }
}

extension UInt8 {
    /// What is written behind a backslash for this byte; nil for one that has no letter (RFC 8259 §7).
    fileprivate var shortEscape: UInt8? {
        switch self {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): self
        case UInt8(ascii: "\n"): UInt8(ascii: "n")
        case UInt8(ascii: "\r"): UInt8(ascii: "r")
        case UInt8(ascii: "\t"): UInt8(ascii: "t")
        case 0x08: UInt8(ascii: "b")
        case 0x0C: UInt8(ascii: "f")
        default: nil
        }
    }

    /// The digit of a number below 16.
    fileprivate var hexadecimalDigit: UInt8 {
        self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") + self - 10
    }
}
