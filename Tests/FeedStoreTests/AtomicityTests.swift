import FeedModel
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("The store's transactions")
struct AtomicityTests {
    @Test("a full disk is named, and of the arrivals nothing is written; with room again the next call works")
    func full() async throws {
        let folder = try TemporaryFolder()
        let bench = try await Bench(try SQLiteStore(path: folder("x.db")))
        try await bench.arrive([.kept(.sample("0"))])
        try await bench.store.run("PRAGMA max_page_count = 1")
        let text = String(repeating: "long ", count: 2_000)
        let entries = (1...200).map { ArrivingEntry.kept(.sample("\($0)", text: text)) }
        let failure = await #expect(throws: StoreFailure.self) { try await bench.arrive(entries) }
        #expect(failure?.kind == .full)
        #expect(failure?.message.hasPrefix("\(folder("x.db")): the disk is full; ") == true)
        #expect(failure?.message.contains("long") == false)
        #expect(try await bench.arrivedNumbers() == [1])
        #expect(try await bench.store.ledger(of: bench.feed(), matching: [.id(of: "1")]).rows.isEmpty)
        #expect(try await bench.store.ledger(of: bench.feed(), matching: []).lastReading == 1)
        try await bench.store.run("PRAGMA max_page_count = 1000000")
        #expect(try await bench.arrive(entries).first == 2)
    }

    /// A call, and a table on which a write late in its transaction fails.
    enum FailingCall: String, CaseIterable {
        case arrive = "verdict"
        case route = "memory"
        case confirm = "sink"
    }

    @Test("a call that fails late has changed nothing", arguments: FailingCall.allCases)
    func rollback(_ call: FailingCall) async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive([.kept(.sample("1")), .kept(.sample("2"))])
        try await bench.store.route(.keeping([numbers[0]], to: [bench.sink()]), at: .noon)
        let before = try await bench.store.contents()
        try await bench.store.run(
            """
            CREATE TEMP TRIGGER first BEFORE INSERT ON main.\(call.rawValue)
                BEGIN SELECT RAISE(FAIL, 'broken on purpose'); END;
            CREATE TEMP TRIGGER second BEFORE UPDATE ON main.\(call.rawValue)
                BEGIN SELECT RAISE(FAIL, 'broken on purpose'); END;
            """)
        var routing = Routing.keeping([numbers[1]], to: [bench.sink()])
        routing.memories = [.init(stage: "dedupe", key: 1, number: numbers[1])]
        let pending = try await bench.pending()
        let failure = await #expect(throws: StoreFailure.self) {
            switch call {
            case .arrive: try await bench.arrive([.kept(.sample("3")), .dropped(.sample("4"))])
            case .route: try await bench.store.route(routing, at: .noon)
            case .confirm: try await bench.confirm(pending, mark: SinkMark("new"))
            }
        }
        #expect(failure?.message.contains("broken on purpose") == true)
        #expect(try await bench.store.contents() == before)
        try await bench.store.run("DROP TRIGGER first; DROP TRIGGER second")
        try await bench.store.route(routing, at: .noon)
        #expect(try await bench.pending().count == 2)
    }

    @Test("an arrival for a subscription or an entry that is not there fails without a trace")
    func brokenPromise() async throws {
        let bench = try await Bench(feeds: ["a", "b"])
        let number = try await bench.arrive([.kept(.sample("1"))], feed: "a")[0]
        let before = try await bench.store.contents()
        for (feed, known) in [("missing", nil), ("b", number), ("a", 99)] as [(String, Int64?)] {
            await #expect(throws: StoreFailure.self) {
                try await bench.arrive([.kept(.sample("2")), .kept(.sample("1"), number: known)], feed: feed)
            }
        }
        #expect(try await bench.store.contents() == before)
    }

    @Test("a delivery to a sink, or of an entry, that is not there fails without a trace")
    func brokenReferences() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive([.kept(.sample("1"))])
        let before = try await bench.store.contents()
        for delivery in [(numbers[0], SinkID(row: 99)), (99, bench.sink())] {
            var routing = Routing.keeping(numbers)
            routing.deliveries = [.init(number: delivery.0, sink: delivery.1)]
            await #expect(throws: StoreFailure.self) { try await bench.store.route(routing, at: .noon) }
        }
        #expect(try await bench.store.contents() == before)
    }

    @Test("a delivery whose text is gone is ended and stands in nobody's way")
    func void() async throws {
        let bench = try await Bench()
        let numbers = try await bench.arrive([.kept(.sample("1")), .kept(.sample("2"))])
        try await bench.store.route(.keeping(numbers, to: [bench.sink()]), at: .noon)
        try await bench.store.run("DELETE FROM entry WHERE number = \(numbers[0])")
        #expect(try await bench.pending().map(\.entry.id) == ["2"])
        #expect(try await bench.store.pendingPositions(of: bench.sink()).count == 1)
        #expect(try await bench.store.contents().contains("receipt: \(numbers[0])|\(bench.sink().row)|0|1|"))
    }
}

extension SQLiteStore {
    func run(_ script: String) throws(StoreFailure) {
        try database.run(script: script)
    }

    /// Everything that the store holds, row by row, as text; blobs by their length.
    func contents() throws -> String {
        let tables = try database.statement("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            .all { $0.text() }
        var lines: [String] = []
        for table in tables {
            let columns = try database.statement("SELECT name FROM pragma_table_info('\(table)')").all { $0.text() }
            let row = columns.map { "ifnull(\($0), '')" }.joined(separator: " || '|' || ")
            lines += try database.statement("SELECT \(row) FROM \(table) ORDER BY 1").all { "\(table): " + $0.text() }
        }
        return lines.joined(separator: "\n")
    }
}
