/// The values that references in the configuration stood for: kept to be taken out of messages again.
package struct Secrets: Sendable {
    private var values: [(value: [UInt8], written: [UInt8])] = []

    /// None.
    package init() {}

    /// Whether there is none.
    package var isEmpty: Bool { values.isEmpty }

    /// Values of fewer bytes hide nothing: to replace each `a` would only make messages unreadable.
    private static let leastLength = 4

    /// Adds a value and the reference that stood for it, longest values first.
    mutating func insert(_ value: String, writtenAs reference: String) {
        let bytes = Array(value.utf8)
        guard bytes.count >= Self.leastLength, !values.contains(where: { $0.value == bytes }) else { return }
        let place = values.firstIndex { $0.value.count < bytes.count } ?? values.endIndex
        values.insert((bytes, Array(reference.utf8)), at: place)
    }

    /// A message with every value replaced by the reference that stood for it.
    ///
    /// O(length × secrets).
    package func redacted(_ message: String) -> String {
        Self.replacing(values.map { ($0.value, $0.written) }, in: message)
    }

    /// A text that went through ``redacted(_:)``, with the values in it again; a value that has changed is the new one.
    package func restored(_ text: String) -> String {
        Self.replacing(values.map { ($0.written, $0.value) }, in: text)
    }

    private static func replacing(_ pairs: [(old: [UInt8], new: [UInt8])], in text: String) -> String {
        guard !pairs.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let match = pairs.first(where: { bytes[index...].starts(with: $0.old) }) {
                out += match.new
                index += match.old.count
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}

extension Secrets: CustomStringConvertible, CustomReflectable {
    /// How many there are, and nothing else.
    package var description: String { "\(values.count) secrets" }

    /// Empty, so that no dump shows a value.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
