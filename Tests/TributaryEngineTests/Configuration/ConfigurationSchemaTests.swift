import FeedJSON
import Testing
import TributaryPluginKit

@testable import TributaryEngine

@Suite("The configuration's schema")
struct ConfigurationSchemaTests {
    private let schema = JSONValue.object(ConfigurationSchema.make(for: .sample))

    @Test("It names the lists and refers to one definition per kind of element")
    func top() {
        #expect(schema["required"] == ["feeds", "sinks"])
        #expect(schema["additionalProperties"] == false)
        #expect(schema["properties"]["feeds"]["items"]["$ref"] == "#/$defs/feed")
        #expect(schema["properties"]["defaults"]["properties"]["stages"]["items"]["$ref"] == "#/$defs/stage")
    }

    @Test("Defaults show")
    func defaults() {
        #expect(schema["properties"]["fetch"]["properties"]["parallel"]["default"] == 50)
        #expect(schema["properties"]["store"]["properties"]["keep_parked"]["default"] == "30d")
        #expect(alternative("sink", "terminal")["properties"]["style"]["default"] == "cards")
    }

    @Test("Every plugin is an alternative with its own options and the engine's keys")
    func plugins() {
        for plugin in Registry.sample.plugins {
            let role = plugin.descriptor.role
            let found = alternative(role == .adapter ? "feed" : role.rawValue, plugin.descriptor.name)
            for option in plugin.descriptor.options.options {
                #expect(found["properties"][option.name]["description"] == .string(option.summary))
            }
            #expect(found["additionalProperties"] == false)
            #expect(found["required"].arrayValue?.contains("use") == true)
        }
        #expect(alternative("feed", "rss")["required"] == ["use", "url"])
        #expect(alternative("feed", "github_search")["required"] == ["use", "query"])
        #expect(alternative("stage", "keep")["required"].arrayValue?.contains("where") == true)
    }

    @Test("A feed may also be a text, or an object without a plugin")
    func plainFeeds() throws {
        let alternatives = try #require(schema["$defs"]["feed"]["anyOf"].arrayValue)
        #expect(alternatives[0]["type"] == "string")
        #expect(alternatives[1]["required"] == ["url"])
        #expect(alternatives[1]["properties"]["use"] == .null)
    }

    private func alternative(_ element: String, _ plugin: String) -> JSONValue {
        schema["$defs"][element]["anyOf"].arrayValue?.first {
            $0["properties"]["use"]["const"] == .string(plugin)
        } ?? .null
    }
}

extension JSONValue {
    /// The member with a name; null where there is none.
    fileprivate subscript(name: String) -> JSONValue { objectValue?[name] ?? .null }
}
