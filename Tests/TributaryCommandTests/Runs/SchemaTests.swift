import FeedJSON
import Foundation
import Testing

@Suite("The schema that the program prints")
struct SchemaTests {
    @Test("It knows every member of the example configuration")
    func example() async throws {
        let folder = try CaseFolder()
        let printed = try await folder.run("tributary plugins --schema")
        #expect(printed.status == 0)
        let schema = try JSONValue(parsing: Array(printed.output.utf8))
        let example = try Data(contentsOf: URL(filePath: CaseFolder.repository + "/config.example.json"))
        let (node, error) = JSONNode.parse(Array(example), options: .commentsAndTrailingCommas)
        #expect(error == nil)
        let config = try #require(node).value
        expectKnown(config, in: schema)
        for (list, definition) in [("feeds", "feed"), ("stages", "stage"), ("sinks", "sink")] {
            let alternatives = try #require(schema["$defs"][definition]["anyOf"].arrayValue)
            for element in try #require(config[list].arrayValue) {
                let alternative = alternatives.first { alternative in
                    let isText = alternative["type"].stringValue == "string"
                    guard element.stringValue == nil, !isText else { return isText == (element.stringValue != nil) }
                    return alternative["properties"]["use"]["const"] == element["use"]
                }
                expectKnown(element, in: try #require(alternative, "\(element)"))
            }
        }
    }

    private func expectKnown(_ value: JSONValue, in schema: JSONValue) {
        guard let members = value.objectValue else { return }
        for member in members.members {
            #expect(schema["properties"][member.name] != .null, "\(member.name) is not in the schema")
        }
        for required in schema["required"].arrayValue ?? [] {
            #expect(value[required.stringValue ?? ""] != .null, "\(required) is missing")
        }
    }
}

extension JSONValue {
    fileprivate subscript(name: String) -> JSONValue { objectValue?[name] ?? .null }
}
