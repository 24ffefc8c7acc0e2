import TributaryPluginKit

/// A run's way through the subscriptions that it asks: many at once, and what each brings is written as it comes.
struct ReadingPass {
    private enum Step: Sendable {
        case outcome(SubscriptionReader.Outcome, of: ReadingQueue.Ticket)
        /// A server has fallen silent, or speaks again.
        case change
        /// There will be no more changes.
        case closed
    }

    /// So many readings of one host for each request that it gets at once: the next ones shall be ready.
    private static let readingsPerRequest = 2

    private let reader: SubscriptionReader
    private let window: ReadingWindow
    private let display: (any ProgressDisplay)?
    private var queue: ReadingQueue
    private var batcher: ArrivalBatcher
    private var underWay = 0
    private var progress = RunProgress()

    /// A pass through the members of a selection.
    ///
    /// - Parameters:
    ///   - width: how many are read at once.
    ///   - display: shows how far it has come; nil shows nothing.
    init(
        _ members: [FetchSelection.Member], reader: SubscriptionReader, width: Int, display: (any ProgressDisplay)?
    ) {
        self.reader = reader
        self.display = display
        window = ReadingWindow(width: width, holds: reader.holds)
        queue = ReadingQueue(
            members, ownHosts: reader.ownHosts,
            mostPerHost: reader.plan.fetch.perHost * Self.readingsPerRequest)
        batcher = ArrivalBatcher(store: reader.store, clock: reader.clock)
        progress.all = members.count
    }

    /// Reads all of them, and writes what they bring.
    mutating func run(into result: inout RunReport) async throws(StoreFailure) {
        do throws(StoreFailure) {
            try await read(into: &result)
            await display?.end()
        } catch {
            await display?.end()
            throw error
        }
    }

    /// Writes arrivals that came by no reading of this pass, and everything that waits to be written.
    mutating func finish(with others: [Arrival], into result: inout RunReport) async throws(StoreFailure) {
        for arrival in others { try await batcher.write(arrival) }
        try await batcher.flush()
        result.dropped += batcher.dropped
        result.held += batcher.held
    }
}

// MARK: - Private

extension ReadingPass {
    private mutating func read(into result: inout RunReport) async throws(StoreFailure) {
        do {
            try await withThrowingTaskGroup(of: Step.self) { group in
                group.addTask { [window] in await window.change() ? .change : .closed }
                startReadings(in: &group)
                while let step = try await group.next() {
                    switch step {
                    case .outcome(let outcome, of: let ticket):
                        underWay -= 1
                        queue.noteEnd(of: ticket)
                        try await take(outcome, into: &result)
                    case .change: group.addTask { [window] in await window.change() ? .change : .closed }
                    case .closed: break
                    }
                    startReadings(in: &group)
                    await showProgress()
                }
            }
        } catch let failure as StoreFailure {
            throw failure
        } catch {
            throw StoreFailure(.other, "\(error)")
        }
    }

    /// Starts as many readings as there is room for.
    private mutating func startReadings(in group: inout ThrowingTaskGroup<Step, any Error>) {
        while !Task.isCancelled, window.hasRoom(beside: underWay), let ticket = queue.next() {
            underWay += 1
            group.addTask { [reader, window] in
                .outcome(
                    try await reader.outcome(of: ticket.member.planned, state: ticket.member.state, watch: window),
                    of: ticket)
            }
        }
        if underWay == 0 { window.close() }
    }

    private mutating func take(
        _ outcome: SubscriptionReader.Outcome, into result: inout RunReport
    ) async throws(StoreFailure) {
        result.note(outcome)
        progress.done += 1
        if case .read(let new, _) = outcome.reading { progress.new += new }
        if let arrival = outcome.arrival {
            try await batcher.write(arrival, of: outcome.exchange?.decodedBytes ?? 0, holding: outcome.memory)
        }
        let news = reader.holds.takeNews()
        guard !news.isEmpty else { return }
        // At once: a killed run must not let the next one ask there again.
        try await reader.store.hold(news)
        try await batcher.flush()
    }

    private mutating func showProgress() async {
        guard let display else { return }
        progress.silentHosts = window.silentHosts
        await display.show(progress)
    }
}

extension RunReport {
    fileprivate mutating func note(_ outcome: SubscriptionReader.Outcome) {
        readings[outcome.key] = outcome.reading
        exchanges[outcome.key] = outcome.exchange
        // Of thousands of feeds together heads would take more memory than all that is known of them.
        exchanges[outcome.key]?.headers = []
        waits[outcome.key] = outcome.wait
        failures[outcome.key] = outcome.failure
    }
}
