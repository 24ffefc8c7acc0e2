/// A stage as the store names it: by its place in the configuration and the hash of its options.
package struct StageReference: Sendable, Hashable {
    /// The place and the name: `stages[1] rename`.
    package var label: String
    /// The hash of the stage's options, by which it is found in a configuration that has changed; nil where unknown.
    package var options: UInt64?

    /// A stage at a place.
    package init(label: String, options: UInt64?) {
        self.label = label
        self.options = options
    }

    /// Reads what ``text`` has written.
    package init(text: some StringProtocol) {
        let parts = text.split(separator: "#", maxSplits: 1)
        label = String(parts.first ?? "")
        options = parts.count > 1 ? UInt64(parts[1], radix: 16) : nil
    }

    /// The reference in one line.
    package var text: String { label + (options.map { "#" + String($0, radix: 16) } ?? "") }
}
