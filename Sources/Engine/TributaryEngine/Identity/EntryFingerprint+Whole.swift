import FeedHTML
import FeedModel
import FeedText

/// What tells entries apart that have neither an id nor a URL of their own: comics of one title, files without words.
extension EntryFingerprint {
    /// ``addresses`` of an entry that has none.
    static let noAddresses = StableHash.hash("")

    /// The fingerprints of a document's entries, in its order.
    static func all(of entries: [Entry]) -> [EntryFingerprint] {
        var fingerprints = entries.map(EntryFingerprint.init(of:))
        var urls: [UInt64: Int] = [:]
        for fingerprint in fingerprints where fingerprint.id == nil {
            if let url = fingerprint.url { urls[url, default: 0] += 1 }
        }
        for (index, entry) in entries.enumerated() where fingerprints[index].id == nil {
            if let url = fingerprints[index].url, urls[url] == 1 { continue }
            fingerprints[index].takeWhole(of: entry)
        }
        return fingerprints
    }

    private mutating func takeWhole(of entry: Entry) {
        let date = entry.datePublished ?? entry.dateModified
        var hash = StableHash()
        for text in [entry.url, entry.title, entry.contentHTML, entry.contentText, entry.summary] {
            hash.combine(text ?? "")
        }
        hash.combine(date.map { String($0.seconds) } ?? "")
        for author in entry.authors { hash.combine(author.name ?? author.url ?? "") }
        let urls = Self.addresses(in: entry)
        for url in urls { hash.combine(url) }
        whole = hash.finish()
        addresses = StableHash.hash(urls.map(Self.withoutQuery).joined(separator: " "))
    }

    /// The URLs of an entry's files and pictures, and those in its text.
    private static func addresses(in entry: Entry) -> [String] {
        var urls = entry.attachments.map(\.url)
        urls += [entry.image, entry.bannerImage, entry.externalURL].compactMap { $0 }
        if let html = entry.contentHTML {
            _ = HTMLLinks.replacing(in: html) { url in
                urls.append(url)
                return nil
            }
        }
        return urls.map(canonical)
    }
}
