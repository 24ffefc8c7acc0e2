import FeedModel
import Testing
import TributaryEngine
import TributaryPluginKit

@testable import FeedStore

@Suite("Earlier revisions")
struct EarlierRevisionTests {
    private static func bench() async throws -> Bench {
        let bench = try await Bench()
        try await bench.arrive([.kept(.sample("1", text: "0"))])
        try await bench.routeAll()
        return bench
    }

    private func revise(_ bench: Bench, _ revision: Int64, onUpdate: RevisionPolicy = .replace) async throws {
        let entry = Entry.sample("1", text: "\(revision)")
        try await bench.arrive([
            .kept(entry, number: 1, hash: UInt64(revision + 1), isRevision: true, onUpdate: onUpdate)
        ])
        try await bench.routeAll(at: .noon.days(revision))
    }

    private func texts(_ bench: Bench) async throws -> [String?] {
        try await bench.store.revisions(of: 1).map(\.entry?.contentHTML)
    }

    @Test("every kept form of an entry stays with its time, the first with the time it was first seen")
    func history() async throws {
        let bench = try await Self.bench()
        #expect(try await texts(bench) == ["<p>0</p>"])
        for revision in 1...3 { try await revise(bench, Int64(revision)) }
        let revisions = try await bench.store.revisions(of: 1)
        #expect(revisions.map(\.revision) == [0, 1, 2, 3])
        #expect(revisions.map(\.entry?.contentHTML) == (0...3).map { "<p>\($0)</p>" })
        #expect(revisions.map(\.date?.seconds) == (0...3).map { Timestamp.noon.days($0).seconds })
    }

    @Test("a revision that is ignored or dropped is no form that the entry had")
    func unkept() async throws {
        let bench = try await Self.bench()
        try await revise(bench, 1, onUpdate: .ignore)
        try await bench.arrive([.dropped(.sample("1"), number: 1, hash: 3)])
        try await revise(bench, 3)
        #expect(try await texts(bench) == ["<p>0</p>", "<p>3</p>"])
    }

    @Test("the forms of an entry go with it, and are not without end")
    func bounds() async throws {
        let bench = try await Self.bench()
        for revision in 1...(RevisionTable.limit + 5) { try await revise(bench, Int64(revision)) }
        #expect(try await texts(bench).count == RevisionTable.limit + 1)
        try await bench.arrive([], at: .noon.days(200))
        try await bench.store.prune([bench.feed(): Retention(keepCount: 0)], at: .noon.days(200))
        #expect(try await bench.store.revisionRows() == 0)
        #expect(try await texts(bench).isEmpty)
    }

    @Test("without a cache no earlier form is kept")
    func withoutCache() async throws {
        let bench = try await Bench()
        try await bench.arrive([.kept(.sample("1"))])
        try await bench.routeAll(caching: false)
        try await bench.arrive([.kept(.sample("1", text: "1"), number: 1, hash: 2)])
        try await bench.routeAll(to: ["mail"], caching: false)
        try await bench.confirm(try await bench.pending())
        #expect(try await bench.store.revisionRows() == 0)
    }

    @Test("texts come out of their compressed form as they went in", arguments: [0, 1, 100, 1_000_000])
    func compression(size: Int) throws {
        let text = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 1_000) }
        let made = CompressedText(text.span)
        let compressed = try #require(made)
        #expect(compressed.expanded == text)
        #expect(CompressedText(size: size + 1, bytes: compressed.bytes).expanded == nil)
        #expect(CompressedText(size: size, bytes: Array(compressed.bytes.dropLast())).expanded == nil)
        #expect(CompressedText(size: .max, bytes: compressed.bytes).expanded == nil)
        #expect(CompressedText(size: -1, bytes: compressed.bytes).expanded == nil)
    }
}

extension SQLiteStore {
    fileprivate func revisionRows() throws -> Int64? {
        try database.statement("SELECT count(*) FROM revision").first { $0.integer() }
    }
}
