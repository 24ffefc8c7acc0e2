import EntryMapping
import FeedHTML
import FeedJSON
import FeedText
import TributaryPluginKit

/// Where a field's values come from: a path, or a text with paths in braces; what holds `://` is a text too.
struct JSONSource: EntryMapSource {
    /// A piece of a text.
    private enum Part: Sendable {
        case text(String)
        /// What a path finds; as it stands, not as a part of a URL or of HTML (`{+path}`).
        case path(JSONPath, isVerbatim: Bool)
    }

    private let parts: [Part]
    private let form: EntryMapField.Form
    /// Whether the whole is a path.
    private let isPath: Bool

    init(parsing text: String, for field: EntryMapField) throws(ConfigurationError) {
        try self.init(text, form: field.form)
    }

    /// Reads a path or a text with paths.
    init(_ text: String, form: EntryMapField.Form) throws(ConfigurationError) {
        self.form = form
        isPath = !text.utf8.contains(UInt8(ascii: "{")) && !text.utf8.contains("://".utf8)
        guard !isPath else {
            parts = [.path(try JSONPath(text), isVerbatim: true)]
            return
        }
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw ConfigurationError("\"\(text)\": a brace is not closed")
            }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            let inner = rest[rest.index(after: open)..<close]
            let isVerbatim = inner.hasPrefix("+")
            parts.append(.path(try JSONPath(String(isVerbatim ? inner.dropFirst() : inner)), isVerbatim: isVerbatim))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.parts = parts
    }

    /// The texts that an item has here; none of a text with a path that finds nothing.
    func texts(in item: JSONValue) -> [String] {
        if isPath, case .path(let path, _) = parts[0] { return path.texts(in: item) }
        var text = ""
        for part in parts {
            switch part {
            case .text(let piece): text += piece
            case .path(let path, let isVerbatim):
                guard let value = path.texts(in: item).first else { return [] }
                text += isVerbatim ? value : escaped(value)
            }
        }
        return text.isEmpty ? [] : [text]
    }

    /// What the first path that finds nothing did find in an item.
    func finding(in item: JSONValue) -> String {
        let paths = parts.compactMap { part in
            if case .path(let path, _) = part { path } else { nil as JSONPath? }
        }
        guard let path = paths.first(where: { $0.texts(in: item).isEmpty }) else { return "it has one" }
        return path.finding(in: item)
    }

    private func escaped(_ value: String) -> String {
        switch form {
        case .url: URLText.encodedComponent(value)
        case .html: HTMLText.escaped(value)
        case .text, .date: value
        }
    }
}
