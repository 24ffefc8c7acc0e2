import FeedModel
import FeedStore
import Testing
import TributaryEngine
import TributaryPluginKit

@Suite("The store's ledger")
struct LedgerTests {
    @Test("a row is found by any of its keys, with all of them, and only in its own subscription")
    func lookUp() async throws {
        let bench = try await Bench(feeds: ["a", "b"])
        var arriving = ArrivingEntry.kept(.sample("1"))
        arriving.keys = EntryKey.Kind.allCases.filter { $0 != .unusableID }.map {
            EntryKey($0, .max - UInt64($0.rawValue))
        }
        try await bench.arrive([arriving], feed: "a")
        try await bench.arrive([.dropped(.sample("2"))], feed: "b")
        for key in arriving.keys where key.kind.isSought {
            let matches = try await bench.store.ledger(of: bench.feed("a"), matching: [key, key, .id(of: "?")])
            #expect(matches.rows.map(\.keys) == [arriving.keys])
            #expect(matches.rows.first?.contentHash == arriving.contentHash)
            #expect(matches.rows.first?.lastListed == 1)
            #expect(matches.lastReading == 1)
            #expect(try await bench.store.ledger(of: bench.feed("b"), matching: [key]).rows.isEmpty)
        }
    }

    @Test("equal ids in two feeds are two entries")
    func twoFeeds() async throws {
        let bench = try await Bench(feeds: ["a", "b"])
        let first = try await bench.arrive([.kept(.sample("1"))], feed: "a")
        let second = try await bench.arrive([.kept(.sample("1"))], feed: "b")
        #expect(try await bench.store.ledger(of: bench.feed("a"), matching: [.id(of: "1")]).rows.map(\.number) == first)
        #expect(
            try await bench.store.ledger(of: bench.feed("b"), matching: [.id(of: "1")]).rows.map(\.number) == second)
    }

    @Test("entries that share a key are all found, the newest 200 of very many")
    func sharedKey() async throws {
        let bench = try await Bench()
        let shared = EntryKey(.urlAndTitle, 5)
        let entries = (0..<250).map { index in
            var arriving = ArrivingEntry.kept(.sample("\(index)"))
            arriving.keys.append(shared)
            return arriving
        }
        let numbers = try await bench.arrive(entries)
        let matches = try await bench.store.ledger(of: bench.feed(), matching: [shared])
        #expect(matches.rows.map(\.number) == Array(numbers.suffix(200)))
    }

    @Test("a listed entry takes on its reading, keys that were not known, and a hash of another version")
    func listed() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive([.kept(.sample("1")), .kept(.sample("2"))])
        let key = EntryKey(.titleAndText, 77)
        let hash = ContentHash(version: 2, value: 5)
        let listed = ListedEntry(number: numbers[0], place: 4, newKeys: [key], contentHash: hash)
        try await bench.arrive([], listed: [listed])
        let matches = try await bench.store.ledger(of: bench.feed(), matching: [key, .id(of: "2")])
        #expect(matches.lastReading == 2)
        #expect(matches.rows.map(\.lastListed) == [2, 1])
        #expect(matches.rows[0].contentHash == hash)
        #expect(matches.rows[0].revision == 0)
        #expect(matches.rows[0].keys.contains(key))
        #expect(try await bench.arrivedHeads().first { $0.id == numbers[0] }?.place == 4)
    }

    @Test("a revision's keys stand beside the earlier ones; of a kind the newest eight stay")
    func keysOfRevisions() async throws {
        let bench = try await Bench()
        let number = try await bench.arrive([.kept(.sample("1"))])[0]
        for revision in 1...20 {
            var arriving = ArrivingEntry.kept(.sample("1"), number: number, hash: UInt64(revision))
            arriving.keys = [.id(of: "1"), EntryKey(.urlAndTitle, UInt64(revision))]
            try await bench.arrive([arriving])
        }
        let keys = (0...20).map { EntryKey(.urlAndTitle, UInt64($0)) }
        let rows = try await bench.store.ledger(of: bench.feed(), matching: [.id(of: "1")]).rows
        #expect(rows.first?.keys.filter { $0.kind == .urlAndTitle } == Array(keys.suffix(8)))
        for key in keys {
            let found = try await bench.store.ledger(of: bench.feed(), matching: [key]).rows.count
            #expect(found == (key.hash > 12 ? 1 : 0))
        }
    }

    @Test("an id that names nothing is remembered for its subscription, and belongs to no entry")
    func unusableIDs() async throws {
        let bench = try await Bench(feeds: ["a", "b"])
        var arrival = Arrival(
            subscription: bench.feed("a"), reading: .whole(Feed(), Validators()), entries: [.kept(.sample("1"))])
        arrival.unusableIDs = [3, .max]
        _ = try await bench.store.arrive([arrival, arrival], at: .noon)
        let matches = try await bench.store.ledger(of: bench.feed("a"), matching: [EntryKey(.unusableID, 3)])
        #expect(matches.unusableIDs == [3, .max])
        #expect(matches.rows.isEmpty)
        try await bench.arrive([], feed: "b")
        #expect(try await bench.store.ledger(of: bench.feed("b"), matching: []).unusableIDs.isEmpty)
    }

    @Test("an entry held before Arrive comes as it was decoded, from its time on, until it arrives")
    func held() async throws {
        let bench = try await Bench()
        var entry = Entry.sample("1", published: Timestamp(seconds: 12, nanoseconds: 340_000_000, offset: 3_600))
        entry.tributary = TributaryExtension(feed: FeedReference(id: "feed"), firstSeen: .noon)
        entry.tributary?.score = 2
        let until = Timestamp(seconds: Timestamp.noon.seconds + 10, nanoseconds: 1)
        var arriving = ArrivingEntry.held(entry, until: until, failures: 2)
        arriving.place = 6
        arriving.onUpdate = .redeliver
        let number = try await bench.arrive([arriving])[0]
        #expect(try await bench.arrivedNumbers() == [])
        #expect(try await bench.store.heldEntries(due: .noon.adding(seconds: 10)).isEmpty)
        let due = try await bench.store.heldEntries(due: .noon.adding(seconds: 11))
        let held = try #require(due.first)
        #expect(due.count == 1)
        #expect(held.subscription == bench.feed())
        #expect(held.arriving.number == number)
        #expect(held.arriving.place == 6)
        #expect(held.arriving.keys == arriving.keys)
        #expect(held.arriving.contentHash == arriving.contentHash)
        #expect(held.arriving.textHash == arriving.textHash)
        #expect(held.arriving.onUpdate == .redeliver)
        guard case .held(let decoded, _, let verdict, let failures) = held.arriving.outcome else {
            Issue.record("not held")
            return
        }
        #expect(decoded.title == entry.title)
        #expect(decoded.datePublished == entry.datePublished)
        #expect(decoded.tributary?.score == 2)
        #expect(failures == 2)
        #expect(verdict.stage == "stages[0] wait")
        guard case .hold = verdict.verdict else {
            Issue.record("not a hold: \(verdict)")
            return
        }
        var kept = held.arriving
        kept.outcome = .kept(decoded)
        #expect(try await bench.arrive([kept], reading: .held, at: .noon.days(1)) == [number])
        #expect(try await bench.store.heldEntries(due: .noon.days(9)).isEmpty)
        let arrived = try #require(try await bench.store.arrivedEntries(at: .noon).first)
        #expect(arrived.revision == 0)
        #expect(try await bench.arrivedHeads(at: .noon.days(1)).first?.firstSeen == .noon)
        let row = try #require(try await bench.store.ledger(of: bench.feed(), matching: arriving.keys).rows.first)
        #expect(row.lastListed == 1)
    }

    @Test("a newer revision takes the place of one that is held, also when it is dropped")
    func heldAndRevised() async throws {
        let bench = try await Bench()
        let number = try await bench.arrive([.held(.sample("1"), until: .noon.days(1))])[0]
        try await bench.arrive([.held(.sample("1", title: "two"), until: .noon.days(2), number: number)])
        let held = try await bench.store.heldEntries(due: .noon.days(2))
        #expect(held.count == 1)
        try await bench.arrive([.dropped(.sample("1"), number: number, hash: 2)])
        #expect(try await bench.store.heldEntries(due: .noon.days(9)).isEmpty)
    }
}
