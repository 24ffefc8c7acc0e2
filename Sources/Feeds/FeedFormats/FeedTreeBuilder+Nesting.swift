import FeedModel
import FeedText
import FeedXML

/// Entries within entries: each is one of its own.
extension FeedTreeBuilder {
    /// What is known of an entry while one within it is read.
    struct OuterEntry {
        fileprivate var tree: ElementTreeBuilder
        fileprivate var depth: Int
        fileprivate var isEmpty: Bool
        fileprivate var namespace: UInt8
        /// The place of the entry within it among those that wait.
        fileprivate var innerPlace: Int
    }

    /// Whether an element may be an entry, which its format knows for certain.
    func isRecord(_ name: XMLName) -> Bool {
        name.local == FeedTerm.item.rawValue || name.local == FeedTerm.entry.rawValue
    }

    mutating func startNestedEntry(_ tag: borrowing XMLStartTag, name: XMLName, below parent: Frame) {
        let written = String(copying: tag.names.span.extracting(tag.qualifiedName))
        findings.note(
            at: tag.offset, section: "XML 1.0 §3.1",
            "\"\(written)\" stands within another entry; it was read as one of its own")
        if waiting.isEmpty { waiting.append(nil) }
        waiting.append(nil)
        let outerTree = tree
        outerEntries.append(
            OuterEntry(
                tree: outerTree, depth: entryDepth, isEmpty: isEntryEmpty, namespace: strayNamespace,
                innerPlace: waiting.count - 1))
        tree = ElementTreeBuilder()
        begin(tag, name: name, below: parent, of: outerTree)
    }

    /// Goes on with the entry around the one that has ended.
    mutating func resumeOuterEntry() {
        guard let outer = outerEntries.popLast() else { return }
        tree = outer.tree
        entryDepth = outer.depth
        isEntryEmpty = outer.isEmpty
        strayNamespace = outer.namespace
    }

    /// Keeps an entry that has ended until the outermost one around it has.
    mutating func keepWaiting(_ entry: consuming Entry) {
        waiting[outerEntries.last?.innerPlace ?? 0] = entry
    }

    mutating func handOverWaiting(at offset: Int) {
        for entry in waiting { if let entry { handOver(entry, offset) } }
        waiting.removeAll()
    }
}

/// Elements that nobody reads.
extension FeedTreeBuilder {
    /// An element of no known meaning.
    struct Skipping {
        fileprivate var name: String
        fileprivate var offset: Int
        fileprivate var key: Int
    }

    /// Takes note of an element that is passed over and that may be meant for one of the format's.
    ///
    /// It has no prefix, or a name that the format knows in a namespace that nobody does. Others are modules that are none
    /// of a reader's.
    mutating func beginSkipping(_ tag: borrowing XMLStartTag) {
        skipping = nil
        let isUnprefixed = isUnprefixed(tag)
        guard isUnprefixed ? tag.name.namespace != XMLName.unknownNamespace || isOwnField(tag) : isOwnField(tag),
            !reportedSkips.contains(tag.qualifiedName.lowerBound)
        else { return }
        skipping = Skipping(
            name: String(copying: tag.names.span.extracting(tag.qualifiedName)), offset: tag.offset,
            key: tag.qualifiedName.lowerBound)
    }

    /// Reports the element that is being passed over, once for each name, if it holds text.
    mutating func noteSkipped(_ bytes: Span<UInt8>) {
        guard let element = skipping, !bytes.trimmedRange.isEmpty else { return }
        skipping = nil
        reportedSkips.insert(element.key)
        findings.note(
            at: element.offset, "\"\(element.name)\" is no element that is read here; its text was left out")
    }

    /// Reports an entry within an element of an entry: an earlier form of it, or what else is not the feed's.
    mutating func noteSkippedEntry(_ tag: borrowing XMLStartTag, name: XMLName) {
        guard isRecord(name), isInEntry, translator.isEntry(name) else { return }
        findings.note(
            at: tag.offset, "an entry within an element of another entry is not the feed's; it was left out")
    }

    private func isOwnField(_ tag: borrowing XMLStartTag) -> Bool {
        let own = XMLName(namespace: FeedNamespace.core.rawValue, local: tag.name.local)
        return FeedVocabulary.isField(own) || translator.isEntry(own)
    }
}
