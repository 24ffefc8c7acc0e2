import FeedText
import FeedXML

/// Elements that lack their end tags, so that what follows seems to stand within them.
extension FeedTreeBuilder {
    /// Whether an element shows that elements around it should have ended: entries hold no entries and stand in
    /// nothing but the feed, and one-line fields hold no other fields.
    func lacksEndTags(before name: XMLName) -> Bool {
        guard let frame = frames.last, skipped > 0 || frame.node > 0 else { return false }
        if !isInEntry, translator.isEntry(name) { return true }
        guard skipped == 0, capture.depth == 0, frames.count > 1, frames[frames.count - 2].node == 0 else {
            return false
        }
        let field = tree.nodes[frame.node].name
        return FeedVocabulary.isField(name, neverWithin: field)
            && (!isInEntry || field != XMLName(.core, .description))
    }

    /// Ends all that is open below the feed or the entry; the end tags that are still to come then end nothing.
    mutating func endOpenElements(before tag: borrowing XMLStartTag) {
        guard let outer = frames.lastIndex(where: { $0.node == 0 }), let frame = frames.last else { return }
        let inner = tree.nodes[frame.node].name
        if skipped > 0 || inner != XMLName(.core, .items) {
            let written = String(copying: tag.names.span.extracting(tag.qualifiedName))
            let term = skipped > 0 ? nil : FeedTerm(rawValue: inner.local)
            findings.note(
                at: tag.offset, section: "XML 1.0 §3.1",
                "\"\(written)\" begins within \(term.map { "\"\($0.text)\"" } ?? "an unknown element"), "
                    + "which was taken to end there")
        }
        let open = skipped + capture.depth
        skipped = 0
        if capture.isActive { endCapture(frame.node) }
        for index in outer + 1..<frames.count { frames[index] = frames[outer] }
        frames.append(contentsOf: repeatElement(frames[outer], count: open))
    }

    /// Notes that markup before an entry lacks its end tag, so that its namespace seems to be the entry's.
    mutating func noteLingeringNamespace(_ tag: borrowing XMLStartTag) {
        guard capture.isActive, !isInEntry, FeedVocabulary.bareNamespaces.contains(tag.name.namespace),
            translator.isEntry(XMLName(namespace: FeedNamespace.core.rawValue, local: tag.name.local)),
            isUnprefixed(tag)
        else { return }
        lingeringNamespace = tag.name.namespace
    }
}
