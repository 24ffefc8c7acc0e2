import Foundation
import Synchronization
import Testing
@testable import ThreadExecutor

@Suite struct ThreadExecutorTests {
    @Test("an actor runs on the executor's thread, also after it has waited elsewhere")
    func isolation() async {
        let actor = Recorder(ThreadExecutor(name: "isolation"))
        let first = await actor.threadName()
        let second = await actor.threadNameAfterWaiting()
        #expect(first == "isolation")
        #expect(second == "isolation")
    }

    @Test("actors on one executor share its thread and see each other as isolated")
    func sharedThread() async {
        let executor = ThreadExecutor(name: "shared")
        let actors = (0..<50).map { _ in Recorder(executor) }
        var names: Set<String> = []
        for actor in actors { names.insert(await actor.threadName()) }
        #expect(names == ["shared"])
        #expect(await actors[0].canAssume(actors[1]))
    }

    @Test("jobs run in the order in which they were enqueued")
    func order() async {
        let actor = Recorder(ThreadExecutor(name: "order"))
        for number in 0..<1_000 {
            await actor.append(number)
        }
        #expect(await actor.numbers == Array(0..<1_000))
    }

    @Test("calls from many tasks lose nothing and exclude each other")
    func exclusion() async {
        let actor = Recorder(ThreadExecutor(name: "exclusion"))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<2_000 {
                group.addTask { await actor.append(number) }
            }
        }
        #expect(await actor.numbers.sorted() == Array(0..<2_000))
    }

    @Test("the thread has ended once the executor is released")
    func end() async {
        let (ended, whenReleased) = AsyncStream<Void>.makeStream()
        do {
            let actor = Recorder(ThreadExecutor(name: "end", waiter: ProbeWaiter(whenReleased)))
            #expect(await actor.threadName() == "end")
        }
        for await _ in ended {}
    }

    @Test("a last release on the executor's own thread ends the thread too")
    func endFromWithin() async {
        for number in 0..<100 {
            let (ended, whenReleased) = AsyncStream<Void>.makeStream()
            Task { await Recorder(ThreadExecutor(name: "within", waiter: ProbeWaiter(whenReleased))).append(number) }
            for await _ in ended {}
        }
    }

    @Test("an executor that never had a job ends its thread")
    func endUnused() async {
        let (ended, whenReleased) = AsyncStream<Void>.makeStream()
        _ = ThreadExecutor(name: "unused", waiter: ProbeWaiter(whenReleased))
        for await _ in ended {}
    }

    @Test("the waiter waits on the executor's thread only, and a job wakes it")
    func waiter() async {
        let (_, whenReleased) = AsyncStream<Void>.makeStream()
        let waiter = ProbeWaiter(whenReleased)
        let actor = Recorder(ThreadExecutor(name: "waiter", waiter: waiter))
        for number in 0..<100 { await actor.append(number) }
        #expect(await actor.numbers.count == 100)
        #expect(waiter.threads.withLock { $0 } == ["waiter"])
    }
}

private actor Recorder {
    private(set) var numbers: [Int] = []
    private let executor: ThreadExecutor

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(_ executor: ThreadExecutor) {
        self.executor = executor
    }

    func append(_ number: Int) {
        numbers.append(number)
    }

    func threadName() -> String {
        currentThreadName()
    }

    func threadNameAfterWaiting() async -> String {
        await Task.yield()
        await Task { @concurrent in }.value
        return currentThreadName()
    }

    /// Whether the other actor's state may be touched from here without waiting.
    func canAssume(_ other: Recorder) -> Bool {
        other.assumeIsolated { $0.numbers.isEmpty }
    }
}

/// Notes on which threads it waits, and finishes a stream when the last owner lets go of it.
private final class ProbeWaiter: ExecutorWaiter {
    let threads = Mutex<Set<String>>([])
    private let sleeper = SemaphoreWaiter()
    private let whenReleased: AsyncStream<Void>.Continuation

    init(_ whenReleased: AsyncStream<Void>.Continuation) {
        self.whenReleased = whenReleased
    }

    deinit { whenReleased.finish() }

    func wait() {
        threads.withLock { _ = $0.insert(currentThreadName()) }
        sleeper.wait()
    }

    func wake() {
        sleeper.wake()
    }
}

private func currentThreadName() -> String {
    let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
    return name.map { String($0.dropLast()) } ?? "unknown"
}
