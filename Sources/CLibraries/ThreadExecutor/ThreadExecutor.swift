internal import Glibc
internal import Synchronization

/// A serial executor with a thread of its own, for actors whose work waits in C (SQLite, libcurl, poll).
///
/// Jobs run one after the other, in the order in which they were enqueued, and never on the cooperative pool. An actor
/// uses it by holding it and having `unownedExecutor` return `unsafe executor.asUnownedSerialExecutor()`; several may share
/// one. A job that has been enqueued keeps the executor alive until it has run. The thread ends when the executor is
/// released: `deinit` waits for it, unless the last release happens on that thread itself.
public final class ThreadExecutor: SerialExecutor {
    private let queue: JobQueue
    private let thread: pthread_t

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: shown by debuggers and in `/proc`; the first 15 bytes count.
    ///   - waiter: what the thread does while it has no job; without one it sleeps.
    public init(name: String, waiter: (any ExecutorWaiter)? = nil) {
        let queue = JobQueue(name: name, waiter: waiter ?? SemaphoreWaiter())
        self.queue = queue
        self.thread = Self.startThread(serving: queue)
    }

    deinit {
        // No job is left: each one held the executor. So the thread is waiting, or it is the one that runs this.
        queue.close()
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    /// Puts a job at the end of the queue and wakes the thread; called by the runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        queue.append(UnownedJob(job), for: self)
    }

    /// The reference that an actor returns as its `unownedExecutor`.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    /// Whether the caller runs on this executor's thread, where alone its actors' state may be touched.
    public func isIsolatingCurrentContext() -> Bool? {
        pthread_equal(thread, pthread_self()) != 0
    }

    /// Traps unless the caller runs on this executor's thread.
    public func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "not on the executor's thread")
    }
}

/// What a thread executor's thread does while it has no job.
///
/// An owner that has to wait for something else too (sockets) does so here, on the thread on which its actor is
/// isolated (`assumeIsolated` works), but outside any job.
public protocol ExecutorWaiter: Sendable {
    /// Blocks until `wake` has been called since the last return, or there was something else to do.
    ///
    /// A `wake` that comes before `wait` must not be lost. Returning early is allowed.
    func wait()

    /// Makes the current or the next `wait` return; called from any thread.
    func wake()
}

// MARK: - Private

extension ThreadExecutor {
    private static func startThread(serving queue: JobQueue) -> pthread_t {
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(queue).toOpaque()
        let error = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<JobQueue>.fromOpaque(argument).takeRetainedValue().runUntilClosed()
                return nil
            }, argument)
        precondition(error == 0, "cannot start thread \(queue.name): error \(error)")
        return thread
    }
}
