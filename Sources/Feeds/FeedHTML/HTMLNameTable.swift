/// Values by names: a dictionary would spend more on hashing a tag's name than the scanner on reading it.
struct HTMLNameTable<Value: Sendable>: Sendable {
    /// The names, the empty one in free slots.
    private var names: [HTMLName]
    private var values: [Value?]

    /// A table of at most some hundred values, none of them for the empty name.
    init(_ values: [HTMLName: Value]) {
        names = Array(repeating: HTMLName(""), count: 1024)
        self.values = Array(repeating: nil, count: 1024)
        precondition(values.count < names.count / 2, "too many names for the table")
        for (name, value) in values {
            let slot = slot(of: name)
            names[slot] = name
            self.values[slot] = value
        }
    }

    subscript(name: HTMLName) -> Value? { values[slot(of: name)] }

    /// The place of a name, or the free one where it would stand.
    private func slot(of name: HTMLName) -> Int {
        var slot = name.slot
        while names[slot] != name, names[slot] != HTMLName("") { slot = (slot + 1) & 1023 }
        return slot
    }
}
