import FeedModel
import FeedStore
import Foundation
import Testing
import TributaryEngine

@Suite("The run lock")
struct RunLockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a second run waits, then is told who holds the lock, and gets it when the first is done")
    func exclusion() async throws {
        let first = try SQLiteStore(path: folder("x.db"))
        let second = try SQLiteStore(path: folder("x.db"))
        try await first.lockRuns(waiting: 0)
        try await first.lockRuns(waiting: 0)
        let failure = await #expect(throws: StoreFailure.self) { try await second.lockRuns(waiting: 0) }
        #expect(failure?.kind == .locked)
        let message = try #require(failure?.message)
        #expect(message.hasPrefix("\(folder("x.db")): another run (process \(getpid()), since 20"))
        #expect(message.hasSuffix(") is using the store; wait for its end and try again"))
        async let waiting: Void = second.lockRuns(waiting: 60)
        await first.unlockRuns()
        try await waiting
        await #expect(throws: StoreFailure.self) { try await first.lockRuns(waiting: 0) }
        await second.unlockRuns()
        try await first.lockRuns(waiting: 0)
    }

    @Test("one database has one lock, whatever links it is reached by, also before it is there")
    func links() async throws {
        let all = FileManager.default
        try all.createDirectory(atPath: folder("real"), withIntermediateDirectories: true)
        try all.createSymbolicLink(atPath: folder("linked"), withDestinationPath: "real")
        try all.createSymbolicLink(atPath: folder("y.db"), withDestinationPath: "real/x.db")
        let first = try SQLiteStore(path: folder("linked/x.db"))
        try await first.lockRuns(waiting: 0)
        for path in ["real/x.db", "y.db", "real/../linked/x.db"] {
            let second = try SQLiteStore(path: folder(path))
            let failure = await #expect(throws: StoreFailure.self) { try await second.lockRuns(waiting: 0) }
            #expect(failure?.kind == .locked)
        }
    }

    @Test("short transactions of another process go on while a run holds the lock")
    func noOtherCallWaits() async throws {
        let running = try await Bench(try SQLiteStore(path: folder("x.db")))
        try await running.store.lockRuns(waiting: 0)
        try await running.arrive([.kept(.sample("1"))])
        let other = try await Bench(try SQLiteStore(path: folder("x.db")))
        #expect(try await other.arrivedNumbers() == [1])
        try await other.routeAll()
        #expect(try await running.cached().count == 1)
    }

    @Test("what a dead run left in the lock's file means nothing")
    func stale() async throws {
        try Data("1 2020-01-01 00:00:00\n".utf8).write(to: URL(fileURLWithPath: folder("x.db.lock")))
        let store = try SQLiteStore(path: folder("x.db"))
        try await store.lockRuns(waiting: 0)
        #expect(try String(contentsOfFile: folder("x.db.lock"), encoding: .utf8).hasPrefix("\(getpid()) "))
        await store.unlockRuns()
        #expect(try String(contentsOfFile: folder("x.db.lock"), encoding: .utf8) == "")
    }

    @Test("it is free at once when it is let go of, also while a child that is being started shares its file")
    func shared() async throws {
        let first = try SQLiteStore(path: folder("x.db"))
        let second = try SQLiteStore(path: folder("x.db"))
        try await first.lockRuns(waiting: 0)
        let all = FileManager.default
        let files = try all.contentsOfDirectory(atPath: "/proc/self/fd").filter {
            (try? all.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == folder("x.db.lock")
        }
        let file = try #require(files.first)
        let shared = dup(try #require(Int32(file)))
        defer { close(shared) }
        await first.unlockRuns()
        try await second.lockRuns(waiting: 0)
    }

    @Test("a run that is cancelled does not wait on")
    func cancellation() async throws {
        let first = try SQLiteStore(path: folder("x.db"))
        let second = try SQLiteStore(path: folder("x.db"))
        try await first.lockRuns(waiting: 0)
        let waiting = Task { try await second.lockRuns(waiting: 3_600) }
        waiting.cancel()
        await #expect(throws: StoreFailure.self) { try await waiting.value }
    }

    @Test("a store in memory has no lock to wait for")
    func inMemory() async throws {
        let store = try SQLiteStore()
        try await store.lockRuns(waiting: 0)
        try await store.lockRuns(waiting: 0)
        await store.unlockRuns()
    }
}
