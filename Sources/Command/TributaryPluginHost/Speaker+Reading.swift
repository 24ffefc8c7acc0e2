import FeedModel
import PluginProcess
import TributaryEngine
import TributaryPluginKit

extension Speaker {
    /// Has an adapter read.
    static func reading(
        of subscription: Subscription, since last: Validators?, by adapter: any FeedAdapter
    ) async throws -> [PluginAnswer] {
        let client = SubscriptionHTTPClient(http, for: subscription)
        return try answers(try await adapter.read(subscription, since: last, using: client), of: adapter)
    }

    /// What is said of a reading; a format decodes its document right here.
    static func answers(_ reading: FeedReading, of adapter: any FeedAdapter) throws -> [PluginAnswer] {
        switch reading {
        case .feed(let feed, let validators): return answers(feed, validators)
        case .document(let document, let validators, let format):
            guard let reader = adapter as? any DocumentAdapter, format == type(of: reader).descriptor.name else {
                return [.document(document, validators, format: format)]
            }
            let (feed, output) = try reader.feed(from: document)
            return output.diagnostics.map(PluginAnswer.diagnostic) + answers(feed, validators)
        case .unchanged(let validators): return [.unchanged(validators)]
        case .gone: return [.gone]
        }
    }

    private static func answers(_ feed: Feed, _ validators: Validators) -> [PluginAnswer] {
        var head = feed
        head.entries = []
        return [.feed(head)] + feed.entries.map { .entry($0, remarks: []) } + [.done(validators)]
    }
}

extension PluginAnswer {
    /// What a stage says of an entry, and the entry if it has changed it.
    init(_ verdict: Verdict, _ changed: Entry?) {
        switch verdict {
        case .keep: self = .keep(changed)
        case .drop(let reason): self = .drop(reason: reason)
        case .hold(let until): self = .hold(until: until)
        }
    }
}

extension ReportedFailure {
    /// What a plugin threw.
    init(_ error: any Error) {
        switch error {
        case let failure as ReportedFailure: self = failure
        case let mistake as ProtocolMistake: self.init("the request is not of the protocol: \(mistake.message)")
        case let failure as ReadFailure: self.init(failure.message, retryAfter: failure.retryAfter)
        case let failure as HTTPFailure: self.init(failure.message)
        case let failure as DecodingFailure: self.init(failure.message)
        case let failure as StageFailure: self.init(failure.message)
        case let failure as SinkFailure: self.init(failure)
        case let error as ConfigurationError:
            let problems = error.problems.map { problem in
                problem.path.components.isEmpty ? problem.message : "\(problem.path): \(problem.message)"
            }
            self.init(problems.joined(separator: "; "), isPermanent: true)
        default: self.init("\(error)")
        }
    }

    private init(_ failure: SinkFailure) {
        switch failure.kind {
        case .retryable(let seconds): self.init(failure.message, retryAfter: seconds, receipt: failure.receipt)
        case .permanent, .closed: self.init(failure.message, isPermanent: true, receipt: failure.receipt)
        }
    }
}
