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

    /// An element's name as it is plainly meant: an entry or a channel stands in the feed whatever namespace it
    /// names, and its fields are no HTML.
    mutating func adopted(_ name: XMLName, of tag: borrowing XMLStartTag) -> XMLName {
        guard name.namespace != FeedNamespace.core.rawValue, skipped == 0, !capture.isActive, frames.last?.node == 0,
            isUnprefixed(tag)
        else { return name }
        let own = XMLName(namespace: FeedNamespace.core.rawValue, local: name.local)
        if FeedVocabulary.bareNamespaces.contains(name.namespace), FeedVocabulary.isField(own) {
            noteNamespace(tag)
            return own
        }
        guard !isInEntry, !translator.isEntry(name), translator.isEntry(own) || own == XMLName(.core, .channel) else {
            return name
        }
        noteNamespace(tag)
        strayNamespace = name.namespace
        return own
    }

    mutating func noteNamespace(_ tag: borrowing XMLStartTag) {
        let written = String(copying: tag.names.span.extracting(tag.qualifiedName))
        findings.note(
            at: tag.offset, section: "Namespaces in XML 1.0 §6.2",
            "\"\(written)\" is in a namespace that isn't the feed's; it was read as the feed's own")
    }

    /// Text between the elements of a feed or an entry: the address that a serialiser of HTML put behind an empty
    /// `<link/>`, or nothing that belongs anywhere.
    mutating func takeStray(_ bytes: Span<UInt8>) {
        guard let start = bytes.indices.first(where: { !bytes[$0].isASCIIWhitespace }) else { return }
        let last = tree.nodes.first?.lastChild ?? -1
        if last >= 0, tree.nodes[last].name == XMLName(.core, .link), tree.nodes[last].attributes.isEmpty,
            bytes.starts(with: "http", at: start)
        {
            _ = tree.append(bytes, to: last, limit: FeedTreeBuilder.fieldLimit)
        } else if !hasReportedStray, let element = tree.nodes.first {
            hasReportedStray = true
            let excerpt = bytes.text(in: start..<min(bytes.trimmedRange.upperBound, start + 160)).prefix(40)
            findings.note(
                text: bytes.extracting(start..<bytes.count),
                after: last >= 0 ? tree.nodes[last].offset : element.offset, section: "XML 1.0 §3.1",
                "text between the elements is no part of anything and was left out: \"\(excerpt)\"")
        }
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
