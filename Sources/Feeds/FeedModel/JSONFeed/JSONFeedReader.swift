public import FeedJSON

/// Reads JSON Feed 1.0 and 1.1 straight from bytes, entry by entry, and takes what is plainly meant.
///
/// A null and an empty string say nothing. A value of a wrong type counts as absent and is remarked. A number as an id
/// becomes a string as it was written, digits in quotes are a number, a single author or attachment may stand without its
/// list. Control characters in texts, comments and a comma too many are no error; other slips whose meaning is plain are
/// remarked. An item that can't be read is left out with a remark. Members whose names begin with an underscore are
/// kept, other unknown ones are passed over.
public struct JSONFeedReader: Sendable {
    /// Something odd in a document that could be read all the same.
    public struct Remark: Sendable, Hashable {
        /// Where it stands, in bytes from the start of the source.
        public var offset: Int
        /// What is odd and what was done about it: lower case, no full stop.
        public var message: String
        /// The section of the specification that it offends.
        public var section: String
    }

    /// What was odd, in the order of the document; no more than the limit are noted.
    public internal(set) var remarks: [Remark] = []
    /// The `version` of the document last read.
    public private(set) var version: String?
    /// Whether the document last read has a list of items.
    public internal(set) var hasItems = false
    /// How many bytes have been read again to find the items behind one that can't be read.
    var bytesReadAgain = 0

    /// What the reader takes beyond JSON.
    public static let options: JSONReadingOptions = [
        .controlCharactersInStrings, .commentsAndTrailingCommas, .deepValuesAsNull, .slips,
    ]

    var reader: JSONReader
    private let remarkLimit: Int
    /// What an entry is before anything is read; to copy it is half the work of making one.
    private let blank = Entry(id: "")

    /// A reader for one source, which each call must be handed again.
    /// - Parameter remarkLimit: how many remarks are noted.
    public init(_ source: Span<UInt8>, remarkLimit: Int = 101) {
        reader = JSONReader(source, options: Self.options)
        self.remarkLimit = remarkLimit
    }

    /// A reader for a source that is known to be valid UTF-8, which makes its texts without validating them again.
    package init(validated source: Span<UInt8>, remarkLimit: Int = 101) {
        reader = JSONReader(source, options: Self.options.union(.validatedSource))
        self.remarkLimit = remarkLimit
    }

    /// Reads a document: hands on each entry that stands whole and gives back the feed without its entries.
    ///
    /// An entry whose document gives it no id has an empty one.
    ///
    /// - Returns: The feed as far as it could be read, and the syntax error that ended the reading.
    public mutating func feed(
        in source: Span<UInt8>, each entry: (consuming Entry) -> Void
    ) -> (feed: Feed, error: JSONSyntaxError?) {
        feed(in: source, changingHTML: { _ in nil }, each: entry)
    }

    /// The same with what `change` makes of the bytes of each entry's HTML, if that is something.
    package mutating func feed(
        in source: Span<UInt8>, changingHTML change: (Span<UInt8>) -> String?, each entry: (consuming Entry) -> Void
    ) -> (feed: Feed, error: JSONSyntaxError?) {
        var feed = Feed()
        var problem: JSONSyntaxError?
        do throws(JSONSyntaxError) {
            try reader.beginObject(in: source)
            try readMembers(of: &feed, in: source, changingHTML: change, each: entry)
            noteEnd(in: source)
        } catch {
            problem = resumeAtItems(after: error, of: &feed, in: source, changingHTML: change, each: entry)
        }
        noteSlips()
        if reader.repairs > 0 {
            let count = reader.repairs == 1 ? "1 sequence" : "\(reader.repairs) sequences"
            remark(
                "\(count) of bytes or escapes stood for no character; each became U+FFFD", at: reader.firstRepair,
                section: "RFC 8259 §8")
        }
        if let deepValue = reader.firstDeepValue {
            remark(
                "arrays and objects are nested more than \(JSONReader.depthLimit) deep; what is deeper was passed over",
                at: deepValue, section: "RFC 8259 §9")
        }
        return (feed, problem)
    }

    /// Reads one item.
    public mutating func entry(in source: Span<UInt8>) throws(JSONSyntaxError) -> Entry {
        try reader.beginObject(in: source)
        var entry = Entry(id: "")
        try readMembers(of: &entry, in: source, changingHTML: { _ in nil })
        return entry
    }

    /// Notes something odd about the value that begins at an offset.
    mutating func remark(_ message: @autoclosure () -> String, at offset: Int?, section: @autoclosure () -> String) {
        guard remarks.count < remarkLimit else { return }
        remarks.append(Remark(offset: offset ?? 0, message: message(), section: section()))
    }
}

// MARK: - Private

extension JSONFeedReader {
    /// The members of a feed whose opening bracket has been read.
    mutating func readMembers(
        of feed: inout Feed, in source: Span<UInt8>, changingHTML change: (Span<UInt8>) -> String?,
        each entry: (consuming Entry) -> Void
    ) throws(JSONSyntaxError) {
        var extensions: [JSONMember] = []
        var author: [Author] = []
        defer {
            if feed.authors.isEmpty { feed.authors = author }
            feed.extensions = JSONObject(feed.extensions.members + extensions)
        }
        var seen: UInt64 = 0
        while let name = try reader.nextName(in: source) {
            guard let (member, isRepeated) = FeedMember.table.find(name, in: source, among: &seen) else {
                try readUnknown(name, into: &extensions, in: source)
                continue
            }
            if isRepeated { remark(repeated: member, at: name.offset) }
            switch member {
            case .version: version = try text(member, in: source)
            case .title: feed.title = try text(member, in: source)
            case .homePageURL: feed.homePageURL = try text(member, in: source)
            case .feedURL: feed.feedURL = try text(member, in: source)
            case .description: feed.description = try text(member, in: source)
            case .userComment: feed.userComment = try text(member, in: source)
            case .nextURL: feed.nextURL = try text(member, in: source)
            case .icon: feed.icon = try text(member, in: source)
            case .favicon: feed.favicon = try text(member, in: source)
            case .author: author = try authors(member, in: source)
            case .authors: feed.authors = try authors(member, in: source)
            case .language: feed.language = try text(member, in: source)
            case .expired: feed.expired = try bool(member, in: source) ?? false
            case .hubs: feed.hubs = try hubs(in: source)
            case .items: try readItems(in: source, changingHTML: change, each: entry)
            }
        }
    }

    /// What stands behind a whole document takes nothing away from it.
    private mutating func noteEnd(in source: Span<UInt8>) {
        do throws(JSONSyntaxError) {
            try reader.finish(in: source)
        } catch {
            remark("the feed ends before this; the rest is passed over", at: error.offset, section: "RFC 8259 §2")
        }
    }

    private mutating func readItems(
        in source: Span<UInt8>, changingHTML change: (Span<UInt8>) -> String?, each entry: (consuming Entry) -> Void
    ) throws(JSONSyntaxError) {
        if try reader.peek(in: source) == .object {
            return try readItemsWithoutList(in: source, changingHTML: change, each: entry)
        }
        guard try expect(.array, FeedMember.items, in: source) else { return }
        hasItems = true
        try reader.beginArray(in: source)
        try readElementsOfItems(in: source, changingHTML: change, each: entry)
    }

    /// The items of the list whose opening bracket has been read; one that can't be read is left out.
    mutating func readElementsOfItems(
        in source: Span<UInt8>, changingHTML change: (Span<UInt8>) -> String?, each entry: (consuming Entry) -> Void
    ) throws(JSONSyntaxError) {
        var hasMore = true
        while hasMore {
            let start = reader.offset
            var isInItem = false
            do throws(JSONSyntaxError) {
                hasMore = try reader.nextElement(in: source)
                isInItem = hasMore
                if hasMore, try expect(.object, FeedMember.items, in: source) {
                    try readItem(in: source, changingHTML: change, to: entry)
                }
            } catch {
                try resume(after: error, from: start, isInItem: isInItem, in: source)
            }
        }
    }

    mutating func readItem(
        in source: Span<UInt8>, changingHTML change: (Span<UInt8>) -> String?, to entry: (consuming Entry) -> Void
    ) throws(JSONSyntaxError) {
        let start = reader.offset
        try reader.beginObject(in: source)
        var item = blank
        try readMembers(of: &item, in: source, changingHTML: change)
        if item.saysNothing {
            remark("this item says nothing; it is left out", at: start, section: ItemMember.section)
        } else {
            entry(consume item)
        }
    }

    /// The members of an item whose opening bracket has been read.
    private mutating func readMembers(
        of entry: inout Entry, in source: Span<UInt8>, changingHTML change: (Span<UInt8>) -> String?
    ) throws(JSONSyntaxError) {
        var extensions: [JSONMember] = []
        var author: [Author] = []
        var seen: UInt64 = 0
        while let name = try reader.nextName(in: source) {
            guard let (member, isRepeated) = ItemMember.table.find(name, in: source, among: &seen) else {
                try readUnknown(name, into: &extensions, in: source)
                continue
            }
            if isRepeated { remark(repeated: member, at: name.offset) }
            switch member {
            case .id: entry.id = try identifier(in: source)
            case .url: entry.url = try text(member, in: source)
            case .externalURL: entry.externalURL = try text(member, in: source)
            case .title: entry.title = try text(member, in: source)
            case .contentHTML: entry.contentHTML = try html(in: source, changedBy: change)
            case .contentText: entry.contentText = try text(member, in: source)
            case .summary: entry.summary = try text(member, in: source)
            case .image: entry.image = try text(member, in: source)
            case .bannerImage: entry.bannerImage = try text(member, in: source)
            case .datePublished: entry.datePublished = try date(member, in: source)
            case .dateModified: entry.dateModified = try date(member, in: source)
            case .author: author = try authors(member, in: source)
            case .authors: entry.authors = try authors(member, in: source)
            case .tags: entry.tags = try tags(in: source)
            case .language: entry.language = try text(member, in: source)
            case .attachments: entry.attachments = try attachments(in: source)
            case .tributary: entry.tributary = try tributary(in: source)
            }
        }
        if entry.authors.isEmpty { entry.authors = author }
        if !extensions.isEmpty { entry.extensions = JSONObject(extensions) }
    }
}

extension Entry {
    /// Whether a reader of the entry would see nothing at all.
    fileprivate var saysNothing: Bool {
        id.isEmpty && url == nil && externalURL == nil && title == nil && contentHTML == nil && contentText == nil
            && summary == nil && image == nil && bannerImage == nil && attachments.isEmpty
    }
}
