import TributaryPluginKit

/// What asking for a subscription came to.
package struct FetchAttempt: Sendable {
    /// In short.
    package enum Outcome: Sendable, Hashable {
        /// A feed was read.
        case read(changed: Bool, PublishingRhythm)
        /// Nothing had changed.
        case unchanged
        /// The source said that it is gone for good.
        case gone
        /// It failed; in how many seconds the adapter says that the source wants to be asked again.
        case failed(retryAfter: Int64?)
        /// The run's time was up before the answer was whole.
        case cutOff
        /// The run's time was up before anything was asked.
        case putOff
    }

    /// In short.
    package var outcome: Outcome
    /// When it began.
    package var askedAt: Int64
    /// What was said over HTTP.
    package var exchange: Exchange?

    /// An attempt that began at a time.
    package init(_ outcome: Outcome, askedAt: Int64, exchange: Exchange? = nil) {
        self.outcome = outcome
        self.askedAt = askedAt
        self.exchange = exchange
    }
}

extension FetchPolicy {
    /// What is known after an attempt.
    package func state(after attempt: FetchAttempt, of known: FetchState) -> FetchState {
        var state = known
        // Nothing was asked, so nothing changes: it stays due.
        if attempt.outcome == .putOff { return state }
        if attempt.outcome == .cutOff {
            noteCut(attempt, in: &state)
            return state
        }
        state.askedAt = attempt.askedAt
        state.wasCutOff = false
        state.retryAt = nil
        state.freshUntil = nil
        state.milliseconds = attempt.exchange?.milliseconds
        switch attempt.outcome {
        case .read(let isChanged, let rhythm):
            state.rhythm = rhythm
            noteChange(isChanged, at: attempt.askedAt, in: &state)
            noteSuccess(attempt, in: &state)
        case .unchanged:
            noteSuccess(attempt, in: &state)
        case .gone:
            state.isGone = true
        case .failed(let retryAfter):
            noteFailure(attempt, retryAfter: retryAfter, in: &state)
        case .cutOff, .putOff:
            break
        }
        return state
    }
}

// MARK: - Private

extension FetchPolicy {
    private func noteChange(_ isChanged: Bool, at now: Int64, in state: inout FetchState) {
        guard let last = state.changedAt else {
            state.changedAt = now
            return
        }
        guard isChanged else { return }
        let gap = max(0, now - last)
        state.changeGap = state.changeGap.map { ($0 * 3 + gap) / 4 } ?? gap
        state.changedAt = now
    }

    /// Once may be chance, and it is asked again at once; twice in a row is a failure like others.
    private func noteCut(_ attempt: FetchAttempt, in state: inout FetchState) {
        if state.wasCutOff {
            state.failures += 1
            state.failingSince = state.failingSince ?? state.askedAt ?? attempt.askedAt
        }
        state.wasCutOff = true
        state.askedAt = attempt.askedAt
        state.retryAt = nil
    }

    private func noteSuccess(_ attempt: FetchAttempt, in state: inout FetchState) {
        state.failures = 0
        state.failingSince = nil
        state.isFailureNamed = false
        let fresh = attempt.exchange.flatMap { CacheFreshness.seconds(of: $0, at: attempt.askedAt) }
        // A shorter time than the interval's says nothing: the interval is kept all the same.
        state.freshUntil = fresh.map { attempt.askedAt + min($0, Self.longest) }
    }

    private func noteFailure(_ attempt: FetchAttempt, retryAfter: Int64?, in state: inout FetchState) {
        state.failures += 1
        if state.failingSince == nil { state.failingSince = attempt.askedAt }
        let status = attempt.exchange?.status
        var wait = retryAfter.map { min($0, RetryAfter.longest) }
        if let exchange = attempt.exchange, status == 429 || status == 503 {
            wait = RetryAfter.seconds(of: exchange, at: attempt.askedAt)
        }
        switch wait {
        // Who says "at once" is believed once.
        case 0? where state.failures == 1: state.retryAt = attempt.askedAt
        case let seconds? where seconds > 0: state.retryAt = attempt.askedAt + seconds
        default: if status == 429 { state.retryAt = attempt.askedAt + backoff(of: state) }
        }
    }
}
