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

    @Test("docs/configuration.md has a row for every member, with its default, and no other")
    func documented() async throws {
        let folder = try CaseFolder()
        let printed = try await folder.run("tributary plugins --schema")
        let schema = try JSONValue(parsing: Array(printed.output.utf8))
        let page = try String(
            contentsOf: URL(filePath: CaseFolder.repository + "/docs/configuration.md"), encoding: .utf8)
        let sections = page.components(separatedBy: "\n## ")
        let feed = schema["$defs"]["feed"]["anyOf"].arrayValue?.first { $0["type"].stringValue == "object" }
        let members = try #require(feed)["properties"]
        let expected: [(heading: String, members: JSONValue)] = [
            ("# The configuration", schema["properties"]), ("A feed", members),
            ("What is said", members["http"]["properties"]),
            ("How requests", schema["properties"]["fetch"]["properties"]),
            ("Where the database", schema["properties"]["store"]["properties"]),
        ]
        #expect(sections.count == expected.count)
        for (section, (heading, members)) in zip(sections, expected) {
            #expect(section.hasPrefix(heading))
            var rows: [String: String] = [:]
            for line in section.split(separator: "\n") where line.hasPrefix("| `") {
                let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                for name in cells[1].split(separator: "`") where name.contains(where: \.isLetter) {
                    rows[String(name)] = cells[2].trimmingCharacters(in: .whitespaces)
                }
            }
            let names = try #require(members.objectValue).members.map(\.name)
            // Whether a feed is read by an adapter is said by another alternative of the schema.
            #expect(Set(rows.keys).subtracting(["use"]) == Set(names).subtracting(["use"]), "\(heading)")
            for name in names {
                let value = members[name]["default"]
                let text = value.stringValue ?? value.intValue.map(String.init)
                if let text { #expect(rows[name] == "`\(text)`", "\(name)") }
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
