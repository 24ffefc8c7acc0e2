internal import CCurl
internal import Glibc
internal import Synchronization
internal import ThreadExecutor
internal import TributaryPluginKit

/// All transfers of a client, bounded in all and per host, on one thread with one curl multi handle.
///
/// Calls only put transfers into the queue; `drive`, which the thread calls whenever no job of this actor runs, begins
/// them, moves their bytes and ends them.
actor TransferPool {
    private struct Waiting {
        var hop: Hop
        var continuation: CheckedContinuation<Result<HopResponse, HTTPFailure>, Never>
    }

    private let executor: ThreadExecutor
    private let multi: CurlMulti
    private let limits: HTTPLimits
    private let sockets: Int
    private let budget: MemoryBudget
    private let connections = IdleConnections()
    private let cancellations = CancellationInbox()
    private let deadline: ContinuousClock.Instant?
    private var queue: TransferQueue
    private var waiting: [Int: Waiting] = [:]
    private var running: [UInt: Transfer] = [:]
    /// How many of those running bring nothing just now.
    private var quiet = 0
    private var idleHandles: [CurlEasy] = []
    private var connectTimeouts: [String: Int] = [:]
    private var lastID = 0
    private var nextLook = ContinuousClock.now

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(limits: HTTPLimits) {
        self.limits = limits
        sockets = min(limits.sockets, Self.socketsOfProcess)
        multi = CurlMulti(limits: limits)
        executor = ThreadExecutor(name: "http", waiter: multi)
        budget = MemoryBudget(limit: limits.heldBytes) { [multi] in multi.wake() }
        queue = TransferQueue(perHost: limits.parallelPerHost, spacing: limits.spacing)
        deadline = limits.deadline.map { ContinuousClock.now + $0 }
        multi.pool = self
    }

    /// Waits for what comes of one hop; ends it when the task is cancelled.
    func response(to hop: Hop) async -> Result<HopResponse, HTTPFailure> {
        lastID += 1
        let id = lastID
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let failure = obstacle(to: hop) { return continuation.resume(returning: .failure(failure)) }
                waiting[id] = Waiting(hop: hop, continuation: continuation)
                queue.append(
                    TransferQueue.Ticket(
                        id: id, host: hop.url.host, isOwnHost: hop.isOwnHost, isContinued: hop.isContinued,
                        isSpaced: !hop.isOwnHost && !hop.isContinued && !PrivateAddress.isOwnNetwork(hop.url.host)))
            }
        } onCancel: {
            cancellations.append(id)
            multi.wake()
        }
    }

    /// Does what can be done now; then nothing is to be done for so many milliseconds, unless a socket has something.
    func drive() -> Int32 {
        for id in cancellations.takeAll() { cancel(id) }
        beginTransfers()
        multi.perform()
        if endTransfers() { beginTransfers() }
        resumePaused()
        let now = ContinuousClock.now
        if now >= nextLook { look(at: now) }
        var next = running.isEmpty ? now + .seconds(60) : nextLook
        if let turn = queue.nextTurn, running.count - quiet < limits.parallel { next = min(next, turn) }
        return Int32(max(((next - now) / .milliseconds(1)).rounded(.up), 0))
    }
}

// MARK: - Private

extension TransferPool {
    /// Why a hop cannot even wait for its turn.
    private func obstacle(to hop: Hop) -> HTTPFailure? {
        if Task.isCancelled { return Self.cancellation }
        if let deadline, ContinuousClock.now >= deadline { return deadlineFailure }
        if connectTimeouts[hop.url.host, default: 0] >= limits.connectTimeouts { return skipped(hop) }
        return nil
    }

    private func beginTransfers() {
        let now = ContinuousClock.now
        while running.count - quiet < limits.parallel, running.count < sockets, let ticket = queue.next(at: now) {
            guard let entry = waiting.removeValue(forKey: ticket.id) else { continue }
            if let refusal = entry.hop.watch?.refusal(of: entry.hop.url.text) {
                queue.noteEnd(host: ticket.host)
                entry.continuation.resume(returning: .failure(refusal))
                continue
            }
            if running.isEmpty { nextLook = now + lookInterval }
            begin(ticket.id, entry, at: now)
        }
    }

    private func begin(_ id: Int, _ entry: Waiting, at now: ContinuousClock.Instant) {
        let transfer = Transfer(
            id: id, hop: entry.hop, easy: idleHandles.popLast() ?? CurlEasy(), limits: limits, budget: budget,
            connections: connections, now: now, continuation: entry.continuation)
        transfer.setUp(now: now)
        running[transfer.easy.identity] = transfer
        multi.add(transfer)
    }

    /// Ends the transfers that curl is done with; false when there was none.
    private func endTransfers() -> Bool {
        var hasEnded = false
        while let (identity, code) = multi.nextEnded() {
            guard let transfer = running[identity] else { continue }
            end(transfer, code)
            hasEnded = true
        }
        return hasEnded
    }

    private func end(_ transfer: Transfer, _ code: CURLcode) {
        let isIdle = transfer.noteConnection(code)
        running[transfer.easy.identity] = nil
        multi.remove(transfer)
        budget.release(transfer)
        if transfer.pulse.isQuiet {
            quiet -= 1
            transfer.noteSilence(false)
        }
        if transfer.hasHeardAnother(code) { return askAgain(transfer) }
        queue.noteEnd(
            host: transfer.hop.url.host,
            settlingUntil: isIdle && !transfer.hop.isOwnHost ? .now + limits.settling : nil)
        let result = transfer.result(code)
        if case .success(let response) = result {
            transfer.hop.watch?.note(
                status: response.status, headers: response.headers, from: transfer.hop.url.text)
        }
        if code == CURLE_OPERATION_TIMEDOUT, !transfer.hasConnected { noteConnectTimeout(of: transfer.hop) }
        letGo(of: transfer.easy)
        transfer.continuation.resume(returning: result)
    }

    private func letGo(of easy: CurlEasy) {
        easy.reset()
        if idleHandles.count < limits.parallel { idleHandles.append(easy) }
    }

    /// Sends the request once more, over a new connection, in the same place at its host.
    private func askAgain(_ transfer: Transfer) {
        letGo(of: transfer.easy)
        var hop = transfer.hop
        hop.needsNewConnection = true
        hop.due = transfer.due
        begin(transfer.id, Waiting(hop: hop, continuation: transfer.continuation), at: .now)
    }

    private func end(_ transfer: Transfer, because failure: HTTPFailure) {
        transfer.fail(failure)
        end(transfer, CURLE_ABORTED_BY_CALLBACK)
    }

    private func cancel(_ id: Int) {
        if queue.remove(id) {
            refuse([id], because: Self.cancellation)
        } else if let transfer = running.values.first(where: { $0.id == id }) {
            end(transfer, because: Self.cancellation)
        }
    }

    private func noteConnectTimeout(of hop: Hop) {
        connectTimeouts[hop.url.host, default: 0] += 1
        guard connectTimeouts[hop.url.host, default: 0] >= limits.connectTimeouts else { return }
        refuse(queue.removeAll(host: hop.url.host), because: skipped(hop))
    }

    /// Lets paused transfers go on, as far as there is memory.
    private func resumePaused() {
        guard budget.hasPaused else { return }
        for transfer in Array(running.values) where transfer.isPaused {
            guard budget.hasRoom else { return }
            transfer.resume(at: .now)
        }
        budget.noteResumed()
    }

    /// Looks at the clock and at what each transfer has brought since the last look.
    private func look(at now: ContinuousClock.Instant) {
        nextLook = now + lookInterval
        if let deadline, now >= deadline { return endAll() }
        quiet = 0
        for transfer in Array(running.values) {
            let wasQuiet = transfer.pulse.isQuiet
            let stalls = !transfer.isPaused && transfer.look(at: now)
            let isQuiet = transfer.pulse.isQuiet
            if isQuiet { quiet += 1 }
            if isQuiet != wasQuiet { transfer.noteSilence(isQuiet) }
            if stalls { end(transfer, because: transfer.stallFailure) }
        }
        beginTransfers()
    }

    /// Ends everything since the run's time is up.
    private func endAll() {
        let failure = deadlineFailure
        refuse(queue.removeAll(), because: failure)
        for transfer in Array(running.values) { end(transfer, because: HTTPFailure(.cutOff, failure.message)) }
    }

    /// Ends transfers that have not begun and have been taken out of the queue.
    private func refuse(_ ids: [Int], because failure: HTTPFailure) {
        for id in ids { waiting.removeValue(forKey: id)?.continuation.resume(returning: .failure(failure)) }
    }

    /// Often enough for the shortest of the limits that are watched.
    private var lookInterval: Duration {
        let shortest = min(limits.quietAfter, limits.stall, limits.deadline ?? limits.stall)
        return max(min(shortest / 4, .milliseconds(250)), .milliseconds(5))
    }

    private func skipped(_ hop: Hop) -> HTTPFailure {
        HTTPFailure(
            .timeout,
            "skipped: connecting to \(hop.url.host) timed out \(limits.connectTimeouts) times in this run")
    }

    private var deadlineFailure: HTTPFailure {
        HTTPFailure(.deadline, "the run's time of \(Seconds(limits.deadline ?? .zero)) was up (fetch.deadline)")
    }

    /// How many sockets the system allows, some files left for others.
    private static var socketsOfProcess: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
        return max(Int(clamping: limit.rlim_cur) - 64, 16)
    }

    private static let cancellation = HTTPFailure(.cancelled, "cancelled")
}

/// The numbers of transfers whose task was cancelled, from any thread.
private final class CancellationInbox: Sendable {
    private let ids = Mutex<[Int]>([])

    func append(_ id: Int) {
        ids.withLock { $0.append(id) }
    }

    func takeAll() -> [Int] {
        ids.withLock { ids in
            defer { ids = [] }
            return ids
        }
    }
}
