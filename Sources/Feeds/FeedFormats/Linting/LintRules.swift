import FeedText
import FeedXML

/// What a format asks of documents beyond that they can be read.
protocol LintRules {
    /// Whether Atom is the format itself.
    static var isCoreAtom: Bool { get }

    /// Whether an element is an entry, of which the feed keeps no more than that it is there.
    static func isEntry(_ name: XMLName) -> Bool

    /// Looks at an element that has ended.
    /// - Parameter parents: the elements in which it stands, the root first.
    mutating func check(_ element: LintElement, in parents: [LintElement], _ report: inout LintReport)
}

/// Gathers elements from a document's events and shows each to the rules when it ends.
///
/// Those that the text's end cuts off are not shown: that they are cut off is all that is wrong with them.
struct LintHandler<Rules: LintRules>: XMLEventHandler {
    var rules: Rules
    var report: LintReport
    /// Whether the document itself has a URL.
    let hasBase: Bool
    private var stack: [LintElement] = []
    /// How deep within markup, of which only the outermost elements are kept.
    private var skipped = 0

    init(rules: Rules, report: LintReport, hasBase: Bool) {
        self.rules = rules
        self.report = report
        self.hasBase = hasBase
    }

    mutating func startElement(_ tag: borrowing XMLStartTag) {
        if skipped > 0 {
            skipped += 1
            return
        }
        let element = element(of: tag)
        if let last = stack.indices.last, FeedVocabulary.holdsMarkup(stack[last].name) {
            if stack[last].children.isEmpty { stack[last].children.append(element) }
            skipped = 1
            return
        }
        stack.append(element)
    }

    mutating func text(_ bytes: Span<UInt8>) {
        guard skipped == 0, let last = stack.indices.last else { return }
        let room = LintElement.textLimit - stack[last].text.count
        if room > 0 { for index in 0..<min(room, bytes.count) { stack[last].text.append(bytes[index]) } }
    }

    mutating func endElement(_ name: XMLName) {
        if skipped > 0 {
            skipped -= 1
            return
        }
        guard var element = stack.popLast() else { return }
        rules.check(element, in: stack, &report)
        guard let parent = stack.indices.last else { return }
        if Rules.isEntry(element.name) {
            // The feed asks whether there are entries, and need not hold thousands.
            guard !stack[parent].children.contains(where: { $0.name == element.name }) else { return }
            element.children = []
        }
        stack[parent].children.append(element)
    }
}

extension LintHandler {
    private func element(of tag: borrowing XMLStartTag) -> LintElement {
        let written = String(copying: tag.names.span.extracting(tag.qualifiedName))
        let isCore =
            tag.name.namespace == XMLName.noNamespace || tag.name.namespace == FeedNamespace.rss.rawValue
            || (Rules.isCoreAtom && tag.name.namespace == FeedNamespace.atom.rawValue)
        let name = isCore ? XMLName(namespace: FeedNamespace.core.rawValue, local: tag.name.local) : tag.name
        var element = LintElement(
            name: name, written: written, offset: tag.offset, hasBase: stack.last?.hasBase ?? hasBase)
        for attribute in tag.attributes {
            element.attributes.append(
                LintElement.Attribute(
                    name: attribute.name, written: String(copying: tag.names.span.extracting(attribute.qualifiedName)),
                    value: String(copying: tag.bytes.span.extracting(attribute.value))))
            if attribute.name == XMLName(namespace: XMLName.xml, local: FeedTerm.base.rawValue) {
                element.hasBase = true
            }
        }
        return element
    }
}
