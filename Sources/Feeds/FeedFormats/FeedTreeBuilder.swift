import FeedModel
import FeedText
import FeedXML

/// Gathers the events of a document into elements, and has each entry translated as soon as it stands whole.
struct FeedTreeBuilder: XMLEventHandler {
    /// A field longer than this is cut.
    static let fieldLimit = 16 << 20

    /// Asked once per entry and per element outside of entries.
    var translator: any FeedTranslator
    var findings = FeedFindings()
    /// Takes each entry as soon as it stands whole, and the byte at which it begins.
    let handOver: (consuming Entry, Int) -> Void
    /// Whether the root element is one of the format's.
    private(set) var isRecognised = false
    /// The root element's name as written.
    private(set) var rootName: String?

    /// The elements of what is being read: an entry, or the feed around it.
    var tree = ElementTreeBuilder()
    /// The feed's elements within an entry, the memory of the last entry's outside.
    var otherTree = ElementTreeBuilder()
    var frames: [Frame] = []
    /// How deep within an element that nobody reads.
    var skipped = 0
    var capture = MarkupCapture()
    var isInEntry = false
    /// How many elements are open around the entry.
    var entryDepth = 0
    /// The entries around the one that is being read, the outermost first.
    var outerEntries: [OuterEntry] = []
    /// Entries that wait for the one around them to be handed over, in the order of the document.
    var waiting: [Entry?] = []
    /// The namespace of markup that an entry ended and whose declaration, without a prefix, is still in force.
    var lingeringNamespace = XMLName.noNamespace
    /// The namespace of a root whose name is the format's but whose namespace isn't: then that one is the format's own.
    private var rootNamespace = XMLName.noNamespace
    /// The same of the entry or channel that is being read.
    var strayNamespace = XMLName.noNamespace
    private var hasReportedCut = false
    /// The elements of no known meaning whose text has been reported, by where their names lie.
    var reportedSkips: Set<Int> = []
    /// The element of no known meaning that is being passed over and whose text is to be reported.
    var skipping: Skipping?
    /// Whether text behind the last element of this entry, or of the feed, has been reported.
    var hasReportedStray = false
    /// Whether the entry has held no element yet.
    var isEntryEmpty = false
    /// Whether the root may be of another kind of document, until a channel or an entry is seen.
    private var isUndecided = false
    private let documentURL: String?
    private let blank = Entry(id: "")
    /// Whether Atom is the format itself.
    private let isCoreAtom: Bool

    init(
        translator: any FeedTranslator, documentURL: String?, each entry: @escaping (consuming Entry, Int) -> Void
    ) {
        handOver = entry
        self.translator = translator
        isCoreAtom = translator.isRoot(XMLName(.core, .feed))
        frames.reserveCapacity(8)
        self.documentURL = documentURL
    }

    var wantsMore: Bool { isRecognised || rootName == nil }

    mutating func startElement(_ tag: borrowing XMLStartTag) {
        noteLingeringNamespace(tag)
        let name = adopted(resolved(tag), of: tag)
        isEntryEmpty = false
        if lacksEndTags(before: name) { endOpenElements(before: tag) }
        if skipped > 0 {
            skipped += 1
            noteSkippedEntry(tag, name: name)
            return
        }
        if capture.isActive {
            capture.startElement(tag)
            return
        }
        hasReportedStray = false
        guard let parent = frames.last else {
            startRoot(tag)
            return
        }
        if !isInEntry, parent.node == 0, isTransparent(name) {
            isUndecided = false
            frames.append(frame(for: tag, below: parent))
            return
        }
        if !isInEntry, translator.isEntry(name) {
            startEntry(tag, name: name, below: parent)
            return
        }
        if FeedVocabulary.holdsMarkup(tree.nodes[parent.node].name), !holdsAlternatives(parent.node) {
            capture.begin(
                tag, base: parent.base >= 0 ? tree.bases[parent.base].text : nil, text: tree.text(of: parent.node))
            return
        }
        guard name.local != XMLName.unknownLocal, name.namespace != XMLName.unknownNamespace else {
            skipped = 1
            beginSkipping(tag)
            return
        }
        if isInEntry, isRecord(name), translator.isEntry(name) {
            if parent.node == 0 { return startNestedEntry(tag, name: name, below: parent) }
            noteSkippedEntry(tag, name: name)
        }
        var frame = frame(for: tag, below: parent)
        frame.node = tree.append(tag, name: name, to: parent.node, base: frame.base, language: frame.language)
        tree.nodes[frame.node].saysLanguage = frame.language != parent.language
        frames.append(frame)
    }

    mutating func text(_ bytes: Span<UInt8>) {
        guard skipped == 0 else { return noteSkipped(bytes) }
        if capture.isActive {
            capture.text(bytes)
            return
        }
        guard let frame = frames.last else { return }
        // The root's and an entry's own text is layout.
        guard frame.node > 0 else { return takeStray(bytes) }
        if !tree.append(bytes, to: frame.node, limit: FeedTreeBuilder.fieldLimit) { reportCut(frame.node) }
    }

    mutating func endElement(_ name: XMLName) {
        if skipped > 0 {
            skipped -= 1
            return
        }
        if capture.isActive {
            // The end tag of the element that is captured into.
            guard capture.depth == 0 else {
                capture.endElement()
                return
            }
            guard let frame = frames.last else { return }
            endCapture(frame.node)
        }
        guard frames.popLast() != nil else { return }
        guard isInEntry, frames.count == entryDepth else { return }
        if !isEntryEmpty || !tree.nodes[0].attributes.isEmpty {
            // Read in its place: an entry that is returned is copied once more. To copy a blank one is half the work of
            // making it.
            var entry = blank
            translator.read(FeedElement(tree: ElementTree(tree), index: 0), into: &entry, findings: &findings)
            if waiting.isEmpty {
                handOver(consume entry, tree.nodes[0].offset)
            } else {
                keepWaiting(consume entry)
            }
        } else {
            findings.note(at: tree.nodes[0].offset, "this entry says nothing; it is left out")
        }
        guard outerEntries.isEmpty else { return resumeOuterEntry() }
        if !waiting.isEmpty { handOverWaiting(at: tree.nodes[0].offset) }
        isInEntry = false
        strayNamespace = XMLName.noNamespace
        hasReportedStray = false
        swap(&tree, &otherTree)
    }

    /// The feed without its entries, after the last event; nil if no root was recognised.
    mutating func finish() -> Feed? {
        guard isRecognised, !isUndecided else { return nil }
        handOverWaiting(at: .max)
        if isInEntry { swap(&tree, &otherTree) }
        let element = FeedElement(tree: ElementTree(tree), index: 0)
        RepeatedElements.note(in: element, findings: &findings)
        return translator.feed(from: element, findings: &findings)
    }
}

extension FeedTreeBuilder {
    struct Frame {
        /// The element's place in its tree; 0 is the feed, in an entry the entry, and what was ended before its time.
        var node: Int
        var base: Int
        var language: Int
    }

    private mutating func startRoot(_ tag: borrowing XMLStartTag) {
        guard rootName == nil else { return }
        rootName = String(copying: tag.names.span.extracting(tag.qualifiedName))
        let known = resolved(tag)
        let own = XMLName(namespace: FeedNamespace.core.rawValue, local: tag.name.local)
        if !translator.isRoot(known), translator.isRoot(own), isUnprefixed(tag) {
            rootNamespace = tag.name.namespace
            if rootNamespace != XMLName.unknownNamespace { noteNamespace(tag) }
        }
        let name = resolved(tag)
        guard translator.isRoot(name) else { return }
        isRecognised = true
        isUndecided = FeedTerm(rawValue: name.local) == .RDF
        if let documentURL { tree.bases.append(BaseURL(documentURL)) }
        let outside = Frame(node: 0, base: documentURL == nil ? -1 : 0, language: -1)
        var frame = frame(for: tag, below: outside)
        frame.node = tree.append(tag, name: name, to: -1, base: frame.base, language: frame.language)
        frames.append(frame)
        // An entry may be the whole document (RFC 4287 §2).
        if translator.isEntry(name) { startEntry(tag, name: name, below: outside) }
    }

    private mutating func startEntry(_ tag: borrowing XMLStartTag, name: XMLName, below parent: Frame) {
        swap(&tree, &otherTree)
        isInEntry = true
        isUndecided = false
        begin(tag, name: name, below: parent, of: otherTree)
    }

    /// Begins an entry in a tree of its own.
    ///
    /// - Parameter outerTree: holds what the frame `parent` names.
    mutating func begin(
        _ tag: borrowing XMLStartTag, name: XMLName, below parent: Frame, of outerTree: ElementTreeBuilder
    ) {
        isEntryEmpty = true
        hasReportedStray = false
        entryDepth = frames.count
        tree.removeAll()
        var outside = Frame(node: 0, base: -1, language: -1)
        if parent.base >= 0 {
            tree.bases.append(outerTree.bases[parent.base])
            outside.base = 0
        }
        if parent.language >= 0 {
            tree.languages.append(outerTree.languages[parent.language])
            outside.language = 0
        }
        var frame = frame(for: tag, below: outside)
        frame.node = tree.append(tag, name: name, to: -1, base: frame.base, language: frame.language)
        tree.nodes[0].saysLanguage = frame.language != outside.language
        frames.append(frame)
    }

    /// The frame of an element with its base and language, which its tag may change.
    private mutating func frame(for tag: borrowing XMLStartTag, below parent: Frame) -> Frame {
        var frame = parent
        for attribute in tag.attributes where attribute.name.namespace == XMLName.xml {
            let value = String(copying: tag.bytes.span.extracting(attribute.value))
            switch FeedTerm(rawValue: attribute.name.local) {
            case .base:
                let outer = frame.base >= 0 ? tree.bases[frame.base] : nil
                let resolved = outer.map { $0.resolve(value) } ?? URLText.resolve(value, against: nil)
                guard let base = resolved else { continue }
                frame.base = tree.bases.count
                tree.bases.append(BaseURL(base))
            case .lang:
                frame.language = tree.languages.count
                tree.languages.append(FeedElement.languageTag(value))
            default: break
            }
        }
        return frame
    }

    /// The element's name, elements of the format itself in `core`.
    private func resolved(_ tag: borrowing XMLStartTag) -> XMLName {
        switch tag.name.namespace {
        case XMLName.noNamespace: break
        case rootNamespace where isUnprefixed(tag): break
        case strayNamespace where isUnprefixed(tag): break
        case FeedNamespace.rss.rawValue: break
        case FeedNamespace.atom.rawValue where isCoreAtom: break
        case lingeringNamespace where isUnprefixed(tag): break
        default: return tag.name
        }
        return XMLName(namespace: FeedNamespace.core.rawValue, local: tag.name.local)
    }

    func isUnprefixed(_ tag: borrowing XMLStartTag) -> Bool {
        tag.names.span.extracting(tag.qualifiedName).firstIndex(of: UInt8(ascii: ":")) == nil
    }

    /// Elements whose children belong to the feed as if they stood right below the root: channels, and another root
    /// where documents stand one behind the other.
    private func isTransparent(_ name: XMLName) -> Bool {
        name == XMLName(.core, .channel) || (translator.isRoot(name) && !translator.isEntry(name))
    }

    /// Whether a field offers one content in several forms, each in an element of its own (Atom 0.3 §3.1.1).
    private func holdsAlternatives(_ node: Int) -> Bool {
        FeedElement(tree: ElementTree(tree), index: node).attribute(.type)?.asciiLowercased == "multipart/alternative"
    }

    mutating func endCapture(_ node: Int) {
        let markup = capture.end()
        if !tree.replaceText(of: node, byMarkup: markup.span, limit: FeedTreeBuilder.fieldLimit) { reportCut(node) }
    }

    private mutating func reportCut(_ node: Int) {
        guard !hasReportedCut else { return }
        hasReportedCut = true
        findings.note(
            at: tree.nodes[node].offset, "a field longer than \(FeedTreeBuilder.fieldLimit >> 20) MB was cut")
    }
}
