import Glibc
import ThreadExecutor

/// The signals that ask the process to end: SIGINT and SIGTERM, awaited instead of suffered.
///
/// The first one is handed to whoever waits, so that what is whole can be committed; a second one ends the process.
public actor EndSignals {
    /// A signal that asks the process to end.
    public enum Name: Sendable {
        /// From the keyboard.
        case interrupt
        /// From another process.
        case terminate
    }

    private let executor = ThreadExecutor(name: "signals")

    /// Takes the signals from now on.
    public init() {
        for signal in [SIGINT, SIGTERM] {
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = { signalPipe.send(UInt8(truncatingIfNeeded: $0)) }
            action.sa_flags = SA_RESTART | Int32(bitPattern: UInt32(SA_RESETHAND))
            _ = unsafe sigaction(signal, &action, nil)
        }
    }

    /// The thread that waits.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Waits for a signal; nil once ``stopWaiting()`` was called.
    public func next() -> Name? {
        switch Int32(signalPipe.receive()) {
        case SIGINT: .interrupt
        case SIGTERM: .terminate
        default: nil
        }
    }

    /// Waits for ``stopWaiting()``, whatever signals come; false once that has taken too long.
    public func isStopped(within limit: Duration) -> Bool {
        let end = ContinuousClock.now + limit
        while signalPipe.canReceive(until: end) {
            if signalPipe.receive() == 0 { return true }
        }
        return false
    }

    /// Lets ``next()`` return without a signal.
    public nonisolated func stopWaiting() {
        signalPipe.send(0)
    }
}

/// The way from a signal handler, which may do next to nothing, to the thread that waits.
///
/// A constant of the process, since handlers belong to the process and cannot be handed anything.
private let signalPipe = SignalPipe()

private struct SignalPipe: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        readEnd = ends[0]
        writeEnd = ends[1]
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    func send(_ byte: UInt8) {
        var byte = byte
        _ = unsafe write(writeEnd, &byte, 1)
    }

    func canReceive(until end: ContinuousClock.Instant) -> Bool {
        while true {
            let left = (end - ContinuousClock.now) / .milliseconds(1)
            var file = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
            let count = unsafe poll(&file, 1, Int32(max(left.rounded(.up), 0)))
            if count > 0 { return true }
            if count == 0 || errno != EINTR { return false }
        }
    }

    func receive() -> UInt8 {
        var byte: UInt8 = 0
        while unsafe read(readEnd, &byte, 1) < 0, errno == EINTR {}
        return byte
    }
}
