import FeedJSON
import FeedText

extension OptionKind {
    /// An absolute address of `http` or `https`.
    public static let webURL = OptionKind(
        "an address such as \"https://example.org/\"", schema: ["type": "string", "pattern": "^https?://"]
    ) { node, path, problems in
        guard case .string(let text) = node.content else {
            return problems.append(.wrongKind(node, "an address such as \"https://example.org/\"", at: path))
        }
        guard let url = URLParts(text), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false,
            !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F })
        else {
            return problems.append(
                ConfigurationProblem(
                    "\"\(URLText.redacted(text))\" is no address of http or https", at: path, offset: node.offset))
        }
    }
}
