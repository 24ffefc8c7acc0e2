import FeedJSON
import FeedText
import TributaryPluginKit

extension OptionKind {
    /// A text that becomes part of a request's head.
    static let headText = OptionKind(OptionKind.text.name, schema: OptionKind.text.schema) { node, path, problems in
        OptionKind.text.check(node, path, &problems)
        guard let text = node.text, text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return }
        problems.append(
            ConfigurationProblem(
                "this has line breaks or other control characters, which no request can carry", at: path,
                offset: node.offset))
    }

    /// The name or the address of a host, without anything that belongs to a URL.
    static let host = OptionKind("a host's name or address", schema: OptionKind.text.schema) { node, path, problems in
        OptionKind.text.check(node, path, &problems)
        guard let text = node.text, !text.isEmpty, !isHost(text) else { return }
        problems.append(
            ConfigurationProblem(
                "\"\(URLText.redacted(text))\" is not a host's name or address; \(hostAdvice(text))", at: path,
                offset: node.offset))
    }

    private static func isHost(_ text: String) -> Bool {
        let name = HostName.ascii(text)
        if name.utf8.contains(UInt8(ascii: ":")) {
            return name.utf8.count { $0 == UInt8(ascii: ":") } > 1
                && name.utf8.allSatisfy {
                    $0.hexadecimalValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                }
        }
        return !name.isEmpty
            && name.utf8.allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
                    || $0 == UInt8(ascii: "_")
            }
    }

    private static func hostAdvice(_ text: String) -> String {
        if text.contains("*") { return "there are no wildcards: write each host's own name" }
        let url = text.contains("://") ? text : "http://" + text
        guard let host = URLParts(url)?.host, isHost(host) else { return "write a name such as \"nas.local\"" }
        let rest = text.split(separator: "/", maxSplits: 1)
        if !text.contains("://"), rest.count == 2, rest[1].utf8.allSatisfy(\.isASCIIDigit) {
            return "there are no ranges of addresses: write each host's own"
        }
        return "write \"\(host)\", which holds for all of its ports and paths"
    }
}
