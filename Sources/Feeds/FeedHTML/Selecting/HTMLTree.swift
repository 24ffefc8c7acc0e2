import FeedText

/// A page as a browser sees it before any script runs: elements and text, in the order of the page (HTML §13.2.6).
///
/// Bounded in time and memory on any page: what is nested deeper than 256 elements, and every tag behind the first
/// 200,000, counts as part of what it is in. Scripts, styles and comments are left out.
public struct HTMLTree: Sendable {
    /// An attribute of an element, its name in lower case.
    struct Attribute: Sendable {
        var name: String
        var value: String
    }

    /// An element or a text.
    struct Node: Sendable {
        /// The element's name in lower case; empty for a text.
        var name: String
        /// The text; empty for an element.
        var text = ""
        var attributes: [Attribute] = []
        /// The element that it is in; -1 for the root.
        var parent: Int
        /// The element before it in the same one; -1 for the first.
        var previous = -1
        /// Behind the last node in it.
        var end = 0
        /// Which of the elements in its parent it is, from 1, and which of those of its name.
        var place = 0
        var placeOfName = 0
        /// How many elements are in it, one level down.
        var elements = 0

        var isElement: Bool { !name.isEmpty }
    }

    /// How many tags of a page are looked at.
    public static let mostTags = 200_000

    private(set) var nodes: [Node] = []
    /// Whether the page has more tags than are looked at.
    public private(set) var isCut = false
    /// The last element so far in each open one, and how many of each name there were.
    private var open: [Int: (last: Int, names: [String: Int])] = [:]

    /// A tree of nothing.
    init() {}

    /// Reads a page in UTF-8.
    public init(_ html: Span<UInt8>) {
        let (markup, isCut) = PageMarkup.bounded(html)
        self = GumboTree.page(markup)
        self.isCut = isCut
    }

    /// What a selector chose.
    public struct Element: Sendable, Hashable {
        let index: Int
    }
}

// MARK: - Questions

extension HTMLTree {
    /// The value of an attribute of an element; nil where it has none of the name, which must be in lower case.
    public func attribute(_ name: String, of element: Element) -> String? {
        nodes[element.index].attributes.first { $0.name == name }?.value
    }

    /// The name of an element in lower case.
    public func name(of element: Element) -> String { nodes[element.index].name }

    /// The text of an element on one line, as a reader sees it.
    public func text(of element: Element) -> String {
        HTMLText.plainText(markup(in: element), unknownTags: .omitted)
    }

    /// Whether an element is another one or stands in it.
    public func contains(_ outer: Element, _ inner: Element) -> Bool {
        inner.index >= outer.index && inner.index < nodes[outer.index].end
    }

    /// How many elements and texts there are.
    public var size: Int { nodes.count }

    /// How many elements and texts an element is, itself included: what reading its text or its markup costs.
    public func size(of element: Element) -> Int { nodes[element.index].end - element.index }

    /// The address that the page's relative URLs are relative to, where it names one (`base`).
    public var base: String? {
        nodes.first { $0.name == "base" && $0.attributes.contains { $0.name == "href" } }?
            .attributes.first { $0.name == "href" }?.value
    }

    /// The elements among a list in an element, itself included, in the order of the page; the list must be in it too.
    public func elements(of list: [Element], in outer: Element) -> ArraySlice<Element> {
        let start = list.partition { $0.index >= outer.index }
        let end = list.partition { $0.index >= nodes[outer.index].end }
        return list[start..<end]
    }

    /// What an element and its classes look like in a selector: `div.entry`.
    public func description(of element: Element) -> String {
        let classes = attribute("class", of: element).map(HTMLSelector.words) ?? []
        return name(of: element) + classes.map { "." + HTMLSelector.escaped(String($0)) }.joined()
    }

    /// Selectors that choose an element: its name with each of its classes, or its name alone where it has none.
    public func selectors(of element: Element) -> [String] {
        let (name, classes) = (name(of: element), attribute("class", of: element).map(HTMLSelector.words) ?? [])
        return classes.isEmpty ? [name] : classes.map { "\(name).\(HTMLSelector.escaped(String($0)))" }
    }
}

// MARK: - Building

extension HTMLTree {
    mutating func beginElement(_ name: String, _ attributes: [Attribute], in parent: Int?) -> Int {
        let index = nodes.count
        var node = Node(name: name, attributes: attributes, parent: parent ?? -1)
        node.place = 1
        node.placeOfName = 1
        if let parent {
            node.previous = open[parent]?.last ?? -1
            nodes[parent].elements += 1
            node.place = nodes[parent].elements
            node.placeOfName = (open[parent]?.names[name] ?? 0) + 1
            open[parent]?.names[name] = node.placeOfName
            open[parent]?.last = index
        }
        nodes.append(node)
        open[index] = (-1, [:])
        return index
    }

    mutating func endElement(_ index: Int) {
        nodes[index].end = nodes.count
        open[index] = nil
    }

    mutating func appendText(_ text: String, in parent: Int) {
        var node = Node(name: "", text: text, parent: parent)
        node.end = nodes.count + 1
        nodes.append(node)
    }
}

extension [HTMLTree.Element] {
    /// The first place from which on all elements satisfy a condition that none before it does.
    fileprivate func partition(where isBehind: (HTMLTree.Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
