package import TributaryPluginKit

/// A text with places for what an entry has: `[{{feed}}] {{title|url:80}}`.
///
/// Names parted by `|` are asked in turn, and the first that has something is put in; `:80` cuts that to 80 characters.
/// What is put in is never read as a template again.
package struct MessageTemplate: Sendable, Hashable {
    private struct Place: Sendable, Hashable {
        var names: [String]
        var limit: Int?
    }

    private enum Part: Sendable, Hashable {
        case text(String)
        case place(Place)
    }

    private let parts: [Part]

    /// Reads a template whose places may name certain fields.
    ///
    /// - Throws: ``ConfigurationError`` for a place that does not end, for unknown names and lengths that are none.
    package init(_ text: String, naming names: [String]) throws(ConfigurationError) {
        var parts: [Part] = []
        var rest = text[...]
        while let start = Self.firstPair("{", in: rest) {
            if start > rest.startIndex { parts.append(.text(String(rest[..<start]))) }
            let inner = rest[start...].dropFirst(2)
            guard let end = Self.firstPair("}", in: inner) else {
                throw ConfigurationError("\"{{\" is never closed; write \"}}\" behind the name")
            }
            parts.append(.place(try Self.place(inner[..<end], naming: names)))
            rest = inner[end...].dropFirst(2)
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.parts = parts
    }

    /// Reads the template of an option.
    ///
    /// - Throws: the same, at the option's place.
    package init(
        _ text: String, naming names: [String], at path: ConfigurationPath
    ) throws(ConfigurationError) {
        do throws(ConfigurationError) {
            try self.init(text, naming: names)
        } catch {
            throw ConfigurationError(error.problems.map { ConfigurationProblem($0.message, at: path) })
        }
    }

    /// The text with every place filled; what nobody knows leaves nothing.
    package func filled(_ value: (String) -> String?) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let words): text += words
            case .place(let place):
                for name in place.names {
                    guard let found = value(name), !found.isEmpty else { continue }
                    text += place.limit.map { TextLimit.cut(found, characters: $0) } ?? found
                    break
                }
            }
        }
        return text
    }
}

// MARK: - Private

extension MessageTemplate {
    /// Where a character stands twice.
    private static func firstPair(_ brace: Character, in text: Substring) -> String.Index? {
        var last: String.Index?
        for index in text.indices {
            guard text[index] == brace else {
                last = nil
                continue
            }
            if let last { return last }
            last = index
        }
        return nil
    }

    private static func place(_ text: Substring, naming known: [String]) throws(ConfigurationError) -> Place {
        var place = Place(names: [])
        var text = text
        if let colon = text.lastIndex(of: ":") {
            let digits = text[text.index(after: colon)...].filter { $0 != " " }
            guard let limit = Int(digits), limit > 0 else {
                throw ConfigurationError("\"\(digits)\" is no length; write a whole number from 1 up behind the colon")
            }
            place.limit = limit
            text = text[..<colon]
        }
        for word in text.split(separator: "|", omittingEmptySubsequences: false) {
            let name = String(word.filter { $0 != " " })
            guard known.contains(name) else {
                throw ConfigurationError(
                    "\"{{\(name)}}\" is not known here; \(Spelling.advice(for: name, among: known))")
            }
            place.names.append(name)
        }
        return place
    }
}
