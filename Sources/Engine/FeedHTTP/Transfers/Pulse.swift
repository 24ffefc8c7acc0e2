/// What regular looks at a transfer's byte count show: whether it is quiet, and whether it stalls.
struct Pulse {
    private var lastLook: ContinuousClock.Instant
    private var lastCount = 0
    private var lastByte: ContinuousClock.Instant
    /// Since when the transfer has been too slow, look after look.
    private var slowSince: ContinuousClock.Instant?
    /// Whether no byte has come for so long that the transfer does not count as one of those at work.
    private(set) var isQuiet = false

    init(at now: ContinuousClock.Instant) {
        lastLook = now
        lastByte = now
    }

    /// Begins anew after a pause, in which nothing could come.
    mutating func restart(at now: ContinuousClock.Instant) {
        lastLook = now
        lastByte = now
        slowSince = nil
    }

    /// Notes the bytes so far; true when the transfer has stalled for too long.
    mutating func look(_ count: Int, at now: ContinuousClock.Instant, hasConnected: Bool, limits: HTTPLimits) -> Bool {
        let seconds = max((now - lastLook) / .seconds(1), 0.001)
        let rate = Double(count - lastCount) / seconds
        if count > lastCount { lastByte = now }
        isQuiet = now - lastByte >= limits.quietAfter
        slowSince = hasConnected && rate < Double(limits.stallBytesPerSecond) ? slowSince ?? lastLook : nil
        lastLook = now
        lastCount = count
        return slowSince.map { now - $0 >= limits.stall } ?? false
    }
}
