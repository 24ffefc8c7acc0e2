internal import Glibc
internal import Synchronization

/// The jobs of one executor; shared by it and its thread, so that the thread can outlive the executor by a moment.
final class JobQueue: Sendable {
    private struct State {
        var jobs: [UnownedJob] = []
        /// Held as long as jobs wait, since a job refers to its executor without owning it.
        var executor: ThreadExecutor?
        var isClosed = false
    }

    let name: String
    private let state = Mutex(State())
    private let waiter: any ExecutorWaiter

    init(name: String, waiter: any ExecutorWaiter) {
        self.name = name
        self.waiter = waiter
    }

    func append(_ job: UnownedJob, for executor: ThreadExecutor) {
        let wasEmpty = state.withLock { state in
            state.jobs.append(job)
            state.executor = executor
            return state.jobs.count == 1
        }
        if wasEmpty { waiter.wake() }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        waiter.wake()
    }

    /// The thread's whole life.
    func runUntilClosed() {
        nameThread()
        var batch: [UnownedJob] = []
        while let executor = takeAll(into: &batch) {
            guard let executor else {
                waiter.wait()
                continue
            }
            for job in batch {
                unsafe job.runSynchronously(on: executor.asUnownedSerialExecutor())
            }
        }
    }
}

// MARK: - Private

extension JobQueue {
    /// Names the calling thread; `pthread_setname_np` is not visible in Swift, and without a name nothing is lost.
    private func nameThread() {
        let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        let bytes = Array(name.utf8.prefix(15))
        _ = unsafe write(file, bytes, bytes.count)
        Glibc.close(file)
    }

    /// Moves all waiting jobs into `batch`; nil when closed, an inner nil when there was none.
    private func takeAll(into batch: inout [UnownedJob]) -> ThreadExecutor?? {
        batch.removeAll(keepingCapacity: true)
        return state.withLock { state in
            guard !state.jobs.isEmpty else { return state.isClosed ? .none : .some(nil) }
            swap(&state.jobs, &batch)
            defer { state.executor = nil }
            return .some(state.executor)
        }
    }
}
