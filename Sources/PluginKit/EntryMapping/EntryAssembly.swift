import FeedHTML
package import FeedModel
import FeedText
package import TributaryPluginKit

/// Makes entries of the values that a map has found, and remembers what was never found or could not be read.
package struct EntryAssembly: Sendable {
    /// What has become of a field so far.
    private struct Record {
        var found = 0
        var unread = 0
        var example = ""
    }

    private var base: BaseURL?
    private var records: [EntryMapField: Record] = [:]
    private var items = 0
    private var empty = 0

    /// An assembly of entries from a document at a URL, which relative ones are relative to.
    package init(base: String?) {
        self.base = base.map(BaseURL.init)
    }

    /// Goes on with a document that relative URLs are relative to another one in.
    package mutating func setBase(_ url: String) {
        if base?.text != url { base = BaseURL(url) }
    }

    /// The entry of an item; nil where nothing was found that a reader would see.
    ///
    /// - Parameter values: the texts that were found, by field.
    package mutating func entry(of values: [EntryMapField: [String]]) -> Entry? {
        items += 1
        var entry = Entry(id: values[.id]?.first?.trimmingASCIIWhitespace ?? "")
        for field in EntryMapField.allCases {
            guard let texts = values[field], !texts.isEmpty else { continue }
            records[field, default: Record()].found += 1
            set(field, to: texts, in: &entry)
        }
        entry.authors = authors(of: values)
        entry.attachments = attachments(of: values)
        let texts = [entry.url, entry.title, entry.contentHTML, entry.contentText, entry.summary, entry.externalURL]
        guard texts.contains(where: { $0 != nil }) || !entry.attachments.isEmpty else {
            empty += 1
            return nil
        }
        return entry
    }

    /// What there is to say at the end.
    ///
    /// - Parameters:
    ///   - fields: those that the map names.
    ///   - advice: why a field that no item has was not found, as a clause.
    package func diagnostics(of fields: [EntryMapField], advice: (EntryMapField) -> String) -> [Diagnostic] {
        guard items > 0 else { return [] }
        var diagnostics: [Diagnostic] = []
        for field in fields {
            guard let record = records[field], record.found > 0 else {
                let of = items == 1 ? "the one item has no" : "none of \(items) items has a"
                diagnostics.append(
                    Diagnostic(.warning, "map.\(field.rawValue): \(of) value there; \(advice(field))"))
                continue
            }
            guard record.unread > 0 else { continue }
            let kind = field.form == .date ? "date" : "URL"
            let count = record.unread == 1 ? "one value is" : "\(record.unread) values are"
            let example = DisplayText.singleLine(String(record.example.prefix(60)))
            diagnostics.append(
                Diagnostic(.warning, "map.\(field.rawValue): \(count) no \(kind), such as \"\(example)\""))
        }
        if empty > 0 {
            diagnostics.append(
                Diagnostic(
                    .warning,
                    "\(empty) of \(items) items have neither an address nor a title nor a text; they are left out"))
        }
        return diagnostics
    }
}

// MARK: - Fields

extension EntryAssembly {
    private mutating func set(_ field: EntryMapField, to texts: [String], in entry: inout Entry) {
        let text = texts[0]
        switch field {
        case .id, .authors, .authorURLs, .authorAvatars, .attachments, .attachmentTypes: break
        case .url: entry.url = url(text, of: field)
        case .externalURL: entry.externalURL = url(text, of: field)
        case .image: entry.image = url(text, of: field)
        case .bannerImage: entry.bannerImage = url(text, of: field)
        case .title: entry.title = Self.filled(text)
        case .titleHTML: entry.title = entry.title ?? Self.filled(HTMLText.plainText(text))
        case .contentText: entry.contentText = Self.filled(text)
        case .contentHTML: entry.contentHTML = Self.filled(base.map { HTMLLinks.absolutized(text, base: $0) } ?? text)
        case .summary: entry.summary = Self.filled(text)
        case .summaryHTML: entry.summary = entry.summary ?? Self.filled(HTMLText.plainText(text))
        case .datePublished: entry.datePublished = date(text, of: field)
        case .dateModified: entry.dateModified = date(text, of: field)
        case .language: entry.language = Self.filled(text)
        case .tags:
            var seen: Set<String> = []
            entry.tags = texts.compactMap(Self.filled).filter { seen.insert($0).inserted }
        }
    }

    private mutating func authors(of values: [EntryMapField: [String]]) -> [Author] {
        let names = values[.authors] ?? []
        let urls = (values[.authorURLs] ?? []).map { url($0, of: .authorURLs) }
        let avatars = (values[.authorAvatars] ?? []).map { url($0, of: .authorAvatars) }
        return (0..<max(names.count, urls.count)).map { index in
            Author(
                name: index < names.count ? Self.filled(names[index]) : nil,
                url: index < urls.count ? urls[index] : nil, avatar: index < avatars.count ? avatars[index] : nil)
        }.filter { !$0.isEmpty }
    }

    private mutating func attachments(of values: [EntryMapField: [String]]) -> [Attachment] {
        let types = values[.attachmentTypes] ?? []
        let urls = (values[.attachments] ?? []).map { url($0, of: .attachments) }
        return urls.indices.compactMap { index in
            urls[index].map { url in
                let type = index < types.count ? MediaType(parsing: types[index]) : nil
                return Attachment(url: url, mimeType: type?.essence)
            }
        }
    }

    private static func filled(_ text: String) -> String? {
        let trimmed = text.trimmingASCIIWhitespace
        return trimmed.isEmpty ? nil : trimmed
    }

    private mutating func url(_ text: String, of field: EntryMapField) -> String? {
        guard let written = Self.filled(text) else { return nil }
        let url = base.map { $0.resolve(written) } ?? URLText.resolve(written, against: nil)
        if url == nil { note(written, unreadIn: field) }
        return url
    }

    private mutating func date(_ text: String, of field: EntryMapField) -> Timestamp? {
        guard let written = Self.filled(text) else { return nil }
        if let date = Self.date(sinceEpoch: written) ?? Timestamp(parsing: written) { return date }
        note(written, unreadIn: field)
        return nil
    }

    private mutating func note(_ text: String, unreadIn field: EntryMapField) {
        var record = records[field] ?? Record()
        record.unread += 1
        if record.unread == 1 { record.example = text }
        records[field] = record
    }

    /// A number as seconds since 1970, or as milliseconds where they would lie beyond the year 5000.
    ///
    /// Eight digits and fewer are a date or a year.
    private static func date(sinceEpoch text: String) -> Timestamp? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts[0].hasPrefix("-") ? parts[0].dropFirst() : parts[0]
        guard digits.utf8.count >= 9, digits.utf8.count <= 16, digits.utf8.allSatisfy(\.isASCIIDigit),
            parts.count == 1 || parts[1].utf8.allSatisfy(\.isASCIIDigit), let value = Int64(parts[0])
        else { return nil }
        guard value.magnitude >= 100_000_000_000 else { return Timestamp(seconds: value) }
        let (seconds, rest) = (value.magnitude / 1000, value.magnitude % 1000)
        guard value >= 0, seconds < 100_000_000_000 else { return nil }
        return Timestamp(seconds: Int64(seconds), nanoseconds: Int32(rest) * 1_000_000)
    }
}
