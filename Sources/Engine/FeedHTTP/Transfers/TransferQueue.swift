/// The order in which transfers begin: hosts take turns, and one that is full or rests holds up no other.
struct TransferQueue {
    /// One transfer that has not begun.
    struct Ticket {
        var id: Int
        var host: String
        /// Whether the per-host limit does not hold.
        var isOwnHost = false
        /// Whether it goes before those that wait, since its request has begun.
        var isContinued = false
        /// Whether it keeps its distance from the one before it.
        var isSpaced = false
    }

    private struct Host {
        var ids = FIFO<Int>()
        var running = 0
        /// Whether it stands among `ready`.
        var isReady = false
    }

    private let perHost: Int
    private let spacing: Duration
    private var waiting: [Int: Ticket] = [:]
    private var hosts: [String: Host] = [:]
    /// Hosts that may have something to begin, in the order of their turns.
    private var ready = FIFO<String>()
    /// When a host that has begun one may begin the next that keeps its distance.
    private var rested: [String: ContinuousClock.Instant] = [:]
    /// When a host whose connection may still bring something may begin the next.
    private var settled: [String: ContinuousClock.Instant] = [:]
    /// Hosts that are passed over, and until when.
    private var resting: [String: ContinuousClock.Instant] = [:]
    /// When the first of those has rested; nil where none rests.
    private(set) var nextTurn: ContinuousClock.Instant?

    init(perHost: Int, spacing: Duration = .zero) {
        self.perHost = perHost
        self.spacing = spacing
    }

    mutating func append(_ ticket: Ticket) {
        waiting[ticket.id] = ticket
        hosts[ticket.host, default: Host()].ids.append(ticket.id, first: ticket.isContinued)
        makeReady(ticket.host, first: ticket.isContinued)
    }

    /// The next transfer that its host has room for; it counts as running from now on.
    mutating func next(at now: ContinuousClock.Instant = .now) -> Ticket? {
        wakeRested(at: now)
        while let name = ready.popFirst() {
            hosts[name]?.isReady = false
            guard let ticket = takeFirst(of: name, at: now) else { continue }
            hosts[name]?.running += 1
            makeReady(name, first: false)
            return ticket
        }
        return nil
    }

    /// Notes that a transfer that was taken has ended.
    ///
    /// - Parameter end: when the host's connection has settled; nil where that matters to nobody.
    mutating func noteEnd(host name: String, settlingUntil end: ContinuousClock.Instant? = nil) {
        settled[name] = end
        guard var host = hosts[name] else { return }
        host.running -= 1
        hosts[name] = host.running == 0 && host.ids.isEmpty && !host.isReady ? nil : host
        makeReady(name, first: false)
    }

    /// Takes one that has not begun out of the queue; false when there is none of this number.
    mutating func remove(_ id: Int) -> Bool {
        // Its number stays with its host, where it will be passed over.
        waiting.removeValue(forKey: id) != nil
    }

    /// Takes all for one host out of the queue.
    mutating func removeAll(host: String) -> [Int] {
        var removed: [Int] = []
        while let id = hosts[host]?.ids.popFirst() {
            if waiting.removeValue(forKey: id) != nil { removed.append(id) }
        }
        return removed
    }

    /// Takes all out of the queue.
    mutating func removeAll() -> [Int] {
        defer { waiting = [:] }
        return waiting.keys.sorted()
    }
}

// MARK: - Private

extension TransferQueue {
    private mutating func makeReady(_ name: String, first: Bool) {
        guard let host = hosts[name], !host.isReady, !host.ids.isEmpty else { return }
        hosts[name]?.isReady = true
        ready.append(name, first: first)
    }

    /// Gives the hosts their turn again that have rested.
    private mutating func wakeRested(at now: ContinuousClock.Instant) {
        guard let turn = nextTurn, now >= turn else { return }
        nextTurn = nil
        for (name, end) in resting.sorted(by: { $0.key < $1.key }) {
            guard end > now else {
                resting[name] = nil
                makeReady(name, first: false)
                continue
            }
            nextTurn = min(nextTurn ?? end, end)
        }
    }

    /// Whether a ticket has to wait because its host has just begun or ended one; notes the beginning where it has not.
    private mutating func mustRest(_ ticket: Ticket, at now: ContinuousClock.Instant) -> Bool {
        guard !ticket.isOwnHost else { return false }
        let isSpaced = ticket.isSpaced && spacing > .zero
        let end = max(settled[ticket.host] ?? now, isSpaced ? rested[ticket.host] ?? now : now)
        if end > now {
            resting[ticket.host] = end
            nextTurn = min(nextTurn ?? end, end)
            return true
        }
        settled[ticket.host] = nil
        if isSpaced { rested[ticket.host] = now + spacing }
        return false
    }

    /// The host's first entry that is still wanted, if it has room for one.
    private mutating func takeFirst(of name: String, at now: ContinuousClock.Instant) -> Ticket? {
        while let id = hosts[name]?.ids.first, let running = hosts[name]?.running {
            guard let ticket = waiting[id] else {
                _ = hosts[name]?.ids.popFirst()
                continue
            }
            guard ticket.isOwnHost || running < perHost, !mustRest(ticket, at: now) else { return nil }
            _ = hosts[name]?.ids.popFirst()
            return waiting.removeValue(forKey: id)
        }
        return nil
    }
}

/// A queue whose elements are taken from the front in constant time.
struct FIFO<Element> {
    private var elements: [Element] = []
    private var start = 0

    var isEmpty: Bool { start == elements.count }

    var first: Element? { isEmpty ? nil : elements[start] }

    /// Puts an element at the end, or exceptionally before all others.
    mutating func append(_ element: Element, first: Bool) {
        if !first {
            elements.append(element)
        } else if start > 0 {
            start -= 1
            elements[start] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    mutating func popFirst() -> Element? {
        guard let element = first else { return nil }
        start += 1
        if start == elements.count {
            elements.removeAll(keepingCapacity: true)
            start = 0
        } else if start > 64, start * 2 > elements.count {
            elements.removeFirst(start)
            start = 0
        }
        return element
    }
}
