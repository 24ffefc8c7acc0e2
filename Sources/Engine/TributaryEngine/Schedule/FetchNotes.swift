import FeedModel
import TributaryPluginKit

/// What is known of a subscription's requests after one more, and what people should be told about it.
struct FetchNotes {
    /// After so many failures on end, and so many seconds of them, a subscription has failed for long.
    static let longFailure = (failures: 5, seconds: 3 * 86_400 as Int64)

    /// What is known now, addresses expanded.
    private(set) var state: FetchState
    /// From when on the next request is due.
    private(set) var wait: FetchWait?
    /// What people should know.
    private(set) var messages: [String] = []
    /// What is added to the message of the failure; nil where nobody needs to hear of it again.
    private(set) var failureAddition: String? = ""

    /// Notes an attempt.
    ///
    /// - Parameter known: what was known before, addresses expanded.
    init(
        _ attempt: FetchAttempt, of planned: PlannedSubscription, policy: FetchPolicy, known: FetchState,
        secrets: Secrets
    ) {
        state = policy.state(after: attempt, of: known)
        state.requestHash = planned.requestHash(secrets)
        switch attempt.outcome {
        case .read, .unchanged:
            noteMove(attempt, planned, known)
            noteRecovery(attempt, known)
        case .failed:
            FeedMove.noteFailure(in: &state)
            noteLongFailure(attempt, known)
        case .gone, .cutOff, .putOff:
            break
        }
        wait = policy.wait(for: state)
        if attempt.exchange?.status == 429, let retry = state.retryAt, retry > attempt.askedAt {
            let pause = "; it is asked again in \(TimeText.length(retry - attempt.askedAt))"
            failureAddition = failureAddition.map { pause + $0 }
        }
    }

    private mutating func noteMove(_ attempt: FetchAttempt, _ planned: PlannedSubscription, _ known: FetchState) {
        guard let exchange = attempt.exchange, let asked = known.movedTo ?? planned.subscription.location else {
            return
        }
        let message = FeedMove.note(
            exchange.permanentTarget, from: asked, hasCredentials: planned.subscription.http.carriesCredentials,
            in: &state)
        if let message { messages.append(message) }
    }

    private mutating func noteRecovery(_ attempt: FetchAttempt, _ known: FetchState) {
        guard known.isFailureNamed, let since = known.failingSince else { return }
        let length = TimeText.length(attempt.askedAt - since)
        messages.append("answers again, after it had failed for \(length) since \(Self.day(since))")
    }

    private mutating func noteLongFailure(_ attempt: FetchAttempt, _ known: FetchState) {
        guard !known.isFailureNamed else {
            failureAddition = nil
            return
        }
        guard let since = state.failingSince, state.failures >= Self.longFailure.failures,
            attempt.askedAt - since >= Self.longFailure.seconds
        else { return }
        state.isFailureNamed = true
        failureAddition =
            "; it has failed \(state.failures) times since \(Self.day(since)), and is not mentioned again until it answers "
            + "(tributary feeds --health lists it)"
    }

    private static func day(_ seconds: Int64) -> String {
        String(Timestamp(seconds: seconds).rfc3339.prefix(10))
    }
}
