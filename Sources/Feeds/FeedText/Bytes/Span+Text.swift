import Glibc

/// Reading text in a span of bytes; ranges count bytes from the start of the span.
extension Span<UInt8> {
    /// The whole span without ASCII white space at its ends; empty at the end when there is nothing else.
    public var trimmedRange: Range<Int> { trimmedRange(within: indices) }

    /// `range` without ASCII white space at its ends; empty at its end when there is nothing else.
    public func trimmedRange(within range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, self[lower].isASCIIWhitespace { lower += 1 }
        while lower < upper, self[upper - 1].isASCIIWhitespace { upper -= 1 }
        return lower..<upper
    }

    /// The place of the first `byte` at or after `start`, found by `memchr`.
    public func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        guard start < count else { return nil }
        return unsafe withUnsafeBufferPointer { buffer -> Int? in
            guard let base = buffer.baseAddress else { return nil }
            guard let hit = unsafe memchr(base + start, Int32(byte), buffer.count - start) else { return nil }
            return unsafe UnsafeRawPointer(hit) - UnsafeRawPointer(base)
        }
    }

    /// The place of the first `text`, which must not be empty, at or after `start`.
    public func firstIndex(of text: StaticString, from start: Int = 0) -> Int? {
        let first = unsafe text.utf8Start[0]
        var position = start
        while let found = firstIndex(of: first, from: position) {
            if starts(with: text, at: found) { return found }
            position = found + 1
        }
        return nil
    }

    /// Whether the bytes from `start` on begin with `text`, byte for byte.
    public func starts(with text: StaticString, at start: Int = 0) -> Bool {
        matches(text, at: start) { $0 }
    }

    /// Whether the bytes from `start` on begin with `text`, which must be lower-case, in any ASCII case.
    public func starts(withLowercase text: StaticString, at start: Int = 0) -> Bool {
        matches(text, at: start) { $0.asciiLowercased }
    }

    /// Whether the bytes in `range` are `text`, which must be lower-case, in any ASCII case.
    public func equals(lowercase text: StaticString, in range: Range<Int>) -> Bool {
        range.count == text.utf8CodeUnitCount && starts(withLowercase: text, at: range.lowerBound)
    }

    /// The number that the bytes in `range` spell in decimal digits; nil for none, for any other byte, and beyond `Int`.
    public func decimalNumber(in range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        var value = 0
        for index in range {
            guard self[index].isASCIIDigit else { return nil }
            let (shifted, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = shifted.addingReportingOverflow(Int(self[index] &- 0x30))
            guard !tooLarge, !overflow else { return nil }
            value = sum
        }
        return value
    }

    /// The end of the run of decimal digits that begins at `start`.
    public func endOfDigits(from start: Int) -> Int {
        var index = start
        while index < count, self[index].isASCIIDigit { index += 1 }
        return index
    }

    /// The bytes in `range` as text; malformed UTF-8 becomes U+FFFD.
    public func text(in range: Range<Int>) -> String {
        unsafe withUnsafeBufferPointer { unsafe String(decoding: $0[range], as: UTF8.self) }
    }

    private func matches(_ text: StaticString, at start: Int, folding: (UInt8) -> UInt8) -> Bool {
        let length = text.utf8CodeUnitCount
        guard start >= 0, count - start >= length else { return false }
        return text.withUTF8Buffer { wanted in
            for offset in 0..<length where unsafe folding(self[start + offset]) != wanted[offset] { return false }
            return true
        }
    }
}

extension [UInt8] {
    /// Appends the bytes of a span at once; capacity grows geometrically.
    public mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

extension Array {
    /// Takes out all elements and keeps their memory: where there are few, in a fraction of what
    /// `removeAll(keepingCapacity:)` takes.
    @inlinable
    @inline(__always)
    package mutating func removeFew() {
        while !isEmpty { removeLast() }
    }
}
