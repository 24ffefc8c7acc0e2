import FeedModel
import Testing

@testable import TributaryEngine

@Suite("Which entries of a document are known")
struct DocumentIdentitiesTests {
    @Test("By its id an entry is known, whatever else has changed")
    func byID() {
        let ledger = Ledger(listing: [entry(id: "a", url: "https://example.com/1", title: "One")])
        let document = [entry(id: "a", url: "https://example.org/moved", title: "Another title")]
        #expect(ledger.numbers(of: document) == [1])
    }

    @Test("Without an id an entry is known by its URL, http and https alike")
    func byURL() {
        let ledger = Ledger(listing: [entry(url: "http://example.com/1", title: "One")])
        #expect(ledger.numbers(of: [entry(url: "https://example.com/1", title: "Changed")]) == [1])
        #expect(ledger.numbers(of: [entry(url: "https://example.com/2", title: "One")]) == [nil])
    }

    @Test("With neither id nor URL, title and date or title and text are enough")
    func byWords() {
        let ledger = Ledger(listing: [entry(title: "お知らせ", text: "休みです", date: 1_700_000_000)])
        #expect(ledger.numbers(of: [entry(title: "お知らせ", text: "休みではありません", date: 1_700_000_000)]) == [1])
        #expect(ledger.numbers(of: [entry(title: "お知らせ", text: "休みです", date: 1_800_000_000)]) == [1])
        #expect(ledger.numbers(of: [entry(title: "お知らせ", text: "開店", date: 1_800_000_000)]) == [nil])
    }

    @Test("Entries of a status page that share link and title are told apart by their ids")
    func sharedLinkAndTitle() {
        let incident = { (id: String) in entry(id: id, url: "https://status.example.com/", title: "Incident") }
        let ledger = Ledger(listing: [incident("1"), incident("2")])
        #expect(ledger.numbers(of: [incident("3"), incident("1"), incident("2")]) == [nil, 1, 2])
    }

    @Test("Without ids, entries that share one link are told apart by their words")
    func sharedLinkWithoutID() {
        let note = { (title: String) in entry(url: "https://example.com/", title: title) }
        let ledger = Ledger(listing: [note("Monday"), note("Tuesday")])
        #expect(ledger.numbers(of: [note("Wednesday"), note("Monday"), note("Tuesday")]) == [nil, 1, 2])
    }

    @Test("A new id with a known link and title is the same entry when the old id is gone")
    func movedBlog() {
        let ledger = Ledger(listing: [
            entry(id: "old/1", url: "https://example.com/1", title: "One"),
            entry(id: "old/2", url: "https://example.com/2", title: "Two"),
        ])
        let moved = [
            entry(id: "new/1", url: "https://example.com/1", title: "One"),
            entry(id: "new/2", url: "https://example.com/2", title: "Two"),
        ]
        #expect(ledger.numbers(of: moved) == [1, 2])
    }

    @Test("A new id is a new entry while the old one is still in the document")
    func oldIDStays() {
        let ledger = Ledger(listing: [entry(id: "1", url: "https://example.com/", title: "Same")])
        let document = [
            entry(id: "2", url: "https://example.com/", title: "Same"),
            entry(id: "1", url: "https://example.com/", title: "Same"),
        ]
        #expect(ledger.numbers(of: document) == [nil, 1])
    }

    @Test("A new id is a new entry when the pair stands twice in the document, or twice among those last listed")
    func ambiguousPairs() {
        let same = { (id: String) in entry(id: id, url: "https://example.com/", title: "Same") }
        #expect(Ledger(listing: [same("1")]).numbers(of: [same("2"), same("3")]) == [nil, nil])
        #expect(Ledger(listing: [same("1"), same("2")]).numbers(of: [same("3")]) == [nil])
    }

    @Test("A new id is a new entry when the known one was not among those last listed")
    func notListedLately() {
        let ledger = Ledger(
            listing: [entry(id: "1", url: "https://example.com/1", title: "One")], atReading: 1, lastReading: 2)
        #expect(ledger.numbers(of: [entry(id: "2", url: "https://example.com/1", title: "One")]) == [nil])
    }

    @Test("From a document that broke off nothing counts as gone")
    func truncated() {
        let ledger = Ledger(listing: [entry(id: "1", url: "https://example.com/1", title: "One")])
        let document = [entry(id: "2", url: "https://example.com/1", title: "One")]
        #expect(ledger.numbers(of: document, isTruncated: true) == [nil])
    }

    @Test("An id that appears or vanishes leaves the entry what it was")
    func idAppearsAndVanishes() {
        let without = entry(url: "https://example.com/1", title: "One")
        let with = entry(id: "1", url: "https://example.com/1", title: "One")
        #expect(Ledger(listing: [without]).numbers(of: [with]) == [1])
        #expect(Ledger(listing: [with]).numbers(of: [without]) == [1])
    }

    @Test("One constant id with different links names nothing, then and from then on")
    func constantID() {
        let post = { (number: Int) in entry(id: "blog", url: "https://example.com/\(number)", title: "Post \(number)") }
        let first = Ledger(listing: []).identities(of: [post(1), post(2)])
        #expect(first.newlyUnusableIDs.count == 1)
        #expect(first.keys(at: 0).allSatisfy { $0.kind != .id })

        var ledger = Ledger(listing: [post(1), post(2)])
        ledger.matches.unusableIDs = first.unusableIDs
        #expect(ledger.numbers(of: [post(3)]) == [nil])
        #expect(ledger.numbers(of: [post(2)]) == [2])
        #expect(ledger.identities(of: [post(3)]).newlyUnusableIDs.isEmpty)
    }

    @Test("An entry that stands twice in one document counts once")
    func repetition() {
        let one = entry(id: "1", url: "https://example.com/1", title: "One")
        let identities = Ledger(listing: []).identities(of: [one, one])
        guard case .repetition = identities.matches[1] else {
            Issue.record("the second is not taken for a repetition")
            return
        }
    }

    @Test("Episodes without id, title and URL are told apart by their files")
    func attachmentsOnly() {
        let episode = { (number: Int) in
            var entry = Entry(id: "")
            entry.attachments = [Attachment(url: "https://example.com/\(number).mp3")]
            return entry
        }
        let ledger = Ledger(listing: [episode(1)])
        #expect(ledger.numbers(of: [episode(2), episode(1)]) == [nil, 1])
    }

    @Test("The hash of the content heeds words and files, not markup, white space or a URL's query")
    func contentHash() {
        let hash = { (change: (inout Entry) -> Void) in
            var entry = entry(id: "1", url: "https://example.com/1?from=rss", title: "One", text: "<p>Some text</p>")
            change(&entry)
            return EntryFingerprint(of: entry).content
        }
        let original = hash { _ in }
        #expect(hash { $0.contentHTML = "<div>Some\n <b>text</b></div>" } == original)
        #expect(hash { $0.url = "https://example.com/1?from=atom" } == original)
        #expect(hash { $0.tags = ["new"] } == original)
        #expect(hash { $0.contentHTML = "<p>Some other text</p>" } != original)
        #expect(hash { $0.title = "Two" } != original)
        #expect(hash { $0.url = "https://example.com/2" } != original)
        #expect(hash { $0.attachments = [Attachment(url: "https://example.com/a.mp3")] } != original)
    }
}

// MARK: - Private

private func entry(
    id: String = "", url: String? = nil, title: String, text: String? = nil, date: Int64? = nil
) -> Entry {
    var entry = Entry(id: id.isEmpty ? url ?? "" : id, url: url, title: title)
    entry.contentHTML = text
    entry.datePublished = date.map { Timestamp(seconds: $0) }
    return entry
}

/// A ledger that has listed entries, numbered from 1.
private struct Ledger {
    var matches: LedgerMatches

    init(listing entries: [Entry], atReading reading: Int64 = 1, lastReading: Int64 = 1) {
        let rows = entries.enumerated().map { index, entry in
            let fingerprint = EntryFingerprint(of: entry)
            return LedgerRow(
                number: Int64(index + 1), keys: fingerprint.keys(usableID: true), lastListed: reading, revision: 0,
                contentHash: fingerprint.content, wasKept: true, firstSeen: Timestamp(seconds: 0))
        }
        matches = LedgerMatches(rows: rows, lastReading: lastReading)
    }

    func identities(of document: [Entry], isTruncated: Bool = false) -> DocumentIdentities {
        DocumentIdentities(document.map(EntryFingerprint.init(of:)), in: matches, isTruncated: isTruncated)
    }

    /// Per entry the number of the row that it is; nil for a new one.
    func numbers(of document: [Entry], isTruncated: Bool = false) -> [Int64?] {
        identities(of: document, isTruncated: isTruncated).matches.map { match in
            if case .known(let row) = match { row.number } else { nil }
        }
    }
}
