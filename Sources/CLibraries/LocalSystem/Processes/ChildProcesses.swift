import Glibc
import Synchronization
import ThreadExecutor

/// Many child processes on one thread: what they are sent and what they say, how long they may be silent, and their end.
///
/// Calls only note what is wanted; `drive`, which the thread calls whenever no job of this actor runs, moves the bytes,
/// looks at the clock and takes leave of the dead. A child that is ended is ended with its process group, and always
/// waited for.
public actor ChildProcesses {
    /// Names one child of this table.
    public struct ID: Sendable, Hashable {
        let number: Int
    }

    /// What comes of waiting for a child's output.
    public enum Event: Sendable {
        /// Bytes of its standard output, at least one.
        case output([UInt8])
        /// There will be no more: it has closed its output or has ended.
        case ended
        /// Not one byte has come within the time allowed.
        case silent
        /// The deadline has come.
        case late
        /// The task was cancelled.
        case cancelled
    }

    /// How a child has ended.
    public enum Exit: Sendable, Hashable {
        /// By itself, with a status.
        case status(Int32)
        /// By a signal.
        case signal(Int32)
    }

    /// How long a child that was asked to end (SIGTERM) has before it is ended (SIGKILL).
    public static let graceAfterAsking: Duration = .seconds(2)

    private let executor: ThreadExecutor
    private let waiter: PollWaiter
    private let inbox = Inbox()
    private var children: [ID: Child] = [:]
    private var lastNumber = 0

    /// A table without children.
    public init() {
        waiter = PollWaiter()
        executor = ThreadExecutor(name: "processes", waiter: waiter)
        waiter.table = self
    }

    deinit {
        for child in children.values { child.endNow() }
    }

    /// The thread that waits.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Starts a program whose streams are pipes.
    public func start(_ launch: ProcessLaunch) throws(LocalFileFailure) -> ID {
        lastNumber += 1
        let id = ID(number: lastNumber)
        children[id] = Child(try launch.start(), isDetached: launch.isDetached)
        return id
    }

    /// Has bytes sent to a child; what it does not take is lost, which its output and its end will tell.
    ///
    /// - Parameter isLast: whether its input ends behind them.
    public func send(_ bytes: [UInt8], isLast: Bool, to id: ID) {
        children[id]?.send(bytes, isLast: isLast)
    }

    /// Waits for output of a child; one caller at a time.
    ///
    /// - Parameters:
    ///   - silence: how long not one byte may come.
    ///   - deadline: until when in any case.
    public func output(
        of id: ID, silence: Duration, deadline: ContinuousClock.Instant
    ) async -> Event {
        guard !Task.isCancelled else { return .cancelled }
        if let event = children[id]?.takeOutput() { return event }
        let now = ContinuousClock.now
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard children[id] != nil else { return continuation.resume(returning: .ended) }
                precondition(children[id]?.reader == nil, "two callers wait for one child's output")
                children[id]?.reader = Child.Reader(
                    continuation: continuation, silentAt: now + silence, deadline: deadline)
            }
        } onCancel: {
            inbox.append(.cancel(id))
            waiter.wake()
        }
    }

    /// What a child has said on its standard error since this was asked last, up to a limit that it cannot choose.
    public func takeErrors(of id: ID) -> [UInt8] {
        children[id]?.takeErrors() ?? []
    }

    /// Ends a child, its input first, and waits for its end; what it has left behind ends with it.
    ///
    /// - Parameter grace: how long it may take to end by itself before it is asked to; with none its input stays open.
    /// - Returns: how it has ended, and what it had said last on standard error; nil where there is no such child any more.
    public func end(_ id: ID, grace: Duration) async -> (exit: Exit, errors: [UInt8])? {
        guard children[id] != nil else { return nil }
        children[id]?.planEnd(after: grace)
        if let exit = children[id]?.exit { return forget(id, exit) }
        let exit = await withCheckedContinuation { children[id]?.enders.append($0) }
        return forget(id, exit)
    }

    /// Ends all children as ``end(_:grace:)`` does each, and waits for their ends.
    public func endAll(grace: Duration) async {
        let living = Array(children.keys)
        for id in living { children[id]?.planEnd(after: grace) }
        for id in living { _ = await end(id, grace: grace) }
    }

    /// Lets a child live on for some time in which nobody asks it anything; then it is ended.
    public func rest(_ id: ID, for time: Duration) {
        children[id]?.restsUntil = ContinuousClock.now + time
    }

    /// Takes ``rest(_:for:)`` back; false where the child's time was up, or it has ended.
    public func wake(_ id: ID) -> Bool {
        guard let child = children[id], child.exit == nil, !child.isEnding else { return false }
        children[id]?.restsUntil = nil
        return true
    }

    /// Has a child ended that nobody will ask for any more; callable from anywhere, also from a `deinit`.
    public nonisolated func abandon(_ id: ID) {
        inbox.append(.abandon(id))
        waiter.wake()
    }

    /// How many children have not been taken leave of.
    public var count: Int { children.count }
}

// MARK: - For the thread

extension ChildProcesses {
    /// Does what can be done now; says what to wait for, and for how many milliseconds.
    func drive(_ ready: [pollfd]) -> (descriptors: [pollfd], timeout: Int32) {
        for wish in inbox.takeAll() { fulfil(wish) }
        let readyFiles = Set(ready.lazy.filter { $0.revents != 0 }.map(\.fd))
        let now = ContinuousClock.now
        var descriptors: [pollfd] = []
        var next = now + .seconds(60)
        for id in Array(children.keys) {
            children[id]?.work(readyFiles, now: now)
            guard let child = children[id] else { continue }
            if child.isForgotten, child.exit != nil {
                children[id] = nil
                continue
            }
            descriptors += child.interests
            if let time = child.nextLook(now) { next = min(next, time) }
        }
        return (descriptors, Int32(max(((next - now) / .milliseconds(1)).rounded(.up), 0)))
    }

    private func fulfil(_ wish: Inbox.Wish) {
        switch wish {
        case .cancel(let id): children[id]?.answer(.cancelled)
        case .abandon(let id):
            children[id]?.isForgotten = true
            children[id]?.planEnd(after: .milliseconds(500))
        }
    }

    private func forget(_ id: ID, _ exit: Exit) -> (exit: Exit, errors: [UInt8]) {
        let errors = children[id]?.takeErrors() ?? []
        // One that does not die in spite of everything stays, to be waited for.
        if children[id]?.exit == nil { children[id]?.isForgotten = true } else { children[id] = nil }
        return (exit, errors)
    }
}

/// What other threads want, until this one looks.
private final class Inbox: Sendable {
    enum Wish {
        case cancel(ChildProcesses.ID)
        case abandon(ChildProcesses.ID)
    }

    private let wishes = Mutex<[Wish]>([])

    func append(_ wish: Wish) {
        wishes.withLock { $0.append(wish) }
    }

    func takeAll() -> [Wish] {
        wishes.withLock { wishes in
            defer { wishes = [] }
            return wishes
        }
    }
}
