import FeedText
public import FeedXML

/// Elements that an entry or a feed has once and that say something else a second time.
enum RepeatedElements {
    /// Notes each text of an entry or a feed that is left out since another one of its name has come before it.
    static func note(in entry: FeedElement, findings: inout FeedFindings) {
        var firsts = InlineArray<6, Int>(repeating: -1)
        for child in entry.children {
            guard let place = place(of: child.name), child.hasText else { continue }
            if firsts[place] < 0 {
                firsts[place] = child.index
            } else if !FeedElement(tree: child.tree, index: firsts[place]).hasSameText(as: child) {
                let section = section(of: entry.name)
                findings.note(
                    at: child.offset, section: section, reading: "the first",
                    "a second \"\(child.writtenName)\" is left out")
            }
        }
    }

    /// Which of the elements that hold an entry's text one is.
    private static func place(of name: XMLName) -> Int? {
        switch (FeedNamespace(rawValue: name.namespace), FeedTerm(rawValue: name.local)) {
        case (.core, .title): 0
        case (.core, .description): 1
        case (.core, .summary): 2
        case (.core, .content): 3
        case (.content, .encoded): 4
        case (.core, .subtitle): 5
        default: nil
        }
    }

    private static func section(of name: XMLName) -> String {
        switch FeedTerm(rawValue: name.local) {
        case .item: "RSS 2.0 \"item\""
        case .entry: "RFC 4287 §4.1.2"
        case .feed: "RFC 4287 §4.1.1"
        default: "RSS 2.0 \"channel\""
        }
    }
}

extension FeedElement {
    /// Whether there is more than white space in it.
    public var hasText: Bool { !trimmedText.isEmpty }

    private var trimmedText: Range<Int> {
        let bytes = tree.bytes
        return bytes.span.trimmedRange(within: node.text)
    }

    fileprivate var writtenName: String {
        let local = FeedTerm(rawValue: name.local)?.text ?? ""
        return name.namespace == FeedNamespace.content.rawValue ? "content:\(local)" : local
    }

    /// The first element right below with a name that has text; the first one where none has.
    public func firstWithText(_ namespace: FeedNamespace, _ term: FeedTerm) -> FeedElement? {
        firstWithText(XMLName(namespace, term))
    }

    /// The first element right below with a name that has text; the first one where none has.
    public func firstWithText(_ name: XMLName) -> FeedElement? {
        let first = first(name)
        return first?.hasText == false ? all(name).first { $0.hasText } ?? first : first
    }

    fileprivate func hasSameText(as other: FeedElement) -> Bool {
        let bytes = tree.bytes
        return bytes[trimmedText].elementsEqual(bytes[other.trimmedText])
    }
}
