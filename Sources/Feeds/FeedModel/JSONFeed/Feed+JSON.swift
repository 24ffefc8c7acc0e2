public import FeedJSON

extension Feed {
    /// The feed that a JSON Feed document holds, entries included.
    public init(json bytes: [UInt8]) throws(JSONSyntaxError) {
        let source = bytes.span
        var reader = JSONFeedReader(source)
        var entries: [Entry] = []
        let (feed, error) = reader.feed(in: source) { entries.append($0) }
        if let error { throw error }
        self = feed
        self.entries = entries
    }

    /// The feed as a JSON Feed 1.1 document in UTF-8.
    public func json(layout: JSONWriter.Layout = .compact) -> [UInt8] {
        var writer = JSONWriter(layout: layout)
        writer.feed(self)
        return writer.bytes
    }
}

extension Entry {
    /// The entry that a JSON Feed item holds; `_tributary` is read too.
    public init(json bytes: [UInt8]) throws(JSONSyntaxError) {
        try self.init(json: bytes.span)
    }

    /// The entry that a JSON Feed item holds; `_tributary` is read too.
    public init(json source: Span<UInt8>) throws(JSONSyntaxError) {
        var reader = JSONFeedReader(source)
        self = try reader.entry(in: source)
    }

    /// The entry as a JSON Feed 1.1 item in UTF-8, on one line without its end.
    ///
    /// - Parameter needsContent: whether an entry without content gets an empty `content_text`, as the standard demands of
    ///   an item.
    public func json(needsContent: Bool = false) -> [UInt8] {
        var writer = JSONWriter()
        writer.entry(self, needsContent: needsContent)
        return writer.bytes
    }
}
