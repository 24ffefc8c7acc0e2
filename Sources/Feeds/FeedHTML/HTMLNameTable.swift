/// Values by names: a dictionary would spend more on hashing a tag's name than the scanner on reading it.
struct HTMLNameTable<Value: Sendable>: Sendable {
    private var slots: [(name: HTMLName, value: Value)?]

    /// A table of at most some hundred values.
    init(_ values: [HTMLName: Value]) {
        slots = Array(repeating: nil, count: 1024)
        precondition(values.count < slots.count / 2, "too many names for the table")
        for (name, value) in values { slots[slot(of: name)] = (name, value) }
    }

    subscript(name: HTMLName) -> Value? { slots[slot(of: name)]?.value }

    /// The place of a name, or the free one where it would stand.
    private func slot(of name: HTMLName) -> Int {
        var slot = name.slot
        while let taken = slots[slot], taken.name != name { slot = (slot + 1) & 1023 }
        return slot
    }
}
