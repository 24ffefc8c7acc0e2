import FeedText
import FeedXML

/// The elements of one entry, or of a feed without its entries, in flat arrays that are used again for the next one.
final class ElementTree {
    struct Attribute {
        var name: XMLName
        var value: Range<Int>
    }

    struct Node {
        var name: XMLName
        var offset: Int
        var attributes: Range<Int>
        /// Where the element's own text lies in `bytes`.
        var text: Range<Int>
        /// Whether the text is markup that was written as elements.
        var isMarkup = false
        /// The place in `bases` and `languages`, -1 for none.
        var base: Int
        var language: Int
        /// Whether the language was said by this very element.
        var saysLanguage = false
        var firstChild = -1
        var lastChild = -1
        var next = -1
    }

    var nodes: [Node] = []
    var attributes: [Attribute] = []
    var bytes: [UInt8] = []
    var bases: [String] = []
    var languages: [String] = []

    func removeAll() {
        nodes.removeAll(keepingCapacity: true)
        attributes.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        bases.removeAll(keepingCapacity: true)
        languages.removeAll(keepingCapacity: true)
    }

    /// Adds an element behind the others of its parent, -1 for the root.
    func append(_ tag: borrowing XMLStartTag, name: XMLName, to parent: Int, base: Int, language: Int) -> Int {
        let start = attributes.count
        for attribute in tag.attributes where attribute.name.local != XMLName.unknownLocal {
            let lower = bytes.count
            bytes.append(contentsOf: tag.bytes[attribute.value])
            attributes.append(Attribute(name: attribute.name, value: lower..<bytes.count))
        }
        let index = nodes.count
        nodes.append(
            Node(
                name: name, offset: tag.offset, attributes: start..<attributes.count,
                text: bytes.count..<bytes.count, base: base, language: language))
        if parent >= 0 {
            if nodes[parent].lastChild >= 0 {
                nodes[nodes[parent].lastChild].next = index
            } else {
                nodes[parent].firstChild = index
            }
            nodes[parent].lastChild = index
        }
        return index
    }

    /// Adds text to an element: all of it as long as no child stands between, else the first that isn't blank.
    /// - Returns: false if the text became longer than `limit` and was cut.
    func append(_ text: Span<UInt8>, to index: Int, limit: Int) -> Bool {
        var text = text
        if nodes[index].text.upperBound != bytes.count {
            guard isBlank(nodes[index].text) else { return true }
            nodes[index].text = bytes.count..<bytes.count
        }
        let room = limit - nodes[index].text.count
        let isCut = text.count > room
        if isCut {
            var end = max(room, 0)
            while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
            text = text.extracting(0..<end)
        }
        for at in text.indices { bytes.append(text[at]) }
        nodes[index].text = nodes[index].text.lowerBound..<bytes.count
        return !isCut
    }

    private func isBlank(_ range: Range<Int>) -> Bool { range.allSatisfy { bytes[$0].isASCIIWhitespace } }
}
