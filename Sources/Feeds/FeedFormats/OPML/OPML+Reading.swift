public import FeedModel
import FeedText
import FeedXML

extension OPML {
    /// What reading a list came to.
    public struct Reading: Sendable {
        /// The list.
        public var list: OPML
        /// What was odd or repaired, in the order of the document.
        public var findings: FeedFindings
        /// Whether there were more subscriptions than are read.
        public var isCut: Bool
    }

    /// More subscriptions than this are not read.
    public static let mostSubscriptions = 100_000
    /// Folders within more folders than this name nothing.
    static let deepestFolder = 16

    /// Reads OPML 1.0 and 2.0, in any encoding, well-formed or not; nil where the root element is another one.
    ///
    /// An outline with a feed's address (`xmlUrl`, in any case, else `url`) is a subscription, whatever it holds; any other
    /// is a folder. Folders beyond sixteen levels name nothing. What is commented out (`isComment`) is not read, nor is
    /// what it holds.
    public static func read(_ document: Document) -> Reading? {
        let text = CharsetDecoder.decode(document.bytes, transportCharset: document.mediaType?.charset)
        var builder = OPMLBuilder()
        let report = XMLReader(vocabulary: OPMLBuilder.vocabulary).read(text.utf8.span, into: &builder)
        guard builder.isOPML else { return nil }
        var findings = FeedFindings()
        if let label = text.overruledLabel {
            findings.note(at: 0, "the encoding is not \"\(label)\"; it was read as \(text.encoding)")
        }
        for diagnostic in report.diagnostics.first { findings.note(at: diagnostic.offset, diagnostic.message) }
        findings.complete(from: text.utf8.span)
        return Reading(list: builder.list, findings: findings, isCut: builder.isCut)
    }
}

/// Gathers the outlines of a list.
private struct OPMLBuilder: XMLEventHandler {
    private(set) var list = OPML()
    private(set) var isOPML = false
    private(set) var isCut = false
    private var hasRoot = false
    /// The elements that are open, each with the folder that it opens, if any.
    private var open: [(name: Name?, folder: String?)] = []
    private var folders: [String] = []
    private var text: [UInt8] = []
    /// How many outlines are open in which everything is commented out, the first of them counted.
    private var commented = 0

    /// The names that count, by their codes in the vocabulary.
    private enum Name: UInt16, CaseIterable {
        case opml = 1
        case head
        case outline
        case title
        case text
        case dateCreated
        case xmlUrl
        case url
        case htmlUrl
        case category
        case type
        case isComment
    }

    static let vocabulary = XMLVocabulary(
        namespaces: [], localNames: Name.allCases.map { "\($0)" }, roots: ["opml"])

    var wantsMore: Bool { isOPML || !hasRoot }

    mutating func startElement(_ tag: borrowing XMLStartTag) {
        let name = Name(rawValue: tag.name.local)
        if !hasRoot {
            hasRoot = true
            isOPML = name == .opml
        }
        var folder: String?
        if name == .outline {
            if commented > 0 || isCommentedOut(tag) { commented += 1 } else { folder = readOutline(tag) }
        }
        if let folder { folders.append(folder) }
        open.append((name, folder))
        text.removeAll(keepingCapacity: true)
    }

    mutating func text(_ bytes: Span<UInt8>) {
        guard open.last?.name == .title || open.last?.name == .dateCreated, text.count < 4096 else { return }
        text.append(copying: bytes.extracting(first: 4096))
    }

    mutating func endElement(_ name: XMLName) {
        guard let (name, folder) = open.popLast() else { return }
        if folder != nil { folders.removeLast() }
        if name == .outline, commented > 0 { commented -= 1 }
        guard open.last?.name == .head else { return }
        let value = DisplayText.singleLine(String(decoding: text, as: UTF8.self))
        switch name {
        case .title where !value.isEmpty: list.title = value
        case .dateCreated: list.dateCreated = Timestamp(parsing: value)
        default: break
        }
    }

    private func isCommentedOut(_ tag: borrowing XMLStartTag) -> Bool {
        tag.value(of: XMLName(namespace: XMLName.noNamespace, local: Name.isComment.rawValue))?.asciiLowercased
            == "true"
    }

    /// Notes the subscription that an outline stands for, or returns the name of the folder that it is.
    private mutating func readOutline(_ tag: borrowing XMLStartTag) -> String? {
        func value(_ name: Name) -> String? {
            let written = tag.value(of: XMLName(namespace: XMLName.noNamespace, local: name.rawValue))
            guard let text = written.map(DisplayText.singleLine), !text.isEmpty else { return nil }
            return text
        }
        let title = value(.title) ?? value(.text)
        let type = value(.type)?.asciiLowercased
        // The `url` of a link is a page, that of an inclusion another list.
        let url = value(.xmlUrl) ?? (type == "link" || type == "include" ? nil : value(.url))
        guard let url else { return folders.count < OPML.deepestFolder ? title : nil }
        guard list.subscriptions.count < OPML.mostSubscriptions else {
            isCut = true
            return nil
        }
        var tags: [String] = []
        for tag in folders + Self.tags(ofCategories: value(.category) ?? "") where !tags.contains(tag) {
            tags.append(tag)
        }
        list.subscriptions.append(
            OPML.Subscription(
                url: url, title: title == url ? nil : title, homePageURL: value(.htmlUrl), tags: tags))
        return nil
    }

    /// `category` is a list of paths: commas part paths, slashes the parts of one.
    private static func tags(ofCategories text: String) -> [String] {
        text.split { $0 == "," || $0 == "/" }.prefix(100).map { String($0).trimmingASCIIWhitespace }
            .filter { !$0.isEmpty }
    }
}
