internal import Glibc
internal import Synchronization
internal import ThreadExecutor

/// A server whose sockets are polled on its executor's thread.
protocol PolledServer: Actor {
    /// Says what to wait for, and for how long at most, in milliseconds; -1 is for ever.
    func preparePoll(_ polled: inout [pollfd]) -> Int32

    /// Does what can be done now.
    func handle(_ polled: ArraySlice<pollfd>)
}

/// Waits for the server's sockets instead of sleeping; a pipe wakes it.
///
/// `server` is set once, before any other thread can know of it, and read only on the executor's thread.
final class PollWaiter<Server: PolledServer>: ExecutorWaiter {
    private let pipe: (reading: Int32, writing: Int32)
    private let link = Mutex(Link())

    private struct Link {
        weak var server: Server?
    }

    var server: Server? {
        get { link.withLock { $0.server } }
        set { link.withLock { $0.server = newValue } }
    }

    init() throws(OriginError) {
        var ends: [Int32] = [0, 0]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw OriginError("cannot make a pipe", errno: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        pipe = (ends[0], ends[1])
    }

    deinit {
        close(pipe.reading)
        close(pipe.writing)
    }

    func wait() {
        var polled = [pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)]
        let timeout = server?.assumeIsolated { $0.preparePoll(&polled) } ?? -1
        guard unsafe poll(&polled, nfds_t(polled.count), timeout) >= 0 else { return }
        if polled[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 256)
            while unsafe read(pipe.reading, &bytes, bytes.count) > 0 {}
        }
        let others = polled.dropFirst()
        server?.assumeIsolated { $0.handle(others) }
    }

    func wake() {
        var byte: UInt8 = 0
        _ = unsafe write(pipe.writing, &byte, 1)
    }
}
