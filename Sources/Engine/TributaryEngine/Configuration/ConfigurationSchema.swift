package import FeedJSON
import TributaryPluginKit

/// The JSON Schema of a configuration, for editors: made from the tables that check it.
package enum ConfigurationSchema {
    /// The schema with the plugins of a registry (JSON Schema 2020-12).
    package static func make(for registry: Registry) -> JSONObject {
        let language = ConfigurationLanguage(registry: registry)
        var schema: JSONObject = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Tributary's configuration",
        ]
        for member in language.table.schema.members { schema[member.name] = member.value }
        var definitions = JSONObject()
        for element in [language.feed, language.stage, language.sink] {
            definitions[element.definitionName] = .object(element.definition)
        }
        schema["$defs"] = .object(definitions)
        return schema
    }
}
