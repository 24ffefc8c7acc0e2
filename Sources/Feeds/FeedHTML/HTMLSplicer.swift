import FeedText

/// Puts new values into the attributes of HTML, takes parts of it out, and leaves every other byte as it is.
struct HTMLSplicer {
    private var spliced: [UInt8] = []
    /// How much of the source is already in `spliced`.
    private var copied = 0
    private let capacity: Int

    /// A splicer that expects so many bytes in all.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Writes another value for an attribute, which must lie behind those replaced before.
    mutating func replace(_ attribute: HTMLScanner.Attribute, by value: String, in source: Span<UInt8>) {
        copy(source, upTo: attribute.value.lowerBound)
        if !attribute.isQuoted { spliced.append(UInt8(ascii: "\"")) }
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "&"): spliced.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "\""): spliced.append(contentsOf: "&quot;".utf8)
            case UInt8(ascii: "'"): spliced.append(contentsOf: "&#39;".utf8)
            default: spliced.append(byte)
            }
        }
        if !attribute.isQuoted { spliced.append(UInt8(ascii: "\"")) }
        copied = attribute.value.upperBound
    }

    /// Puts text in the place of a part that lies behind what was replaced or left out before.
    mutating func put(_ text: String, inPlaceOf range: Range<Int>, in source: Span<UInt8>) {
        copy(source, upTo: range.lowerBound)
        spliced.append(contentsOf: text.utf8)
        copied = range.upperBound
    }

    /// Leaves out a part that is not empty and lies behind what was replaced or left out before.
    mutating func remove(_ range: Range<Int>, in source: Span<UInt8>) {
        copy(source, upTo: range.lowerBound)
        copied = range.upperBound
    }

    /// Writes `prefix` and the part of an attribute's value in `range` in the place of the value; neither needs to be
    /// escaped.
    mutating func insert(
        _ prefix: [UInt8], before range: Range<Int>, of attribute: HTMLScanner.Attribute, in source: Span<UInt8>
    ) {
        copy(source, upTo: attribute.value.lowerBound)
        spliced.append(contentsOf: prefix)
        spliced.append(copying: source.extracting(range))
        copied = attribute.value.upperBound
    }

    /// Writes into memory that has been used before.
    mutating func takeMemory(from memory: HTMLMemory) { swap(&spliced, &memory.bytes) }

    /// What `result(of:)` says; the memory can be used again.
    consuming func result(of source: Span<UInt8>, givingBackTo memory: HTMLMemory) -> String? {
        var result: String?
        if copied > 0 {
            copy(source, upTo: source.count)
            result = String(copying: spliced.span)
            spliced.removeAll(keepingCapacity: true)
        }
        swap(&spliced, &memory.bytes)
        return result
    }

    /// The source, which must be valid UTF-8, with the changes; nil if there are none.
    consuming func result(of source: Span<UInt8>) -> String? {
        guard copied > 0 else { return nil }
        copy(source, upTo: source.count)
        return String(copying: spliced.span)
    }

    private mutating func copy(_ source: Span<UInt8>, upTo end: Int) {
        if spliced.isEmpty { spliced.reserveCapacity(capacity) }
        spliced.append(copying: source.extracting(copied..<end))
        copied = end
    }
}
