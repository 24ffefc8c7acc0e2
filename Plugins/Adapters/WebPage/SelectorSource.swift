import EntryMapping
import FeedHTML
import FeedText
import TributaryPluginKit

/// Where a field's values are on a page: a selector within the item, and the attribute that holds them: `img.lead@src`.
struct SelectorSource: EntryMapSource {
    /// The selector; nil for the item itself.
    let selector: HTMLSelector?
    /// The attribute that is named; nil lets the field decide.
    let attribute: String?
    /// What was written.
    let text: String

    init(parsing text: String, for field: EntryMapField) throws(ConfigurationError) {
        self.text = text
        let (selector, attribute) = Self.split(text)
        self.attribute = attribute
        guard !selector.isEmpty else {
            self.selector = nil
            return
        }
        do throws(HTMLSelectorError) {
            self.selector = try HTMLSelector(parsing: selector)
        } catch {
            throw ConfigurationError("\"\(text)\" is no selector: \(error.message)")
        }
    }

    /// The text of an element that a field is filled with; nil where it has none.
    func value(of element: HTMLTree.Element, in tree: HTMLTree, for field: EntryMapField) -> String? {
        let value: String? =
            if let attribute {
                tree.attribute(attribute, of: element)
            } else {
                switch field.form {
                case .html: tree.markup(in: element)
                case .url: Self.address(of: element, in: tree) ?? tree.text(of: element)
                case .date: tree.attribute("datetime", of: element) ?? tree.text(of: element)
                case .text: tree.text(of: element)
                }
            }
        return value.flatMap { $0.trimmingASCIIWhitespace.isEmpty ? nil : $0 }
    }

    private static func address(of element: HTMLTree.Element, in tree: HTMLTree) -> String? {
        ["href", "src", "data-src", "content"].lazy.compactMap { tree.attribute($0, of: element) }.first
    }

    /// A selector and the attribute behind its last `@`, which no selector holds but in quotes or brackets.
    private static func split(_ text: String) -> (selector: String, attribute: String?) {
        let text = text.trimmingASCIIWhitespace
        guard let at = text.lastIndex(of: "@") else { return (text, nil) }
        let name = text[text.index(after: at)...]
        let isName = name.utf8.allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                || $0 == UInt8(ascii: ":")
        }
        guard isName, !name.isEmpty else { return (text, nil) }
        return (String(text[..<at]).trimmingASCIIWhitespace, String(name).asciiLowercased)
    }
}
