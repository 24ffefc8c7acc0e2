import FeedModel
import FeedText
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("Searching")
struct SearchTests {
    private static let texts = [
        "1": "柱時計の設計図をSwiftで描く。建設は来春から",
        "2": "ﾊﾝｶｸのカタカナと ＺＥＮＫＡＫＵ の英字",
        "3": "A clock tower, its bell and the café next door; naïve tourists &amp; trains",
        "4": "The bell tower clock. C++ and e-mail: don't panic 🚲",
        "5": "<b>設</b>計という二文字が<br>タグで切れている",
    ]

    private static func bench(indexing: Bool = true) async throws -> Bench {
        let bench = try await Bench()
        try await bench.arrive(
            texts.sorted { $0.key < $1.key }.enumerated().map { place, text in
                .kept(.sample(text.key, title: "見出し \(text.key)", text: text.value), place: place)
            })
        try await bench.routeAll()
        if indexing { _ = try await bench.store.indexEntries(atMost: 100, patience: 0) }
        return bench
    }

    private func found(_ text: String, in bench: Bench) async throws -> [String] {
        try await bench.store.search(for: SearchQuery(text), matching: ArchiveQuery()).map(\.id).sorted()
    }

    @Test("what was typed finds what readers would expect")
    func queries() async throws {
        let bench = try await Self.bench()
        let cases: [(String, [String])] = [
            ("設計", ["1", "5"]), ("設計図", ["1"]), ("設", ["1", "5"]), ("図", ["1"]), ("計設", []), ("Swift", ["1"]),
            ("ｓｗｉｆｔ", ["1"]), ("swiftで", ["1"]), ("swif", []), ("swif*", ["1"]), ("はんかく", []), ("ハンカク", ["2"]),
            ("ﾊﾝｶｸ", ["2"]), ("zenkaku", ["2"]), ("カタカナ　英字", ["2"]), ("clock tower", ["3", "4"]),
            ("\"clock tower\"", ["3"]), ("\"tower clock\"", ["4"]), ("“tower clock”", ["4"]), ("bell -café", ["4"]),
            ("bell －cafe", ["4"]), ("cafe", ["3"]), ("CAFÉ", ["3"]), ("naive", ["3"]), ("trains", ["3"]), ("amp", []),
            ("c++", ["4"]), ("don't", ["4"]), ("e-mail", ["4"]), ("🚲", ["4"]), ("見出し", ["1", "2", "3", "4", "5"]),
            ("見出し -設計", ["2", "3", "4"]), ("\"設計図 swift\"", []), ("二文字が", ["5"]), ("tower -\"clock tower\"", ["4"]),
            ("来春から", ["1"]), ("br", []), ("\"bell", ["3", "4"]),
        ]
        for (text, expected) in cases { #expect(try await found(text, in: bench) == expected, "\(text)") }
    }

    @Test("no text that is typed is taken for the syntax of the index")
    func hostileQueries() async throws {
        let bench = try await Self.bench()
        let many = (0..<1_500).map { "w\($0) -v\($0)" }.joined(separator: " ")
        for text in [
            "", "\"", "\"\"", "-", "--", "*", "AND", "OR NOT", "NEAR(a b)", "title:設計", "a^b", "{a b} : c", "(((", ")",
            "a\" OR \"b", "bell*clock", "'; DROP TABLE search; --", "\0", "a\0b", "\\", "+", many,
            String(repeating: "設計", count: 3_000), "🏳️‍🌈", "\u{301}", "é\u{301}", "-設計",
        ] { _ = try await found(text, in: bench) }
        #expect(SearchQuery("-設計").isEmpty)
        #expect(try await found("title:設計", in: bench) == [])
    }

    @Test("a word in the title counts more, a shorter text too, and of equals the newer comes first")
    func ranking() async throws {
        let bench = try await Bench()
        let filler = (0..<60).map { "word\($0)" }.joined(separator: " ")
        let entries: [Entry] = [
            .sample("long", title: "Nothing", published: .noon.days(-1), text: "clock " + filler),
            .sample("short", title: "Nothing", published: .noon.days(-9), text: "clock"),
            .sample("old twin", title: "Twin", published: .noon.days(-8), text: "clock twice: clock"),
            .sample("new twin", title: "Twin", published: .noon.days(-7), text: "clock twice: clock"),
            .sample("title", title: "The clock", published: .noon.days(-20), text: "A text about it"),
        ]
        try await bench.arrive(entries.map { .kept($0) })
        try await bench.routeAll()
        _ = try await bench.store.indexEntries(atMost: 100, patience: 0)
        let found = try await bench.store.search(for: SearchQuery("clock"), matching: ArchiveQuery()).map(\.id)
        #expect(found == ["title", "new twin", "old twin", "short", "long"])
    }

    @Test("what is asked of the cache is asked of what is found")
    func filters() async throws {
        let bench = try await Self.bench()
        _ = try await bench.store.mark(.numbers([5]), .read, at: .noon)
        var query = ArchiveQuery(subscriptions: [bench.feed()])
        query.isUnread = true
        #expect(try await bench.store.search(for: SearchQuery("設計"), matching: query).map(\.id) == ["1"])
        query.tags = ["no such"]
        #expect(try await bench.store.search(for: SearchQuery("設計"), matching: query).isEmpty)
        query = ArchiveQuery()
        query.until = .noon.days(-1)
        #expect(try await bench.store.search(for: SearchQuery("設計"), matching: query).isEmpty)
    }

    @Test("the index is filled a part at a time, newest first, and says what it lacks")
    func filling() async throws {
        let bench = try await Self.bench(indexing: false)
        #expect(try await bench.store.unindexedCount() == 5)
        #expect(try await found("見出し", in: bench) == [])
        #expect(try await bench.store.indexEntries(atMost: 2, patience: 0) == 2)
        #expect(try await found("見出し", in: bench) == ["4", "5"])
        #expect(try await bench.store.indexEntries(atMost: 100, patience: 0) == 3)
        #expect(try await bench.store.indexEntries(atMost: 100, patience: 0) == 0)
        #expect(try await bench.store.unindexedCount() == 0)
    }

    @Test("what is revised or pruned leaves the index without a trace")
    func leaving() async throws {
        let bench = try await Self.bench()
        let size = try await bench.store.indexSize()
        try await bench.arrive([.kept(.sample("1", text: "灯台の話"), number: 1, hash: 2, isRevision: true)])
        #expect(try await found("設計図", in: bench) == ["1"])
        try await bench.routeAll()
        #expect(try await found("設計図", in: bench) == [])
        #expect(try await bench.store.unindexedCount() == 1)
        _ = try await bench.store.indexEntries(atMost: 100, patience: 0)
        #expect(try await found("灯台", in: bench) == ["1"])
        try await bench.arrive([], at: .noon.days(2))
        try await bench.store.prune([bench.feed(): Retention(keepCount: 0)], at: .noon.days(2))
        #expect(try await found("見出し", in: bench) == [])
        #expect(size == 5)
        #expect(try await bench.store.indexSize() == 0)
        try await bench.store.checkIndex()
    }

    @Test("an entry that another feed brings too stays in the index with its text")
    func merges() async throws {
        let bench = try await Self.bench()
        var routing = Routing()
        routing.contacts = [(bench.feed(), bench.sink())]
        routing.merges = [.init(feed: FeedReference(id: "elsewhere"), target: 1)]
        try await bench.store.route(routing, at: .noon)
        _ = try await bench.store.indexEntries(atMost: 100, patience: 0)
        #expect(try await found("設計図", in: bench) == ["1"])
        try await bench.store.checkIndex()
    }

    @Test("an index of texts of another version is made anew")
    func versions() async throws {
        let folder = try TemporaryFolder()
        do {
            let bench = try await Bench(try SQLiteStore(path: folder("x.db")))
            try await bench.arrive([.kept(.sample("1", text: "設計"))])
            try await bench.routeAll()
            _ = try await bench.store.indexEntries(atMost: 100, patience: 0)
        }
        try Connection(opening: folder("x.db")).run(
            script: "UPDATE state SET value = 0 WHERE name = 'search version'")
        let store = try SQLiteStore(path: folder("x.db"))
        #expect(try await store.unindexedCount() == 1)
        #expect(try await store.search(for: SearchQuery("設計"), matching: ArchiveQuery()).isEmpty)
        #expect(try await store.indexEntries(atMost: 100, patience: 0) == 1)
        #expect(try await store.search(for: SearchQuery("設計"), matching: ArchiveQuery()).count == 1)
    }
}

extension SQLiteStore {
    /// How many entries the index has the length of.
    fileprivate func indexSize() throws -> Int64? {
        try database.statement("SELECT count(*) FROM search_docsize").first { $0.integer() }
    }

    /// Has FTS5 hold the index against itself.
    fileprivate func checkIndex() throws {
        try database.run(script: "INSERT INTO search (search) VALUES ('integrity-check')")
    }
}
