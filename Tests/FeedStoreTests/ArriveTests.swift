import FeedJSON
import FeedModel
import FeedStore
import Testing
import TributaryEngine
import TributaryPluginKit

@Suite("The store, at Arrive")
struct ArriveTests {
    @Test("new entries get numbers in the order of the arrivals, and the next ones go on from there")
    func numbers() async throws {
        let bench = try await Bench(feeds: ["a", "b"])
        let arrivals = ["a", "b"].map { key in
            Arrival(
                subscription: bench.feed(key), reading: .whole(Feed(), Validators()),
                entries: [.kept(.sample("1")), .dropped(.sample("2"))])
        }
        #expect(try await bench.store.arrive(arrivals, at: .noon) == [[1, 2], [3, 4]])
        #expect(try await bench.arrive([.kept(.sample("3"))], feed: "a") == [5])
    }

    @Test("a whole reading leaves its feed and validators, and is counted")
    func wholeReading() async throws {
        var bench = try await Bench()
        #expect(bench.state.subscriptions["feed"]?.validators == nil)
        #expect(try await bench.store.storedFeed(of: "feed")?.id == nil)
        var feed = Feed(title: "技術の話", homePageURL: "https://example.jp/")
        feed.extensions = ["_podcast": ["explicit": false]]
        let validators = Validators(
            url: "https://example.jp/feed", etag: "\"\u{E9}\u{0}x\"", lastModified: "", documentHash: .max,
            adapterState: "cursor")
        try await bench.arrive([], reading: .whole(feed, validators))
        try await bench.begin(feeds: [.init(key: "feed")])
        let known = try #require(bench.state.subscriptions["feed"])
        #expect(known.validators == validators)
        #expect(known.lastRead == .noon)
        #expect(known.readings == 1)
        #expect(try await bench.store.storedFeed(of: "feed")?.feed == feed)
        #expect(try await bench.store.storedFeed(of: "feed")?.id == bench.feed())
    }

    @Test("the entries of a feed are not stored with what the feed says of itself")
    func feedWithoutEntries() async throws {
        let bench = try await Bench()
        try await bench.arrive([], reading: .whole(Feed(title: "x", entries: [.sample("1")]), Validators()))
        #expect(try await bench.store.storedFeed(of: "feed")?.feed.entries == [])
    }

    @Test("a feed that broke off keeps the old validators, and what it does not list still counts as listed")
    func partialReading() async throws {
        var bench = try await Bench()
        let numbers = try await bench.arrive(
            [.kept(.sample("1")), .kept(.sample("2"))], reading: .whole(Feed(), Validators(etag: "old")))
        let listed = ListedEntry(number: numbers[0], place: 0, newKeys: [], contentHash: nil)
        try await bench.arrive([.kept(.sample("3"))], listed: [listed], reading: .partial(Feed()))
        let matches = try await bench.store.ledger(of: bench.feed(), matching: ["1", "2", "3"].map { .id(of: $0) })
        #expect(matches.lastReading == 1)
        #expect(matches.rows.map(\.lastListed) == [1, 1, 1])
        try await bench.begin(feeds: [.init(key: "feed")])
        #expect(bench.state.subscriptions["feed"]?.validators?.etag == "old")
    }

    @Test("a first feed that broke off counts as a reading, so its entries are looked up the next time")
    func partialFirstReading() async throws {
        var bench = try await Bench()
        try await bench.arrive([.kept(.sample("1"))], reading: .partial(Feed()))
        try await bench.begin(feeds: [.init(key: "feed")])
        #expect(bench.state.subscriptions["feed"]?.readings == 1)
        #expect(bench.state.subscriptions["feed"]?.validators == nil)
        #expect(try await bench.store.ledger(of: bench.feed(), matching: [.id(of: "1")]).rows.count == 1)
    }

    @Test("a reading that brought nothing new replaces the validators only where there are new ones")
    func unchangedReading() async throws {
        var bench = try await Bench()
        try await bench.arrive([], reading: .whole(Feed(), Validators(etag: "one")))
        try await bench.arrive([], reading: .unchanged(nil), at: .noon.days(1))
        try await bench.begin(feeds: [.init(key: "feed")])
        #expect(bench.state.subscriptions["feed"]?.validators?.etag == "one")
        #expect(bench.state.subscriptions["feed"]?.lastRead == .noon.days(1))
        #expect(bench.state.subscriptions["feed"]?.readings == 1)
        try await bench.arrive([], reading: .unchanged(Validators(etag: "two")))
        try await bench.begin(feeds: [.init(key: "feed")])
        #expect(bench.state.subscriptions["feed"]?.validators?.etag == "two")
    }

    @Test("a reading that failed leaves everything as it was")
    func failedReading() async throws {
        var bench = try await Bench()
        try await bench.arrive([.kept(.sample("1"))], reading: .whole(Feed(title: "x"), Validators(etag: "one")))
        try await bench.arrive([], reading: .failed("no answer"), at: .noon.days(1))
        try await bench.begin(feeds: [.init(key: "feed")])
        let known = try #require(bench.state.subscriptions["feed"])
        #expect(known.validators?.etag == "one")
        #expect(known.lastRead == .noon)
        #expect(known.readings == 1)
    }

    @Test("an entry that was dropped is seen, but is neither in the river nor has it a text")
    func dropped() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive([.dropped(.sample("1"))])
        #expect(try await bench.arrivedNumbers() == [])
        #expect(try await bench.store.entries(numbers) == [])
        let row = try #require(try await bench.store.ledger(of: bench.feed(), matching: [.id(of: "1")]).rows.first)
        #expect(row.number == numbers[0])
        #expect(!row.wasKept)
    }

    @Test("entries of the river stand where their heads say, and the cache lists them in their order")
    func riverOrder() async throws {
        let bench = try await Bench(feeds: ["b", "a"])
        var generator = SeededGenerator()
        for key in ["b", "a"] {
            let entries = (0..<60).map { place in
                let id = "\(key)\(place)"
                var entry = Entry.sample(id, published: generator.next(upTo: 4) == 0 ? nil : generator.timestamp())
                if generator.next(upTo: 2) == 0 { entry.dateModified = generator.timestamp() }
                return ArrivingEntry.kept(entry, place: place)
            }
            try await bench.arrive(entries, feed: key)
        }
        let heads = try await bench.arrivedHeads()
        let arrived = try await bench.store.arrivedEntries(at: .noon)
        #expect(arrived.count == 120)
        let places = heads.map {
            RiverPlace(number: $0.id, subscription: bench.feed($0.feed.id), date: $0.sortDate, place: $0.place)
        }
        #expect(Set(arrived.map(\.place)) == Set(places), "seed \(generator.seed)")
        // The cache keeps the order of heads, also when it is read in pieces.
        try await bench.routeAll()
        var cached: [Int64?] = []
        while cached.count < 200 {
            let query = ArchiveQuery(after: cached.last ?? nil, limit: 7)
            let piece = try await bench.cached(query).map { $0.tributary?.number }
            if piece.isEmpty { break }
            cached += piece
        }
        #expect(cached == heads.map(\.id), "seed \(generator.seed)")
    }

    @Test("a head says of its entry what the entry says")
    func head() async throws {
        let bench = try await Bench()
        var entry = Entry.sample("1", published: Timestamp(seconds: -5, nanoseconds: 999_999_999, offset: 32_400))
        entry.dateModified = Timestamp(seconds: 7, nanoseconds: 1, offset: -3_600)
        entry.tags = ["日本語", "a\"b", "\u{1F}"]
        entry.tributary = TributaryExtension(feed: FeedReference(id: "old"), firstSeen: .noon)
        entry.tributary?.score = 0.1
        let now = Timestamp(seconds: 1_800_000_000, nanoseconds: 5, offset: 3_600)
        let feed = Feed(title: "A feed", homePageURL: "https://example.org/")
        let number = try await bench.arrive([.kept(entry, place: 3)], reading: .whole(feed, Validators()), at: now)[0]
        let arrived = try #require(try await bench.store.arrivedEntries(at: now).first)
        #expect(arrived.place.subscription == bench.feed())
        #expect(arrived.revision == 0)
        #expect(arrived.earlierSinks == [])
        let head = try #require(try await bench.store.heads(ofArrived: [number]).first)
        #expect(head.id == number)
        #expect(head.feed == FeedReference(id: "feed", title: "A feed", homePageURL: "https://example.org/"))
        #expect(head.entryID == "1")
        #expect(head.title == entry.title)
        #expect(head.url == entry.url)
        #expect(head.datePublished == entry.datePublished)
        #expect(head.dateModified == entry.dateModified)
        #expect(head.firstSeen == now)
        #expect(head.place == 3)
        #expect(head.tags == entry.tags)
        #expect(head.score == 0.1)
        #expect(head.textHash == .of(entry.contentHTML ?? ""))
        #expect(!head.isRevision)
    }

    @Test("an entry comes back as it went in, with what the store knows of it")
    func entryRoundTrip() async throws {
        let bench = try await Bench()
        var entry = Entry.sample(
            "1", published: Timestamp(seconds: 1_700_000_000, nanoseconds: 123_456_789, offset: 3_600))
        entry.contentText = "改行\n\u{0}\u{2028}\"'\\ 👩‍👩‍👧‍👦"
        entry.summary = "s"
        entry.externalURL = "https://example.com/x"
        entry.authors = [Author(name: "名前", url: "https://example.jp/a")]
        entry.attachments = [Attachment(url: "https://example.org/a.mp3", mimeType: "audio/mpeg", sizeInBytes: .max)]
        entry.extensions = ["_podcast": ["season": 2, "notes": ["a", nil]]]
        let numbers = try await bench.arrive([.kept(entry)])
        entry.tributary = TributaryExtension(
            feed: FeedReference(id: "feed", title: "A feed"), firstSeen: .noon, number: numbers[0])
        #expect(try await bench.store.entries(numbers) == [entry])
        try await bench.routeAll()
        #expect(try await bench.store.entries(numbers) == [entry])
        #expect(try await bench.cached() == [entry])
    }

    @Test("whole entries come in the order asked for, without those that have no text")
    func entriesInOrder() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive([.kept(.sample("1")), .dropped(.sample("2")), .kept(.sample("3"))])
        let entries = try await bench.store.entries([numbers[2], 99, numbers[1], numbers[0], numbers[2]])
        #expect(entries.map(\.id) == ["3", "1", "3"])
    }

    @Test("the user's name for a subscription stands before the feed's title, also in entries stored earlier")
    func userName() async throws {
        var bench = try await Bench()
        try await bench.arrive([.kept(.sample("1"))])
        try await bench.routeAll()
        #expect(try await bench.cached().first?.tributary?.feed.title == "A feed")
        try await bench.begin(feeds: [.init(key: "feed", name: "My name")])
        #expect(try await bench.cached().first?.tributary?.feed.title == "My name")
        try await bench.begin(feeds: [.init(key: "feed")])
        #expect(try await bench.cached().first?.tributary?.feed.title == "A feed")
    }
}

extension EntryKey {
    static func id(of id: String) -> EntryKey { EntryKey(.id, .of(id)) }
}
