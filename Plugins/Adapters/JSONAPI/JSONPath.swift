import FeedJSON
import FeedText
import TributaryPluginKit

/// A way into a JSON value: `data.posts[0].labels[].name`.
struct JSONPath: Sendable {
    /// One step down.
    enum Step: Sendable {
        case name(String)
        /// From 0; a negative one counts from the end.
        case index(Int)
        /// To every element of a list, or every value of an object.
        case each
    }

    /// The path as it was written.
    let text: String
    let steps: [Step]

    /// Reads a path; `$` is the value itself.
    init(_ text: String) throws(ConfigurationError) {
        var reader = JSONPathReader(text)
        steps = try reader.steps()
        self.text = text
    }

    /// The values that the path leads to, in the order of the document.
    func values(in value: JSONValue) -> [JSONValue] {
        var values = [value]
        for step in steps { values = values.flatMap { Self.values(behind: step, in: $0) } }
        return values
    }

    /// What the values are as texts: numbers as they are written, lists flattened; null, objects and empty texts are none.
    func texts(in value: JSONValue) -> [String] {
        values(in: value).flatMap { Self.texts(of: $0) }
    }

    fileprivate static func values(behind step: Step, in value: JSONValue) -> [JSONValue] {
        switch (step, value) {
        case (.name(let name), .object(let object)): object[name].map { [$0] } ?? []
        case (.index(let index), .array(let elements)):
            elements.indices.contains(index < 0 ? elements.count + index : index)
                ? [elements[index < 0 ? elements.count + index : index]] : []
        case (.each, .array(let elements)): elements
        case (.each, .object(let object)): object.members.map(\.value)
        default: []
        }
    }

    private static func texts(of value: JSONValue) -> [String] {
        switch value {
        case .string(let text): text.isEmpty ? [] : [text]
        case .number(let number): [number.literal]
        case .bool(let value): ["\(value)"]
        case .array(let elements):
            elements.flatMap { element -> [String] in
                if case .array = element { [] } else { texts(of: element) }
            }
        case .null, .object: []
        }
    }
}

// MARK: - Why a path leads nowhere

extension JSONPath {
    /// What the path did find in a value where that is not what was wanted: how far it leads, and what is there.
    func finding(in value: JSONValue) -> String {
        var place = ""
        var values = [value]
        for step in steps {
            let next = values.flatMap { Self.values(behind: step, in: $0) }
            guard !next.isEmpty else { return Self.dead(step, at: place, in: values) }
            place = Self.appending(step, to: place)
            values = next
        }
        let what = values.first.map { Self.description(of: $0) } ?? "nothing"
        return "\(Self.quoted(place)) is \(what)"
    }

    /// Paths to lists of objects in a value, at most two steps down: what may have been meant as the path to the items.
    static func lists(in value: JSONValue) -> [String] {
        var found: [String] = []
        func look(_ value: JSONValue, _ place: String, _ depth: Int) {
            switch value {
            case .array(let elements) where elements.contains { $0.objectValue != nil }:
                found.append("\(place.isEmpty ? "$" : place) (\(elements.count))")
            case .object(let object) where depth < 3:
                for member in object.members.prefix(50) {
                    look(member.value, appending(.name(member.name), to: place), depth + 1)
                }
            default: break
            }
        }
        look(value, "", 0)
        return Array(found.prefix(4))
    }

    private static func dead(_ step: Step, at place: String, in values: [JSONValue]) -> String {
        let value = values.first ?? .null
        let here = place.isEmpty ? "it" : quoted(place)
        switch (step, value) {
        case (.name(let name), .object(let object)):
            let names = object.members.map(\.name)
            guard !names.isEmpty else { return "\(here) is an empty object" }
            if let nearest = Spelling.nearest(to: name, among: Array(names.prefix(500))) {
                return "\(here) has no \"\(name)\"; did you mean \"\(nearest)\"?"
            }
            return "\(here) has no \"\(name)\", but \(listed(names))"
        case (.name(let name), .array):
            return "\(here) is \(description(of: value)); write \(place)[] before \"\(name)\" for all of them, or "
                + "\(place)[0] for the first"
        case (.index, .array(let elements)): return "\(here) has \(elements.count) elements"
        case (.each, .array), (.each, .object): return "\(here) is empty"
        default: return "\(here) is \(description(of: value))"
        }
    }

    /// What stands somewhere, in a few words.
    static func description(of value: JSONValue) -> String {
        switch value {
        case .array(let elements): "a list of \(elements.count)"
        case .object(let object):
            object.isEmpty ? "an empty object" : "an object with \(listed(object.members.map(\.name)))"
        case .string(let text):
            text.isEmpty ? "an empty text" : "\"\(DisplayText.singleLine(String(text.prefix(40))))\""
        case .number(let number): String(number.literal.prefix(40))
        case .bool(let value): "\(value)"
        case .null: "null"
        }
    }

    private static func listed(_ names: [String]) -> String {
        let shown = names.prefix(12).map { "\"\(DisplayText.singleLine(String($0.prefix(40))))\"" }
        return shown.isEmpty ? "nothing" : shown.joined(separator: ", ") + (names.count > 12 ? " and others" : "")
    }

    private static func quoted(_ place: String) -> String { place.isEmpty ? "it" : "\"\(place)\"" }

    private static func appending(_ step: Step, to place: String) -> String {
        switch step {
        case .index(let index): "\(place)[\(index)]"
        case .each: "\(place)[]"
        case .name(let name): (place.isEmpty ? "" : place + ".") + JSONPathReader.written(name)
        }
    }
}
