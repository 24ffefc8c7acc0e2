/// The member names that a reader knows, found from the bytes in the source without building a text.
///
/// `Name` is an enumeration whose raw values are the names. Names outside it give nil.
public struct JSONNameTable<Name>: Sendable where Name: RawRepresentable<String> & CaseIterable & Sendable {
    @usableFromInline let names: [Name]
    @usableFromInline let index: JSONNameIndex

    /// The table of all cases.
    public init() {
        names = Array(Name.allCases)
        index = JSONNameIndex(names.map(\.rawValue))
    }

    /// The case that a name in the source stands for.
    @inlinable
    public subscript(name: JSONName, source: Span<UInt8>) -> Name? {
        let found = index.position(of: name, in: source)
        return found < 0 ? nil : names[found]
    }

    /// The same for one of the names of an object, of which `seen` knows those before, a bit for each.
    @inlinable
    public func find(
        _ name: JSONName, in source: Span<UInt8>, among seen: inout UInt64
    ) -> (name: Name, isRepeated: Bool)? {
        let found = index.position(of: name, in: source)
        guard found >= 0 else { return nil }
        let bit: UInt64 = 1 << UInt64(found & 63)
        defer { seen |= bit }
        return (names[found], seen & bit != 0)
    }
}

/// The part of a name table that is the same for every enumeration: an open hash over length and outer bytes.
@usableFromInline
struct JSONNameIndex: Sendable {
    private let names: [[UInt8]]
    private let slots: [Int]
    private let mask: Int

    init(_ texts: [String]) {
        names = texts.map { Array($0.utf8) }
        var size = 8
        while size < texts.count * 4 { size *= 2 }
        mask = size - 1
        var slots = [Int](repeating: -1, count: size)
        for (position, name) in names.enumerated() {
            var slot = Self.hash(name.span) & mask
            while slots[slot] >= 0 { slot = (slot + 1) & mask }
            slots[slot] = position
        }
        self.slots = slots
    }

    /// The position of a name in the list; -1 if it is not in it.
    @usableFromInline
    func position(of name: JSONName, in source: Span<UInt8>) -> Int {
        if name.literal.isEscaped {
            let unescaped = Array(name.text(in: source).utf8)
            return position(of: unescaped.span)
        }
        return position(of: source.extracting(name.literal.range))
    }

    private func position(of name: Span<UInt8>) -> Int {
        var slot = Self.hash(name) & mask
        while slots[slot] >= 0 {
            if Self.areEqual(names[slots[slot]], name) { return slots[slot] }
            slot = (slot &+ 1) & mask
        }
        return -1
    }

    private static func hash(_ name: Span<UInt8>) -> Int {
        guard !name.isEmpty else { return 0 }
        return name.count &* 7 &+ Int(name[0]) &* 31 &+ Int(name[name.count &- 1]) &* 17
    }

    private static func areEqual(_ one: [UInt8], _ other: Span<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        for index in 0..<one.count where one[index] != other[index] { return false }
        return true
    }
}
