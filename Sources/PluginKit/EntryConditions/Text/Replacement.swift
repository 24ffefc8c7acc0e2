package import FeedJSON
package import TributaryPluginKit

/// What stands for each match of a pattern: a text with `$1`, `${name}` for what a group has matched, `$0` for all of
/// it, and `$$` for a dollar.
package struct Replacement: Sendable {
    /// One stretch of the text.
    enum Part: Sendable, Hashable {
        case text([UInt8])
        case group(Group)
    }

    /// A group of the pattern, as the user named it.
    enum Group: Sendable, Hashable {
        case number(Int)
        case name(String)
    }

    let parts: [Part]

    /// Reads a replacement.
    ///
    /// - Throws: where a `$` is followed by nothing that it stands for.
    package init(_ source: String) throws(ConfigurationError) {
        var parts: [Part] = []
        var text: [UInt8] = []
        var rest = source.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "$") else {
                text.append(byte)
                continue
            }
            if rest.first == UInt8(ascii: "$") {
                rest.removeFirst()
                text.append(byte)
                continue
            }
            guard let group = Self.group(&rest) else {
                throw ConfigurationError(
                    "\"\(source)\" has a \"$\" that stands for nothing; write $1 or ${name} for a group, $$ for a dollar"
                )
            }
            if !text.isEmpty { parts.append(.text(text)) }
            text = []
            parts.append(.group(group))
        }
        if !text.isEmpty { parts.append(.text(text)) }
        self.parts = parts
    }

    private static func group(_ rest: inout Substring.UTF8View) -> Group? {
        guard rest.first == UInt8(ascii: "{") else {
            let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            rest = rest.dropFirst(digits.count)
            return Int(Substring(digits)).map { .number($0) }
        }
        guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { return nil }
        let name = String(Substring(rest[..<end].dropFirst()))
        rest = rest[end...].dropFirst()
        if let number = Int(name) { return number >= 0 ? .number(number) : nil }
        return name.isEmpty ? nil : .name(name)
    }
}

extension Replacement: OptionDecodable {
    /// Reads the replacement of an option of the kind ``TributaryPluginKit/OptionKind/replacement``.
    package init(option node: JSONNode) throws(ConfigurationError) {
        guard case .string(let source) = node.content else {
            throw ConfigurationError([.wrongKind(node, "a text", at: ConfigurationPath())])
        }
        try self.init(source)
    }
}

extension OptionKind {
    /// A text that stands for a match and may be empty, decoded as ``Replacement``.
    package static let replacement = OptionKind("a text", schema: ["type": "string"]) { node, path, problems in
        do throws(ConfigurationError) {
            _ = try Replacement(option: node)
        } catch {
            problems.append(contentsOf: error.placed(at: path, node: node))
        }
    }
}
