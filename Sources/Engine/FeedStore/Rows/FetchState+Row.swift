import TributaryEngine

extension FetchState {
    /// The columns of a row of `schedule`, in the order in which they are read and bound.
    static let columns = """
        request_hash, asked_at, fresh_until, retry_at, rhythm, skipped_hours, skipped_days, changed_at, change_gap,
        failures, failing_since, is_failure_named, is_gone, moved_to, move_target, move_readings, milliseconds,
        was_cut_off
        """
}

extension Row {
    /// The columns of a row of `schedule`; all are NULL where there is none.
    mutating func fetchState() -> FetchState {
        var state = FetchState()
        state.requestHash = optionalHash()
        state.askedAt = optionalInteger()
        state.freshUntil = optionalInteger()
        state.retryAt = optionalInteger()
        state.rhythm.seconds = optionalInteger()
        state.rhythm.skippedHours = UInt32(truncatingIfNeeded: integer())
        state.rhythm.skippedDays = UInt8(truncatingIfNeeded: integer())
        state.changedAt = optionalInteger()
        state.changeGap = optionalInteger()
        state.failures = Int(integer())
        state.failingSince = optionalInteger()
        state.isFailureNamed = bool()
        state.isGone = bool()
        state.movedTo = optionalText()
        state.moveTarget = optionalText()
        state.moveReadings = Int(integer())
        state.milliseconds = optionalInteger()
        state.wasCutOff = bool()
        return state
    }
}

extension Statement {
    /// Binds the columns of a row of `schedule`.
    @discardableResult
    func bind(_ state: FetchState) -> Statement {
        bind(state.requestHash).bind(state.askedAt).bind(state.freshUntil).bind(state.retryAt)
            .bind(state.rhythm.seconds).bind(Int64(state.rhythm.skippedHours)).bind(Int64(state.rhythm.skippedDays))
            .bind(state.changedAt).bind(state.changeGap)
            .bind(state.failures).bind(state.failingSince).bind(state.isFailureNamed).bind(state.isGone)
            .bind(state.movedTo).bind(state.moveTarget).bind(state.moveReadings).bind(state.milliseconds)
            .bind(state.wasCutOff)
    }
}
