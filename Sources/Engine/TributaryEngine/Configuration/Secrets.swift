import FeedText

/// The values that references in the configuration stood for: kept to be taken out of messages again.
package struct Secrets: Sendable {
    private var values: [(value: [UInt8], written: [UInt8])] = []
    /// The forms in which a value may come back from a server, longest ones first.
    private var forms: [(form: [UInt8], written: [UInt8])] = []

    /// None.
    package init() {}

    /// Whether there is none.
    package var isEmpty: Bool { values.isEmpty }

    /// Values of fewer bytes hide nothing: to replace each `a` would only make messages unreadable.
    private static let leastLength = 4

    /// Adds a value and the reference that stood for it, longest values first.
    mutating func insert(_ value: String, writtenAs reference: String) {
        let bytes = Array(value.utf8)
        let written = Array(reference.utf8)
        guard bytes.count >= Self.leastLength, !values.contains(where: { $0.value == bytes }) else { return }
        let place = values.firstIndex { $0.value.count < bytes.count } ?? values.endIndex
        values.insert((bytes, written), at: place)
        // As part of a host's name it has lost its capitals, or is in the form that DNS has; and who decodes it decodes
        // what it looks like itself.
        for text in [value, value.asciiLowercased, HostName.ascii(value), URLText.decodedComponent(value)] {
            let form = Array(text.utf8)
            guard form.count >= Self.leastLength, !forms.contains(where: { $0.form == form }) else { continue }
            let place = forms.firstIndex { $0.form.count < form.count } ?? forms.endIndex
            forms.insert((form, written), at: place)
        }
    }

    /// A message with every value replaced by the reference that stood for it, percent-encoded ones too.
    ///
    /// O(length × secrets).
    package func redacted(_ message: String) -> String {
        Self.replacing(forms.map { ($0.form, $0.written) }, in: message, by: Self.end)
    }

    /// A text that went through ``redacted(_:)``, with the values in it again; a value that has changed is the new one.
    package func restored(_ text: String) -> String {
        Self.replacing(values.map { ($0.written, $0.value) }, in: text) { old, bytes, start in
            bytes[start...].starts(with: old) ? start + old.count : nil
        }
    }

    /// Where a value ends that stands in a text, each byte as it is or percent-encoded; nil where it does not stand there.
    private static func end(of value: [UInt8], in bytes: [UInt8], at start: Int) -> Int? {
        if bytes[start...].starts(with: value) { return start + value.count }
        var index = start
        for byte in value {
            guard index < bytes.count else { return nil }
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = bytes[index + 1].hexadecimalValue, let low = bytes[index + 2].hexadecimalValue,
                high << 4 | low == byte
            {
                index += 3
            } else if bytes[index] == byte || byte == 0x20 && bytes[index] == UInt8(ascii: "+") {
                index += 1
            } else {
                return nil
            }
        }
        return index
    }

    private static func replacing(
        _ pairs: [(old: [UInt8], new: [UInt8])], in text: String,
        by end: (_ old: [UInt8], _ bytes: [UInt8], _ start: Int) -> Int?
    ) -> String {
        guard !pairs.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            var next: Int?
            for pair in pairs {
                next = end(pair.old, bytes, index)
                guard next != nil else { continue }
                out += pair.new
                break
            }
            if next == nil { out.append(bytes[index]) }
            index = next ?? index + 1
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
