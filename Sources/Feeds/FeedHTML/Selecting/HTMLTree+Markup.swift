import FeedText

extension HTMLTree {
    /// The HTML of what is in an element, written anew: every element closed, every value quoted.
    public func markup(in element: Element) -> String {
        var markup: [UInt8] = []
        var open: [Int] = []
        for index in element.index + 1..<max(element.index + 1, nodes[element.index].end) {
            while let last = open.last, nodes[last].end <= index {
                markup.appendEndTag(nodes[last].name)
                open.removeLast()
            }
            let node = nodes[index]
            guard node.isElement else {
                markup.appendText(node.text.utf8.span)
                continue
            }
            markup.append(UInt8(ascii: "<"))
            markup.append(contentsOf: node.name.utf8)
            for attribute in node.attributes { markup.appendAttribute(attribute.name, attribute.value.utf8.span) }
            markup.append(UInt8(ascii: ">"))
            let name = node.name.utf8.span
            if HTMLElement.named(HTMLName(name, in: name.indices)).content != .void { open.append(index) }
        }
        while let last = open.popLast() { markup.appendEndTag(nodes[last].name) }
        return String(decoding: markup, as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate mutating func appendEndTag(_ name: String) {
        append(contentsOf: "</".utf8)
        append(contentsOf: name.utf8)
        append(UInt8(ascii: ">"))
    }
}
