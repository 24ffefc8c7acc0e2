/// What an entry has to compare under a likeness.
enum Trace {
    /// Entries with the same key are one story.
    case key(UInt64)
    /// Entries whose texts are nearly the same are.
    case near(Sketch)

    var exactKey: UInt64? {
        if case .key(let key) = self { key } else { nil }
    }

    var nearKeys: [UInt64] {
        if case .near(let sketch) = self { sketch.keys } else { [] }
    }
}
