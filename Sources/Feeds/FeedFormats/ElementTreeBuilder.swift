import FeedHTML
import FeedText
import FeedXML

/// Gathers elements, and keeps its memory for those of the next entry.
struct ElementTreeBuilder {
    var nodes: [ElementTree.Node] = []
    private(set) var attributes: [ElementTree.Attribute] = []
    private(set) var bytes: [UInt8] = []
    var bases: [BaseURL] = []
    var languages: [String] = []
    /// The namespaces and local names right below the root, so that what isn't there is not searched for.
    private(set) var namespaces: UInt64 = 0
    private(set) var locals = LocalNames()
    /// What the HTML of all entries is worked on in.
    let memory = HTMLMemory()

    /// A builder with room for what a short entry holds.
    init() {
        nodes.reserveCapacity(24)
        attributes.reserveCapacity(16)
        bytes.reserveCapacity(2048)
    }

    mutating func removeAll() {
        nodes.removeAll(keepingCapacity: true)
        if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
        bytes.removeAll(keepingCapacity: true)
        if !bases.isEmpty { bases.removeAll(keepingCapacity: true) }
        if !languages.isEmpty { languages.removeAll(keepingCapacity: true) }
        namespaces = 0
        locals = LocalNames()
    }

    /// Adds an element behind the others of its parent, -1 for the root.
    mutating func append(_ tag: borrowing XMLStartTag, name: XMLName, to parent: Int, base: Int, language: Int) -> Int {
        let start = attributes.count
        for attribute in tag.attributes where attribute.name.local != XMLName.unknownLocal {
            let lower = bytes.count
            bytes.append(copying: tag.bytes.span.extracting(attribute.value))
            attributes.append(ElementTree.Attribute(name: attribute.name, value: lower..<bytes.count))
        }
        let index = nodes.count
        nodes.append(
            ElementTree.Node(
                name: name, offset: tag.offset, attributes: start..<attributes.count,
                text: bytes.count..<bytes.count, base: base, language: language))
        if parent == 0 {
            namespaces |= 1 << UInt64(name.namespace)
            locals.insert(name.local)
        }
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
    mutating func append(_ text: Span<UInt8>, to index: Int, limit: Int) -> Bool {
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
        bytes.append(copying: text)
        nodes[index].text = nodes[index].text.lowerBound..<bytes.count
        return !isCut
    }

    /// The text of an element so far.
    func text(of index: Int) -> [UInt8] { Array(bytes[nodes[index].text]) }

    /// Gives an element markup for its text.
    ///
    /// - Returns: false if the markup was longer than `limit` and was cut.
    mutating func replaceText(of index: Int, byMarkup markup: Span<UInt8>, limit: Int) -> Bool {
        nodes[index].text = bytes.count..<bytes.count
        nodes[index].isMarkup = true
        return append(markup, to: index, limit: limit)
    }

    private func isBlank(_ range: Range<Int>) -> Bool { range.allSatisfy { bytes[$0].isASCIIWhitespace } }
}
