import CLinux
import Glibc
import Synchronization
import ThreadExecutor

/// What the thread of ``ChildProcesses`` does while it has no job: it waits for pipes, for ends and for the clock.
final class PollWaiter: ExecutorWaiter {
    private struct Link {
        weak var table: ChildProcesses?
    }

    private let link = Mutex(Link())
    private let ready = Mutex<[pollfd]>([])
    private let wakeEnd: Int32
    private let ownEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        let status = unsafe pipe2(&ends, O_CLOEXEC)
        precondition(status == 0, "cannot make a pipe")
        ownEnd = ends[0]
        wakeEnd = ends[1]
        for end in ends { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    }

    deinit {
        close(ownEnd)
        close(wakeEnd)
    }

    /// The table that this waits for; not owned.
    var table: ChildProcesses? {
        get { link.withLock { $0.table } }
        set { link.withLock { $0.table = newValue } }
    }

    func wait() {
        let last = ready.withLock { $0 }
        // The table is held only while it works, so that the thread does not keep it alive.
        let plan = table?.assumeIsolated { $0.drive(last) }
        var descriptors = [pollfd(fd: ownEnd, events: Int16(POLLIN), revents: 0)] + (plan?.descriptors ?? [])
        let count = unsafe poll(&descriptors, nfds_t(descriptors.count), plan?.timeout ?? 60_000)
        if descriptors[0].revents != 0 { drain() }
        ready.withLock { $0 = count > 0 ? Array(descriptors.dropFirst()) : [] }
    }

    func wake() {
        var byte: UInt8 = 0
        _ = unsafe write(wakeEnd, &byte, 1)
    }

    private func drain() {
        var bytes: [UInt8] = Array(repeating: 0, count: 64)
        while unsafe read(ownEnd, &bytes, bytes.count) > 0 {}
    }
}
