package import FeedJSON
package import TributaryPluginKit

/// A JSON value whose texts are templates.
///
/// A text that is put in stays one text, whatever stands in it: nothing needs escaping, nothing can break out.
package indirect enum JSONTemplate: Sendable, Hashable {
    case constant(JSONValue)
    case text(MessageTemplate)
    case list([JSONTemplate])
    case object([Member])

    /// A member of an object; its name is no template.
    package struct Member: Sendable, Hashable {
        let name: String
        let value: JSONTemplate
    }

    /// Reads a value from the configuration.
    ///
    /// - Throws: every mistake in its templates, each with its path.
    package init(_ value: JSONValue, naming names: [String]) throws(ConfigurationError) {
        var problems: [ConfigurationProblem] = []
        self = Self.read(value, names, ConfigurationPath(), &problems)
        if !problems.isEmpty { throw ConfigurationError(problems) }
    }

    /// The value with every place filled.
    package func filled(_ value: (String) -> String?) -> JSONValue {
        switch self {
        case .constant(let constant): constant
        case .text(let template): .string(template.filled(value))
        case .list(let elements): .array(elements.map { $0.filled(value) })
        case .object(let members):
            .object(JSONObject(members.map { JSONMember(name: $0.name, value: $0.value.filled(value)) }))
        }
    }

    private static func read(
        _ value: JSONValue, _ names: [String], _ path: ConfigurationPath, _ problems: inout [ConfigurationProblem]
    ) -> JSONTemplate {
        switch value {
        case .string(let text):
            do throws(ConfigurationError) {
                return .text(try MessageTemplate(text, naming: names))
            } catch {
                problems += error.problems.map { ConfigurationProblem($0.message, at: path) }
                return .constant(.null)
            }
        case .array(let elements):
            return .list(elements.enumerated().map { read($1, names, path.appending($0), &problems) })
        case .object(let object):
            return .object(
                object.members.map {
                    Member(name: $0.name, value: read($0.value, names, path.appending($0.name), &problems))
                })
        default: return .constant(value)
        }
    }
}
