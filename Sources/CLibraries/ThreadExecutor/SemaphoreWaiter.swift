internal import Glibc

/// Sleeps until woken: the waiter of an executor that waits for jobs only.
///
/// `@unchecked Sendable`: the pointer never changes, and POSIX semaphores may be used from any thread.
@safe final class SemaphoreWaiter: ExecutorWaiter, @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        unsafe semaphore = .allocate(capacity: 1)
        let status = unsafe sem_init(semaphore, 0, 0)
        precondition(status == 0, "cannot make a semaphore")
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    func wait() {
        // An interruption by a signal returns early, which the caller allows.
        _ = unsafe sem_wait(semaphore)
    }

    func wake() {
        _ = unsafe sem_post(semaphore)
    }
}
