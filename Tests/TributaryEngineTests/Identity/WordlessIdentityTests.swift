import FeedModel
import Testing

@testable import TributaryEngine

@Suite("Entries that have neither an id nor a URL of their own, and the same words")
struct WordlessIdentityTests {
    @Test("pictures in the text tell entries of one document apart, and each is known again")
    func pictures() {
        var ledger = WordLedger()
        #expect(ledger.read([comic("b"), comic("a")]) == [nil, nil])
        #expect(ledger.read([comic("b"), comic("a")]) == [1, 2])
        #expect(ledger.read([comic("c"), comic("b"), comic("a")]) == [nil, 1, 2])
        #expect(ledger.read([comic("d"), comic("c")]) == [nil, 3])
    }

    @Test(
        "links, files, images and pages elsewhere tell them apart as well",
        arguments: [
            { (name: String) in entry(html: "<a href='https://example.com/\(name)'>here</a>") },
            { (name: String) in entry { $0.attachments = [Attachment(url: "https://example.com/\(name).mp3")] } },
            { (name: String) in entry { $0.image = "https://example.com/\(name).jpg" } },
            { (name: String) in entry { $0.externalURL = "https://example.com/\(name)" } },
        ] as [@Sendable (String) -> Entry])
    func addresses(make: @Sendable (String) -> Entry) {
        var ledger = WordLedger()
        #expect(ledger.read([make("b"), make("a")]) == [nil, nil])
        #expect(ledger.read([make("c"), make("b"), make("a")]) == [nil, 1, 2])
        var alone = WordLedger()
        #expect(alone.read([make("a")]) == [nil])
        #expect(alone.read([make("b")]) == [nil])
    }

    @Test("what authors, dates or white space alone tell apart arrives as a whole where it stands in one document")
    func littleThings() {
        let thanks = { (name: String) in entry(html: "thanks") { $0.authors = [Author(name: name)] } }
        var ledger = WordLedger()
        #expect(ledger.read([thanks("Ada"), thanks("Bo")]) == [nil, nil])
        #expect(ledger.read([thanks("Cy"), thanks("Ada"), thanks("Bo")]) == [nil, 1, 2])

        let morning = { (day: Int64) in
            entry(title: nil, html: "お早う") { $0.datePublished = Timestamp(seconds: day * 86_400) }
        }
        var mornings = WordLedger()
        #expect(mornings.read([morning(1)]) == [nil])
        #expect(mornings.read([morning(2), morning(1)]) == [nil, 1])

        var code = WordLedger()
        #expect(code.read([entry(html: "<pre>a b</pre>"), entry(html: "<pre>ab</pre>")]) == [nil, nil])
    }

    @Test("an entry that stands twice, word for word, is one")
    func repetition() {
        var ledger = WordLedger()
        #expect(ledger.read([comic("a"), comic("a")]) == [nil])
    }

    @Test("a picture whose query alone has changed is the same picture")
    func queries() {
        var ledger = WordLedger()
        #expect(ledger.read([comic("b", "?t=1"), comic("a", "?t=1")]) == [nil, nil])
        #expect(ledger.read([comic("b", "?t=2"), comic("a", "?t=2")]) == [1, 2])
        #expect(ledger.read([comic("c", "?t=3"), comic("b", "?t=3")]) == [nil, 1])
    }

    @Test("pictures that only their queries name are told apart as long as one of them stays")
    func queriesThatName() {
        var ledger = WordLedger()
        #expect(ledger.read([comic("x", "?id=2"), comic("x", "?id=1")]) == [nil, nil])
        #expect(ledger.read([comic("x", "?id=3"), comic("x", "?id=2")]) == [nil, 1])
    }

    @Test("entries that share a page keep their rows when all their pictures move, and a new one is new when they stay")
    func sharedPage() {
        let page = { (name: String) in entry(html: "<img src='https://\(name)'>") { $0.url = "https://example.com/" } }
        var ledger = WordLedger()
        #expect(ledger.read([page("cdn1.example/b"), page("cdn1.example/a")]) == [nil, nil])
        #expect(ledger.read([page("cdn2.example/b"), page("cdn2.example/a")]) == [1, 2])
        #expect(ledger.read([page("cdn2.example/c"), page("cdn2.example/b")]) == [nil, 1])
    }

    @Test("an id or a URL of its own names an entry, wherever its pictures lie")
    func named() {
        var ledger = WordLedger()
        let one = { (host: String) in entry(html: "<img src='https://\(host)/1'>") { $0.url = "https://example.com/1" }
        }
        let two = { (host: String) in entry(html: "<img src='https://\(host)/2'>") { $0.id = "two" } }
        #expect(ledger.read([one("a.example"), two("a.example")]) == [nil, nil])
        #expect(ledger.read([two("b.example"), one("b.example")]) == [2, 1])
    }

    @Test("a picture may come later or go where there are words")
    func pictureLater() {
        var ledger = WordLedger()
        let words = entry(html: "<p>Words</p>")
        let withPicture = entry(html: "<p>Words</p><img src='https://example.com/1.png'>")
        #expect(ledger.read([words]) == [nil])
        #expect(ledger.read([withPicture]) == [1])
        #expect(ledger.read([words]) == [1])
    }

    @Test("what an earlier version has listed is not new, and what it has passed over is")
    func upgrade() {
        var ledger = WordLedger()
        ledger.list(byWordsOnly: [comic("a")])
        #expect(ledger.read([comic("a")]) == [1])

        var other = WordLedger()
        other.list(byWordsOnly: [comic("a")])
        #expect(other.read([comic("b"), comic("a")]) == [nil, 1])
        #expect(other.read([comic("c"), comic("b"), comic("a")]) == [nil, 2, 1])
    }
}

// MARK: - Private

private func comic(_ name: String, _ query: String = "") -> Entry {
    entry(html: "<img src=\"https://example.com/\(name).jpg\(query)\">")
}

private func entry(
    title: String? = "Comic", html: String? = nil, _ change: (inout Entry) -> Void = { _ in }
) -> Entry {
    var entry = Entry(id: "", title: title)
    entry.contentHTML = html
    change(&entry)
    return entry
}

/// A ledger in memory that takes in what it is shown.
private struct WordLedger {
    private var rows: [LedgerRow] = []
    private var reading: Int64 = 0

    /// Takes in entries that a version listed which knew them by their words only.
    mutating func list(byWordsOnly entries: [Entry]) {
        reading += 1
        for entry in entries { add(EntryFingerprint(of: entry), EntryFingerprint(of: entry).keys(usableID: true)) }
    }

    /// Reads a document; per entry that is no repetition the number of the row that it is, nil for a new one.
    mutating func read(_ entries: [Entry]) -> [Int64?] {
        let fingerprints = EntryFingerprint.all(of: entries)
        let identities = DocumentIdentities(
            fingerprints, in: LedgerMatches(rows: rows, lastReading: reading), isTruncated: false)
        reading += 1
        var numbers: [Int64?] = []
        for index in entries.indices {
            switch identities.matches[index] {
            case .repetition: continue
            case .new:
                numbers.append(nil)
                add(fingerprints[index], identities.keys(at: index))
            case .known(let row):
                numbers.append(row.number)
                let place = Int(row.number) - 1
                rows[place].keys += identities.keys(at: index).filter { !rows[place].keys.contains($0) }
                rows[place].lastListed = reading
            }
        }
        return numbers
    }

    private mutating func add(_ fingerprint: EntryFingerprint, _ keys: [EntryKey]) {
        rows.append(
            LedgerRow(
                number: Int64(rows.count + 1), keys: keys, lastListed: reading, revision: 0,
                contentHash: fingerprint.content, wasKept: true, firstSeen: Timestamp(seconds: 0)))
    }
}
