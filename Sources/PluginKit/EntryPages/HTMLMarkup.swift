import FeedHTML
import FeedText

/// HTML in the making: what is text or a value is escaped, whatever feeds say.
package struct HTMLMarkup {
    /// An attribute; nil leaves it out.
    package typealias Attribute = (name: String, value: String?)

    /// The markup so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// Nothing yet.
    package init() {}

    /// Writes a start tag.
    package mutating func begin(_ name: String, _ attributes: Attribute...) { begin(name, attributes) }

    /// Writes an end tag.
    package mutating func end(_ name: String) { raw("</\(name)>") }

    /// Writes an element with a text.
    package mutating func element(_ name: String, _ attributes: Attribute..., text: String) {
        begin(name, attributes)
        self.text(text)
        end(name)
    }

    /// Writes a text that people read: what steers, turns around or cannot be seen is left out.
    package mutating func text(_ text: String) { bytes.appendText(DisplayText.printable(text).utf8.span) }

    /// Writes what is markup already.
    package mutating func raw(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    /// Writes markup that was made apart.
    package mutating func raw(_ markup: HTMLMarkup) { bytes.append(contentsOf: markup.bytes) }

    private mutating func begin(_ name: String, _ attributes: [Attribute]) {
        raw("<\(name)")
        for (name, value) in attributes {
            guard let value else { continue }
            bytes.appendAttribute(name, value.utf8.span)
        }
        raw(">")
    }
}
