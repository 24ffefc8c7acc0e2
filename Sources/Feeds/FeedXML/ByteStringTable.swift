import FeedText

/// Numbers byte strings in the order in which they are first seen: an open-addressing hash table over one buffer.
struct ByteStringTable: Sendable {
    /// The bytes of all strings, one behind the other.
    private(set) var bytes: [UInt8] = []
    private var strings: [Entry] = []
    private var slots: [Int32]

    init(capacity: Int = 64) {
        var size = 16
        while size < capacity * 2 { size *= 2 }
        slots = Array(repeating: -1, count: size)
        strings.reserveCapacity(capacity)
        bytes.reserveCapacity(capacity * 8)
    }

    var count: Int { strings.count }

    /// Where a string lies in `bytes`.
    func range(of index: Int) -> Range<Int> {
        let string = strings[index]
        return string.start..<string.start + string.key.length
    }

    /// The number of a string, or nil if it was never added.
    func index(of string: Span<UInt8>) -> Int? { find(string, Key(string)).index }

    /// The number of a string, given out now if it is new.
    mutating func intern(_ string: Span<UInt8>) -> Int {
        let key = Key(string)
        let (found, slot) = find(string, key)
        if let found { return found }
        let index = strings.count
        strings.append(Entry(key: key, start: bytes.count))
        bytes.append(copying: string)
        slots[slot] = Int32(truncatingIfNeeded: index)
        if strings.count * 2 > slots.count { grow() }
        return index
    }
}

extension ByteStringTable {
    private struct Entry {
        var key: Key
        var start: Int
    }

    /// Length, beginning and end of a string, which is all of it up to sixteen bytes; of a longer one a hash.
    private struct Key: Equatable {
        var length: Int
        var head: UInt64 = 0
        var tail: UInt64 = 0

        init(_ string: Span<UInt8>) {
            length = string.count
            unsafe string.withUnsafeBytes { buffer in
                if buffer.count >= 8 {
                    head = unsafe buffer.word(at: 0)
                    tail = unsafe buffer.word(at: buffer.count - 8)
                    // Names that differ in the middle only would all meet in one slot.
                    for index in stride(from: 8, to: buffer.count - 8, by: 8) {
                        tail = unsafe (tail ^ buffer.word(at: index)) &* 0x100_0000_01B3
                    }
                } else {
                    for index in buffer.indices { head = unsafe head << 8 | UInt64(buffer[index]) }
                }
            }
        }

        /// A number that differs from string to string as far as it may.
        var hash: Int {
            let mixed = (head ^ tail &* 31 ^ UInt64(length)) &* 0x9E37_79B9_7F4A_7C15
            return Int(truncatingIfNeeded: mixed >> 32)
        }
    }

    /// The number of a string, or the slot where it is to be entered.
    private func find(_ string: Span<UInt8>, _ key: Key) -> (index: Int?, slot: Int) {
        var slot = key.hash & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if strings[index].key == key,
                key.length <= 16 || bytes.span.extracting(range(of: index)).isEqual(string)
            {
                return (index, slot)
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return (nil, slot)
    }

    private mutating func grow() {
        slots = Array(repeating: -1, count: slots.count * 2)
        for index in strings.indices {
            var slot = strings[index].key.hash & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(truncatingIfNeeded: index)
        }
    }
}
