import FeedJSON
import FeedText
import TributaryPluginKit

/// What must stand under `url` in an element of `feeds`.
enum LocationRule: Sendable, Hashable {
    /// What a format reads.
    case addressOrPath
    /// What a plugin asks.
    case address
    /// What a plugin asks where an option does not say what is read.
    case addressUnless(option: String)

    /// What a form of the element must have, and what it must not.
    struct Form {
        var required: [String] = []
        var excluded: String?
    }

    /// The rules for adapters by name; none for one that knows by itself what `url` means.
    static func rules(for adapters: [PluginDescriptor], formats: [String]) -> [String: LocationRule] {
        var rules: [String: LocationRule] = [:]
        for adapter in adapters {
            switch adapter.location {
            case .free: break
            case .address: rules[adapter.name] = .address
            case .addressOrOption(let option): rules[adapter.name] = .addressUnless(option: option)
            }
        }
        for format in formats { rules[format] = .addressOrPath }
        return rules
    }

    /// The forms that an element may have.
    var forms: [Form] {
        switch self {
        case .addressOrPath, .address: [Form(required: ["url"])]
        case .addressUnless(let option):
            [Form(required: [option], excluded: "url"), Form(required: ["url"], excluded: option)]
        }
    }

    /// Notes what is wrong with the `url` of an element.
    func check(_ node: JSONNode, at path: ConfigurationPath, into problems: inout [ConfigurationProblem]) {
        guard let url = node.member("url")?.value else {
            if let message = messageOfMissing(in: node) {
                problems.append(ConfigurationProblem(message, at: path, offset: node.offset))
            }
            return
        }
        guard let text = url.text, !text.isEmpty, let message = message(for: text, in: node) else { return }
        problems.append(ConfigurationProblem(message, at: path.appending("url"), offset: url.offset))
    }

    private func messageOfMissing(in node: JSONNode) -> String? {
        switch self {
        case .addressOrPath: return "\"url\" is missing; it takes an address or the path of a file"
        case .address: return "\"url\" is missing; it takes an address"
        case .addressUnless(let option):
            guard node.member(option) == nil else { return nil }
            return "\"\(option)\" is missing, or \"url\" with an address"
        }
    }

    private func message(for text: String, in node: JSONNode) -> String? {
        if case .addressUnless(let option) = self, node.member(option) != nil {
            return "what \"\(option)\" says is read, so there is no use for \"url\"; remove one of them"
        }
        if let message = Location.problem(with: text) { return message }
        guard self != .addressOrPath, URLText.scheme(of: text) == nil else { return nil }
        return "\"\(text)\" is the path of a file, and an address is needed, such as \"https://example.org/\""
    }
}
