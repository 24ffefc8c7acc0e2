import FeedText
public import FeedXML

/// An element of a feed: what translators read fields from.
///
/// Valid only while the translator that was given it runs.
public struct FeedElement {
    let tree: ElementTree
    let index: Int

    var node: ElementTree.Node { tree.nodes[index] }

    /// The resolved name; elements of the format itself are in ``FeedNamespace/core``.
    public var name: XMLName { tree.nodes[index].name }
    /// The byte in the decoded text where the element begins, for findings.
    public var offset: Int { node.offset }
    /// The URL that relative ones in the element are relative to.
    public var base: String? { baseURL?.text }
    /// The same, taken apart.
    var baseURL: BaseURL? { node.base >= 0 ? tree.bases[node.base] : nil }
    /// Whether one of the elements right below is of a module, that is in a namespace that isn't the format's own.
    var holdsModules: Bool { tree.namespaces & ~(1 << UInt64(FeedNamespace.core.rawValue)) != 0 }

    /// Whether one of the elements right below may be in a namespace.
    func mayHold(_ namespace: FeedNamespace) -> Bool {
        index != 0 || tree.namespaces >> UInt64(namespace.rawValue) & 1 != 0
    }

    /// The language that is in force (`xml:lang`); nil too where it is said to be none (XML 1.0 §2.12).
    public var language: String? {
        guard node.language >= 0 else { return nil }
        let language = tree.languages[node.language]
        return language.isEmpty ? nil : language
    }
    /// The language if this element itself says it.
    public var ownLanguage: String? { node.saysLanguage ? language : nil }
    /// Whether the text was written as elements.
    public var isMarkup: Bool { node.isMarkup }

    /// The elements right below, in their order.
    public var children: FeedElements { FeedElements(tree: tree, at: tree.nodes[index].firstChild, name: nil) }

    /// The first element right below with a name.
    public func first(_ namespace: FeedNamespace, _ term: FeedTerm) -> FeedElement? {
        first(XMLName(namespace, term))
    }

    /// The first element right below with a name.
    public func first(_ name: XMLName) -> FeedElement? {
        guard tree.mayHold(name, in: index) else { return nil }
        var at = tree.nodes[index].firstChild
        while at >= 0 {
            if tree.nodes[at].name == name { return FeedElement(tree: tree, index: at) }
            at = tree.nodes[at].next
        }
        return nil
    }

    /// The elements right below with a name.
    public func all(_ namespace: FeedNamespace, _ term: FeedTerm) -> FeedElements {
        all(XMLName(namespace, term))
    }

    /// The elements right below with a name.
    public func all(_ name: XMLName) -> FeedElements {
        let isThere = tree.mayHold(name, in: index)
        return FeedElements(tree: tree, at: isThere ? tree.nodes[index].firstChild : -1, name: name)
    }

    /// The value of an attribute without white space at its ends; nil for one that is empty or not there.
    public func attribute(_ term: FeedTerm) -> String? { attribute(XMLName(attribute: term)) }

    /// The value of an attribute without white space at its ends; nil for one that is empty or not there.
    public func attribute(_ name: XMLName) -> String? {
        for at in node.attributes where tree.attributes[at].name == name {
            return string(tree.attributes[at].value)
        }
        return nil
    }

    /// Whether an attribute has a value, given in lower case, in whatever case and with white space at its ends.
    public func has(_ term: FeedTerm, _ value: StaticString) -> Bool {
        for at in node.attributes where tree.attributes[at].name == XMLName(attribute: term) {
            let bytes = tree.bytes
            return bytes.span.equals(lowercase: value, in: bytes.span.trimmedRange(within: tree.attributes[at].value))
        }
        return false
    }

    /// Whether there is an attribute, perhaps an empty one.
    func has(_ term: FeedTerm) -> Bool {
        node.attributes.contains { tree.attributes[$0].name == XMLName(attribute: term) }
    }

    /// The text without white space at its ends; nil if there is none.
    public var text: String? { string(node.text) }

    /// The text as bytes.
    func withText<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let bytes = tree.bytes
        return body(bytes.span.extracting(node.text))
    }

    private func string(_ range: Range<Int>) -> String? {
        let bytes = tree.bytes
        let trimmed = bytes.span.trimmedRange(within: range)
        return trimmed.isEmpty ? nil : String(copying: bytes.span.extracting(trimmed))
    }
}

/// Elements that stand side by side, all of them or those of a name.
public struct FeedElements: Sequence, IteratorProtocol {
    let tree: ElementTree
    var at: Int
    let name: XMLName?

    /// The next element.
    public mutating func next() -> FeedElement? {
        while at >= 0 {
            let index = at
            at = tree.nodes[index].next
            if name == nil || tree.nodes[index].name == name { return FeedElement(tree: tree, index: index) }
        }
        return nil
    }

    /// Whether there is none.
    public var isEmpty: Bool {
        var rest = self
        return rest.next() == nil
    }
}
