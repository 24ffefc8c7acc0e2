import FeedModel
import FeedText

/// The hashes by which an entry, as decoded and before any stage, is known again.
package struct EntryFingerprint: Sendable {
    /// Of the id that the feed gave; nil where the adapter had to make one up.
    var id: UInt64?
    /// Of the URL, `http` and `https` taken for the same.
    var url: UInt64?
    /// Of URL and title together.
    var urlAndTitle: UInt64?
    /// Of title and date together.
    var titleAndDate: UInt64?
    /// Of title and text together; where there is no text, of title and attachments.
    var titleAndText: UInt64
    /// Of the text without tags and white space; nil where there is none.
    var text: UInt64?
    /// Of all that an entry says as it is written; nil where an id or a URL of its own names the entry.
    var whole: UInt64?
    /// Of the URLs of its files, pictures and links, without queries; nil where ``whole`` is.
    var addresses: UInt64?
    /// What tells revisions apart.
    var content: ContentHash

    /// The version of ``ContentHash`` that is taken here.
    static let contentVersion = 1

    init(of entry: Entry) {
        let canonicalURL = entry.url.map(Self.canonical)
        let title = entry.title.flatMap { $0.isEmpty ? nil : $0 }
        let date = entry.datePublished ?? entry.dateModified
        let isOwnID = entry.id != entry.url && !entry.id.isEmpty && !entry.id.hasPrefix(Entry.madeUpIDPrefix)
        id = isOwnID ? StableHash.hash(entry.id) : nil
        url = canonicalURL.map(StableHash.hash)
        text = Self.textHash(of: entry)
        urlAndTitle = canonicalURL.flatMap { url in title.map { Self.hash(url, $0) } }
        titleAndDate = title.flatMap { title in date.map { Self.hash(title, String($0.seconds)) } }
        titleAndText = Self.hash(title ?? "", text.map { String($0) } ?? Self.attachmentURLs(of: entry))
        content = ContentHash(
            version: Self.contentVersion, value: Self.contentHash(of: entry, url: canonicalURL, text: text))
    }

    /// The keys for the ledger; an id that names nothing is left out.
    func keys(usableID: Bool) -> [EntryKey] {
        var keys: [EntryKey] = []
        if usableID, let id { keys.append(EntryKey(.id, id)) }
        if let url { keys.append(EntryKey(.url, url)) }
        if let urlAndTitle { keys.append(EntryKey(.urlAndTitle, urlAndTitle)) }
        if let titleAndDate { keys.append(EntryKey(.titleAndDate, titleAndDate)) }
        keys.append(EntryKey(.titleAndText, titleAndText))
        if let whole { keys.append(EntryKey(.whole, whole)) }
        if let addresses { keys.append(EntryKey(.addresses, addresses)) }
        return keys
    }
}

extension EntryKey {
    /// The keys of the entries that a person may mean who writes an id or a URL.
    package static func naming(_ text: String) -> [EntryKey] {
        [
            EntryKey(.id, StableHash.hash(text)),
            EntryKey(.url, StableHash.hash(EntryFingerprint.canonical(text))),
        ]
    }

    /// The same for other ways to write the URL: with a host in capitals, a port, a fragment, a tracker's parameter or a
    /// slash that make no difference, or without.
    package static func naming(spellingsOf url: String) -> [EntryKey] {
        guard let parts = URLParts(url), ["http", "https"].contains(parts.scheme) else { return [] }
        var bare = parts
        bare.fragment = nil
        var spellings: Set<String> = []
        for form in [url, parts.text, bare.text] {
            spellings.formUnion([form, ComparableURL.text(form), ComparableURL.canonical(form)])
            if let clean = TrackingParameters.known.removed(from: form) { spellings.insert(clean) }
        }
        for spelling in spellings where URLParts(spelling)?.query == nil && !spelling.utf8.contains(UInt8(ascii: "#")) {
            spellings.insert(spelling.hasSuffix("/") ? String(spelling.dropLast()) : spelling + "/")
        }
        return spellings.sorted().flatMap { naming($0) }
    }
}

// MARK: - Private

extension EntryFingerprint {
    private static func hash(_ first: String, _ second: String) -> UInt64 {
        var hash = StableHash()
        hash.combine(first)
        hash.combine(second)
        return hash.finish()
    }

    /// Without the scheme of the web; fragments stay, since pages of news name their entries by them.
    static func canonical(_ url: String) -> String {
        for scheme in ["https:", "http:"] where url.hasPrefix(scheme) { return String(url.dropFirst(scheme.count)) }
        return url
    }

    private static func contentHash(of entry: Entry, url: String?, text: UInt64?) -> UInt64 {
        var hash = StableHash()
        hash.combine(entry.title ?? "")
        hash.combine(url.map(withoutQuery) ?? "")
        hash.combine(text ?? 0)
        hash.combine(attachmentURLs(of: entry))
        return hash.finish()
    }

    private static func attachmentURLs(of entry: Entry) -> String {
        entry.attachments.map { withoutQuery($0.url) }.joined(separator: " ")
    }

    static func withoutQuery(_ url: String) -> String {
        url.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(url[..<$0]) } ?? url
    }

    private static func textHash(of entry: Entry) -> UInt64? {
        (entry.contentHTML ?? entry.contentText ?? entry.summary).flatMap(StableHash.hash(betweenTagsOf:))
    }
}
