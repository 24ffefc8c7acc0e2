package import FeedJSON
package import TributaryPluginKit

/// A mail address with the name that is shown for it, as the configuration writes it: `Ines <ines@example.org>`.
///
/// The address itself is ASCII without anything that could end it or begin another header (RFC 5322 §3.4.1).
package struct MailAddress: Sendable, Hashable {
    /// The name that is shown; nil shows the address.
    package var name: String?
    /// The address: `ines@example.org`.
    package let address: String

    /// Reads an address, with or without a name before it in angle brackets.
    package init?(_ text: String) {
        let text = text.trimmingPrefix { $0 == " " }
        guard text.last == ">", let open = text.lastIndex(of: "<") else {
            guard Self.isAddress(text) else { return nil }
            address = String(text)
            return
        }
        let inner = text[text.index(after: open)...].dropLast()
        guard Self.isAddress(inner) else { return nil }
        address = String(inner)
        var name = text[..<open]
        while name.last == " " { name = name.dropLast() }
        if name.count >= 2, name.first == "\"", name.last == "\"" { name = name.dropFirst().dropLast() }
        self.name = name.isEmpty ? nil : String(name)
    }

    /// What follows the `@`.
    package var domain: String {
        String(address[address.index(after: address.lastIndex(of: "@") ?? address.startIndex)...])
    }

    /// Dots and letters on both sides of one `@`; no quoted parts, which nobody uses.
    private static func isAddress(_ text: some StringProtocol) -> Bool {
        let sides = Array(text.utf8).split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard sides.count == 2, text.utf8.count <= 254, text.utf8.first != UInt8(ascii: "-") else { return false }
        return sides.allSatisfy { side in
            !side.isEmpty && side.first != UInt8(ascii: ".") && side.last != UInt8(ascii: ".")
                && side.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "a")...UInt8(ascii: "z"):
                        true
                    default: "!#$%&'*+-./=?^_`{|}~".utf8.contains(byte)
                    }
                }
        }
    }
}

extension MailAddress: OptionDecodable {
    /// Reads the address of an option of the kind ``TributaryPluginKit/OptionKind/mailAddress``.
    package init(option node: JSONNode) throws(ConfigurationError) {
        guard let text = node.value.stringValue else {
            throw ConfigurationError([.wrongKind(node, "a mail address", at: ConfigurationPath())])
        }
        guard let address = MailAddress(text) else {
            throw ConfigurationError(
                "\"\(text)\" is no mail address; write name@host or Name <name@host>, in ASCII but for the name")
        }
        self = address
    }
}

extension OptionKind {
    /// A mail address, decoded as ``MailAddress``.
    package static let mailAddress = OptionKind("a mail address", schema: ["type": "string", "pattern": "@"]) {
        node, path, problems in
        do throws(ConfigurationError) {
            _ = try MailAddress(option: node)
        } catch {
            problems.append(contentsOf: error.placed(at: path, node: node))
        }
    }
}
