import FeedJSON

// The parts of feeds and items that are objects or lists themselves.
extension JSONFeedReader {
    /// One author or a list of them: objects, and names as plain texts.
    mutating func authors(
        _ member: some JSONFeedMember, in source: Span<UInt8>
    ) throws(JSONSyntaxError) -> [Author] {
        var authors: [Author] = []
        try readElements(in: source) { (self) throws(JSONSyntaxError) in
            switch try self.reader.peek(in: source) {
            case .string:
                if let name = try self.text(member, in: source) { authors.append(Author(name: name)) }
            default:
                guard try self.expect(.object, member, in: source) else { return }
                let author = try self.author(in: source)
                if !author.isEmpty { authors.append(author) }
            }
        }
        return authors
    }

    /// One label or a list of them; a number is a label as it was written.
    mutating func tags(in source: Span<UInt8>) throws(JSONSyntaxError) -> [String] {
        var tags: [String] = []
        try readElements(in: source) { (self) throws(JSONSyntaxError) in
            if try self.reader.peek(in: source) == .number {
                tags.append(try self.reader.number(in: source).literal)
            } else if let tag = try self.text(ItemMember.tags, in: source) {
                tags.append(tag)
            }
        }
        return tags
    }

    /// One attachment or a list of them; one without a URL is left out.
    mutating func attachments(in source: Span<UInt8>) throws(JSONSyntaxError) -> [Attachment] {
        var attachments: [Attachment] = []
        try readElements(in: source) { (self) throws(JSONSyntaxError) in
            guard try self.expect(.object, ItemMember.attachments, in: source) else { return }
            let start = self.reader.offset
            let attachment = try self.attachment(in: source)
            if attachment.url.isEmpty {
                self.remark(
                    "this attachment has no \"url\"; it is left out", at: start, section: AttachmentMember.section)
            } else {
                attachments.append(attachment)
            }
        }
        return attachments
    }

    /// One hub or a list of them; one without a URL is left out.
    mutating func hubs(in source: Span<UInt8>) throws(JSONSyntaxError) -> [Hub] {
        var hubs: [Hub] = []
        try readElements(in: source) { (self) throws(JSONSyntaxError) in
            guard try self.expect(.object, FeedMember.hubs, in: source) else { return }
            var hub = Hub(type: "", url: "")
            try self.reader.beginObject(in: source)
            while let name = try self.reader.nextName(in: source) {
                switch HubMember.table[name, source] {
                case .type: hub.type = try self.text(HubMember.type, in: source) ?? ""
                case .url: hub.url = try self.text(HubMember.url, in: source) ?? ""
                case nil: try self.reader.skipValue(in: source)
                }
            }
            if !hub.url.isEmpty { hubs.append(hub) }
        }
        return hubs
    }

    /// The extension object `_tributary`; nil without a feed and a time, which only somebody else leaves out.
    mutating func tributary(in source: Span<UInt8>) throws(JSONSyntaxError) -> TributaryExtension? {
        guard try expect(.object, ItemMember.tributary, in: source) else { return nil }
        var feed: FeedReference?
        var tributary = TributaryExtension(feed: FeedReference(id: ""), firstSeen: Timestamp(seconds: 0))
        var firstSeen: Timestamp?
        try reader.beginObject(in: source)
        while let name = try reader.nextName(in: source) {
            switch TributaryMember.table[name, source] {
            case .feed: feed = try feedReference(.feed, in: source)
            case .firstSeen: firstSeen = try date(TributaryMember.firstSeen, in: source)
            case .number: tributary.number = try count(TributaryMember.number, in: source)
            case .score: tributary.score = try number(TributaryMember.score, in: source)?.doubleValue
            case .alsoIn:
                tributary.alsoIn = []
                try readElements(in: source) { (self) throws(JSONSyntaxError) in
                    if let other = try self.feedReference(.alsoIn, in: source) { tributary.alsoIn.append(other) }
                }
            case nil: try reader.skipValue(in: source)
            }
        }
        guard let feed, let firstSeen else { return nil }
        tributary.feed = feed
        tributary.firstSeen = firstSeen
        return tributary
    }
}

// MARK: - Private

extension JSONFeedReader {
    /// Calls `read` once for each element of a list, or for the one value that stands where a list should.
    private mutating func readElements(
        in source: Span<UInt8>, _ read: (inout JSONFeedReader) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        guard try reader.peek(in: source) == .array else { return try read(&self) }
        try reader.beginArray(in: source)
        while try reader.nextElement(in: source) { try read(&self) }
    }

    private mutating func author(in source: Span<UInt8>) throws(JSONSyntaxError) -> Author {
        var author = Author()
        var extensions: [JSONMember] = []
        try reader.beginObject(in: source)
        while let name = try reader.nextName(in: source) {
            switch AuthorMember.table[name, source] {
            case .name: author.name = try text(AuthorMember.name, in: source)
            case .url: author.url = try text(AuthorMember.url, in: source)
            case .avatar: author.avatar = try text(AuthorMember.avatar, in: source)
            case nil: try readUnknown(name, into: &extensions, in: source)
            }
        }
        if !extensions.isEmpty { author.extensions = JSONObject(extensions) }
        return author
    }

    private mutating func attachment(in source: Span<UInt8>) throws(JSONSyntaxError) -> Attachment {
        var attachment = Attachment(url: "")
        var extensions: [JSONMember] = []
        try reader.beginObject(in: source)
        while let name = try reader.nextName(in: source) {
            guard let member = AttachmentMember.table[name, source] else {
                try readUnknown(name, into: &extensions, in: source)
                continue
            }
            switch member {
            case .url: attachment.url = try text(member, in: source) ?? ""
            case .mimeType: attachment.mimeType = try text(member, in: source)
            case .title: attachment.title = try text(member, in: source)
            case .sizeInBytes: attachment.sizeInBytes = try count(member, in: source)
            case .durationInSeconds: attachment.durationInSeconds = try amount(member, in: source)
            }
        }
        if !extensions.isEmpty { attachment.extensions = JSONObject(extensions) }
        return attachment
    }

    private mutating func feedReference(
        _ member: TributaryMember, in source: Span<UInt8>
    ) throws(JSONSyntaxError) -> FeedReference? {
        guard try expect(.object, member, in: source) else { return nil }
        var feed = FeedReference(id: "")
        try reader.beginObject(in: source)
        while let name = try reader.nextName(in: source) {
            switch FeedReferenceMember.table[name, source] {
            case .id: feed.id = try text(FeedReferenceMember.id, in: source) ?? ""
            case .title: feed.title = try text(FeedReferenceMember.title, in: source)
            case .homePageURL: feed.homePageURL = try text(FeedReferenceMember.homePageURL, in: source)
            case nil: try reader.skipValue(in: source)
            }
        }
        return feed
    }
}
