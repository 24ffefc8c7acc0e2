import FeedText

/// Numbers byte strings in the order in which they are first seen: an open-addressing hash table over one buffer.
struct ByteStringTable: Sendable {
    /// The bytes of all strings, one behind the other.
    private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var hashes: [UInt32] = []
    private var slots: [Int32]

    init(capacity: Int = 64) {
        var size = 16
        while size < capacity * 2 { size *= 2 }
        slots = Array(repeating: -1, count: size)
    }

    var count: Int { ends.count }

    /// Where a string lies in `bytes`.
    func range(of index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// The number of a string, or nil if it was never added.
    func index(of string: Span<UInt8>) -> Int? {
        let hash = hash(string)
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if hashes[index] == hash, isEqual(index, string) { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The number of a string, given out now if it is new.
    mutating func intern(_ string: Span<UInt8>) -> Int {
        let hash = hash(string)
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if hashes[index] == hash, isEqual(index, string) { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        let index = ends.count
        bytes.append(copying: string)
        ends.append(bytes.count)
        hashes.append(hash)
        slots[slot] = Int32(truncatingIfNeeded: index)
        if ends.count * 2 > slots.count { grow() }
        return index
    }
}

extension ByteStringTable {
    /// FNV-1a over eight bytes at a time; names are short.
    private func hash(_ string: Span<UInt8>) -> UInt32 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        unsafe string.withUnsafeBytes { buffer in
            var index = 0
            while buffer.count - index >= 8 {
                hash = unsafe (hash ^ buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x100_0000_01B3
                hash ^= hash >> 32
                index += 8
            }
            while index < buffer.count {
                hash = unsafe (hash ^ UInt64(buffer[index])) &* 0x100_0000_01B3
                index += 1
            }
        }
        return UInt32(truncatingIfNeeded: hash ^ hash >> 29)
    }

    private func isEqual(_ index: Int, _ string: Span<UInt8>) -> Bool {
        let range = range(of: index)
        guard range.count == string.count else { return false }
        return bytes.span.extracting(range).isEqual(string)
    }

    private mutating func grow() {
        slots = Array(repeating: -1, count: slots.count * 2)
        for index in hashes.indices {
            var slot = Int(hashes[index]) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(truncatingIfNeeded: index)
        }
    }
}
