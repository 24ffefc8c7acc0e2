public import FeedJSON

extension JSONWriter {
    /// Writes a JSON Feed 1.1 document, members in the order of the standard, extension objects last.
    ///
    /// What the standard demands stands there even where it is empty: a title, and a text in every item.
    public mutating func feed(_ feed: Feed) {
        beginFeed(feed)
        for entry in feed.entries { self.entry(entry, needsContent: true) }
        endFeed(feed)
    }

    /// Writes a document up to its first item; `entry(_:needsContent:)` and `endFeed(_:)` come next.
    public mutating func beginFeed(_ feed: Feed) {
        beginObject()
        member(FeedMember.version, "https://jsonfeed.org/version/1.1")
        member(FeedMember.title, feed.title ?? "")
        member(FeedMember.homePageURL, feed.homePageURL)
        member(FeedMember.feedURL, feed.feedURL)
        member(FeedMember.description, feed.description)
        member(FeedMember.userComment, feed.userComment)
        member(FeedMember.nextURL, feed.nextURL)
        member(FeedMember.icon, feed.icon)
        member(FeedMember.favicon, feed.favicon)
        authors(feed.authors)
        member(FeedMember.language, feed.language)
        if feed.expired {
            name(FeedMember.expired.rawValue)
            bool(true)
        }
        list(FeedMember.hubs, feed.hubs) { writer, hub in
            writer.beginObject()
            writer.member(HubMember.type, hub.type)
            writer.member(HubMember.url, hub.url)
            writer.endObject()
        }
        name(FeedMember.items.rawValue)
        beginArray()
    }

    /// Writes a document's end.
    public mutating func endFeed(_ feed: Feed) {
        endArray()
        extensions(feed.extensions)
        endObject()
    }

    /// Writes an entry as a JSON Feed 1.1 item.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - needsContent: Whether an entry without content gets an empty `content_text`, as a whole document demands.
    public mutating func entry(_ entry: Entry, needsContent: Bool = false) {
        beginObject()
        member(ItemMember.id, entry.id)
        member(ItemMember.url, entry.url)
        member(ItemMember.externalURL, entry.externalURL)
        member(ItemMember.title, entry.title)
        member(ItemMember.contentHTML, entry.contentHTML)
        member(ItemMember.contentText, entry.contentText ?? (needsContent && entry.contentHTML == nil ? "" : nil))
        member(ItemMember.summary, entry.summary)
        member(ItemMember.image, entry.image)
        member(ItemMember.bannerImage, entry.bannerImage)
        member(ItemMember.datePublished, entry.datePublished?.rfc3339)
        member(ItemMember.dateModified, entry.dateModified?.rfc3339)
        authors(entry.authors)
        list(ItemMember.tags, entry.tags) { $0.string($1) }
        member(ItemMember.language, entry.language)
        list(ItemMember.attachments, entry.attachments) { $0.attachment($1) }
        extensions(entry.extensions)
        if let tributary = entry.tributary { self.tributary(tributary) }
        endObject()
    }
}

// MARK: - Private

extension JSONWriter {
    private mutating func member(_ member: some RawRepresentable<String>, _ text: String?) {
        guard let text else { return }
        name(member.rawValue)
        string(text)
    }

    private mutating func member(_ member: some RawRepresentable<String>, _ number: Double?) {
        guard let number = number.flatMap({ JSONNumber($0) }) else { return }
        name(member.rawValue)
        self.number(number)
    }

    private mutating func list<Element>(
        _ member: some RawRepresentable<String>, _ elements: [Element],
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        guard !elements.isEmpty else { return }
        name(member.rawValue)
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }

    private mutating func extensions(_ extensions: JSONObject) {
        for member in extensions.members {
            name(member.name)
            value(member.value)
        }
    }

    private mutating func authors(_ authors: [Author]) {
        list(ItemMember.authors, authors) { writer, author in
            writer.beginObject()
            writer.member(AuthorMember.name, author.name)
            writer.member(AuthorMember.url, author.url)
            writer.member(AuthorMember.avatar, author.avatar)
            writer.extensions(author.extensions)
            writer.endObject()
        }
    }

    private mutating func attachment(_ attachment: Attachment) {
        beginObject()
        member(AttachmentMember.url, attachment.url)
        member(AttachmentMember.mimeType, attachment.mimeType)
        member(AttachmentMember.title, attachment.title)
        if let size = attachment.sizeInBytes {
            name(AttachmentMember.sizeInBytes.rawValue)
            number(Int(size))
        }
        member(AttachmentMember.durationInSeconds, attachment.durationInSeconds)
        extensions(attachment.extensions)
        endObject()
    }

    private mutating func tributary(_ tributary: TributaryExtension) {
        name(ItemMember.tributary.rawValue)
        beginObject()
        name(TributaryMember.feed.rawValue)
        feedReference(tributary.feed)
        member(TributaryMember.firstSeen, tributary.firstSeen.rfc3339)
        if let number = tributary.number {
            name(TributaryMember.number.rawValue)
            self.number(Int(number))
        }
        list(TributaryMember.alsoIn, tributary.alsoIn) { $0.feedReference($1) }
        member(TributaryMember.score, tributary.score)
        endObject()
    }

    private mutating func feedReference(_ feed: FeedReference) {
        beginObject()
        member(FeedReferenceMember.id, feed.id)
        member(FeedReferenceMember.title, feed.title)
        member(FeedReferenceMember.homePageURL, feed.homePageURL)
        endObject()
    }
}
