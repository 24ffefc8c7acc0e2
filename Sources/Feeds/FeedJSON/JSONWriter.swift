/// Writes JSON into a buffer of bytes; commas, line breaks and indentation come by themselves.
///
/// Control characters, quotes, backslashes and the line separators U+2028 and U+2029 are escaped, slashes are not. The
/// caller keeps the order: in an object a name before each value.
public struct JSONWriter: Sendable {
    /// How the text is laid out.
    public enum Layout: Sendable, Hashable {
        /// No white space at all.
        case compact
        /// One line, with a space after each comma and colon.
        case spaced
        /// One member or element per line, two spaces per level.
        case indented
    }

    /// What has been written so far.
    public private(set) var bytes: [UInt8] = []

    private let layout: Layout
    private var depth = 0
    private var needsComma = false
    private var followsName = false

    /// A writer with an empty buffer.
    public init(layout: Layout = .compact) {
        self.layout = layout
    }

    /// Opens an object.
    public mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// Closes the innermost object.
    public mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Opens an array.
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// Closes the innermost array.
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Writes the name of a member; its value comes next.
    public mutating func name(_ name: String) {
        separate()
        appendQuoted(name)
        bytes.append(UInt8(ascii: ":"))
        if layout != .compact { bytes.append(UInt8(ascii: " ")) }
        followsName = true
    }

    /// Writes a string.
    public mutating func string(_ text: String) {
        separate()
        appendQuoted(text)
        needsComma = true
    }

    /// Writes a number.
    public mutating func number(_ number: JSONNumber) { literal(number.literal) }

    /// Writes a number.
    public mutating func number(_ value: Int) { literal(String(value)) }

    /// Writes a boolean.
    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes `null`.
    public mutating func null() { literal("null") }

    /// Writes a value with all it holds.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(let value): number(value)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let object):
            beginObject()
            for member in object.members {
                name(member.name)
                self.value(member.value)
            }
            endObject()
        }
    }

    /// Ends a line, after which another text may begin (JSON Lines).
    public mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Empties the buffer and keeps its memory.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }
}

// MARK: - Private

extension JSONWriter {
    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        depth += 1
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        depth -= 1
        if needsComma { breakLine() }
        bytes.append(bracket)
        needsComma = true
    }

    /// What stands between the last thing written and the next: nothing after a name, else a comma and a line break.
    private mutating func separate() {
        if followsName {
            followsName = false
            return
        }
        if needsComma {
            bytes.append(UInt8(ascii: ","))
            if layout == .spaced { bytes.append(UInt8(ascii: " ")) }
        }
        needsComma = false
        if depth > 0 { breakLine() }
    }

    private mutating func breakLine() {
        guard layout == .indented else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    private mutating func appendQuoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        bytes.appendEscaped(text)
        bytes.append(UInt8(ascii: "\""))
    }
}
