import CBytes

/// How far a string has been unescaped: its escapes are checked and resolved, and what stands between them copied.
struct JSONUnescaping {
    /// Why it doesn't go on.
    enum Stop {
        case closingQuote
        case noRoom
        /// What the backslash begins is none.
        case noEscape
        case end
    }

    /// Where in the source.
    var at: Int
    /// How much has been written.
    var length = 0
    /// How many surrogates had no partner; each was written as U+FFFD.
    var halves = 0

    init(at start: Int) {
        at = start
    }

    mutating func goOn(from input: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer) -> Stop {
        guard let from = input.baseAddress else { return .end }
        guard let to = output.baseAddress else { return .noRoom }
        let count = input.count
        let limit = output.count - tributary_copy_margin
        while at < count {
            guard length < limit else { return .noRoom }
            let end = min(count, at + limit - length)
            let run = unsafe tributary_copy(
                to + length, from + at, end - at, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "\\"))
            at &+= run
            length &+= run
            guard at < end else { continue }
            if unsafe input[at] == UInt8(ascii: "\"") { return .closingQuote }
            // Escapes stand side by side where a whole text is written in them.
            if let stop = unsafe unescape(from, count: count, to: to, limit: limit) { return stop }
        }
        return .end
    }

    /// Writes what the escapes from `at` on stand for, which leaves the margin for the next run.
    private mutating func unescape(
        _ from: UnsafeRawPointer, count: Int, to: UnsafeMutableRawPointer, limit: Int
    ) -> Stop? {
        // In registers.
        var at = at
        var length = length
        defer { (self.at, self.length) = (at, length) }
        repeat {
            guard length < limit else { return .noRoom }
            guard count - at >= 2 else { return .noEscape }
            let escape = unsafe from.load(fromByteOffset: at &+ 1, as: UInt8.self)
            guard escape == UInt8(ascii: "u") else {
                guard let byte = escape.unescaped else { return .noEscape }
                unsafe to.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
                at &+= 2
                length &+= 1
                continue
            }
            guard count - at >= 6 else { return .noEscape }
            let unit = unsafe tributary_hexadecimal(from + (at &+ 2))
            guard unit >= 0 else { return .noEscape }
            at &+= 6
            let last = 0x80 | UInt8(truncatingIfNeeded: unit) & 0x3F
            if unit < 0x80 || unit & 0xF800 == 0xD800 {
                (self.at, self.length) = (at, length)
                unsafe writeRare(UInt32(truncatingIfNeeded: unit), from: from, count: count, to: to)
                (at, length) = (self.at, self.length)
            } else if unit < 0x800 {
                unsafe to.storeBytes(
                    of: 0xC0 | UInt8(truncatingIfNeeded: unit >> 6), toByteOffset: length, as: UInt8.self)
                unsafe to.storeBytes(of: last, toByteOffset: length &+ 1, as: UInt8.self)
                length &+= 2
            } else {
                unsafe to.storeBytes(
                    of: 0xE0 | UInt8(truncatingIfNeeded: unit >> 12), toByteOffset: length, as: UInt8.self)
                unsafe to.storeBytes(
                    of: 0x80 | UInt8(truncatingIfNeeded: unit >> 6) & 0x3F, toByteOffset: length &+ 1, as: UInt8.self)
                unsafe to.storeBytes(of: last, toByteOffset: length &+ 2, as: UInt8.self)
                length &+= 3
            }
        } while unsafe at < count && from.load(fromByteOffset: at, as: UInt8.self) == UInt8(ascii: "\\")
        return nil
    }

    /// Writes a character of one byte, or of four with the half that follows; a half alone is U+FFFD.
    @inline(never)
    private mutating func writeRare(
        _ unit: UInt32, from: UnsafeRawPointer, count: Int, to: UnsafeMutableRawPointer
    ) {
        var value = unit
        if unit & 0xF800 == 0xD800 {
            value = 0xFFFD
            if unit & 0xFC00 == 0xD800, count - at >= 6,
                unsafe from.load(fromByteOffset: at, as: UInt8.self) == UInt8(ascii: "\\"),
                unsafe from.load(fromByteOffset: at &+ 1, as: UInt8.self) == UInt8(ascii: "u")
            {
                let low = unsafe tributary_hexadecimal(from + (at &+ 2))
                if low & 0xFC00 == 0xDC00, low > 0 {
                    at &+= 6
                    value = 0x10000 &+ ((unit & 0x3FF) << 10 | UInt32(truncatingIfNeeded: low) & 0x3FF)
                }
            }
            if value == 0xFFFD { halves &+= 1 }
        }
        guard let scalar = Unicode.Scalar(value) else { return }
        for byte in scalar.utf8 {
            unsafe to.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
            length &+= 1
        }
    }
}

extension UInt8 {
    /// What the byte after a backslash stands for; nil if it is no escape.
    @inline(__always)
    fileprivate var unescaped: UInt8? {
        switch self {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): self
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: nil
        }
    }
}
