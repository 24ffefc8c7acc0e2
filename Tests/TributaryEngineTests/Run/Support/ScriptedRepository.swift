import FeedModel
import Synchronization
import TributaryPluginKit

@testable import TributaryEngine

/// A repository in which a test writes what each subscription says when it is read.
final class ScriptedRepository: FeedRepository {
    private struct Script {
        var answers: [String: @Sendable () async throws(ReadFailure) -> RepositoryReading] = [:]
        var asked: [(key: String, last: Validators?)] = []
    }

    private let script = Mutex(Script())

    /// The keys of the subscriptions that were read, in the order in which they were.
    var asked: [String] { script.withLock { $0.asked.map(\.key) } }

    /// What a subscription was last read after.
    func lastValidators(of key: String) -> Validators? {
        script.withLock { $0.asked.last { $0.key == key }?.last }
    }

    /// Has a subscription bring a feed with these entries from now on.
    func say(
        _ entries: [Entry], in key: String, title: String? = nil, isTruncated: Bool = false,
        validators: Validators = Validators(), change: (inout Feed) -> Void = { _ in }
    ) {
        var feed = Feed(title: title ?? "Feed \(key)", homePageURL: "https://\(key).example.org/", entries: entries)
        change(&feed)
        let decoded = DecodedFeed(feed: feed, validators: validators, isTruncated: isTruncated)
        answer(key) { () throws(ReadFailure) in .feed(decoded) }
    }

    /// Has a subscription answer so from now on.
    func answer(_ key: String, by answer: @escaping @Sendable () async throws(ReadFailure) -> RepositoryReading) {
        script.withLock { $0.answers[key] = answer }
    }

    /// Has a subscription fail from now on.
    func fail(_ key: String, _ failure: ReadFailure = ReadFailure(.unavailable, "the server is silent")) {
        answer(key) { () throws(ReadFailure) in throw failure }
    }

    func reading(
        of planned: PlannedSubscription, since last: Validators?
    ) async throws(ReadFailure) -> RepositoryReading {
        let key = planned.subscription.key
        let answer = script.withLock { script in
            script.asked.append((key, last))
            return script.answers[key]
        }
        guard let answer else { return .unchanged(last) }
        return try await answer()
    }
}
