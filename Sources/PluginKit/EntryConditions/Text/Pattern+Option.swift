package import FeedJSON
package import TributaryPluginKit

extension Pattern: OptionDecodable {
    /// Compiles the pattern of an option of the kind ``TributaryPluginKit/OptionKind/pattern``.
    package convenience init(option node: JSONNode) throws(ConfigurationError) {
        guard let source = node.value.stringValue else {
            throw ConfigurationError([.wrongKind(node, "a pattern", at: ConfigurationPath())])
        }
        do throws(Mistake) {
            try self.init(source)
        } catch {
            throw ConfigurationError(error.words(about: source))
        }
    }
}

extension OptionKind {
    /// A PCRE2 pattern, decoded as ``Pattern``.
    package static let pattern = OptionKind("a pattern", schema: ["type": "string", "minLength": 1]) {
        node, path, problems in
        let count = problems.count
        text.check(node, path, &problems)
        guard problems.count == count else { return }
        do throws(ConfigurationError) {
            _ = try Pattern(option: node)
        } catch {
            problems.append(contentsOf: error.placed(at: path, node: node))
        }
    }
}
