package import FeedModel
import FeedText

/// Takes in the pages of a source, one after the other, and makes one feed of them.
package protocol PagedReading {
    /// Takes in a page.
    ///
    /// - Returns: where the next one is, or nil.
    mutating func take(_ response: HTTPResponse) throws -> String?

    /// The feed of all pages, and what there is to say of it.
    mutating func finish() -> (feed: Feed, diagnostics: [Diagnostic])
}

extension PagedRequest {
    /// Reads the pages behind a subscription's address as one feed.
    ///
    /// - Parameters:
    ///   - adapter: the name of the adapter, for messages.
    ///   - begin: begins a reading at the address.
    ///   - report: takes what there is to say of the feed, in the subscription's name.
    package func feed<Reading: PagedReading>(
        of subscription: Subscription, for adapter: String, since last: Validators?, using http: any HTTPClient,
        report: (Diagnostic) -> Void, begin: (_ url: String) -> Reading
    ) async throws -> FeedReading {
        guard let location = subscription.location, URLText.isAbsolute(location) else {
            throw ReadFailure(.unavailable, "\(adapter) needs an address in \"url\"")
        }
        var reading = begin(location)
        switch try await read(from: location, since: last, using: http, take: { try reading.take($0) }) {
        case .unchanged(let validators): return .unchanged(validators)
        case .gone: return .gone
        case .read(let validators, let incomplete):
            var (feed, diagnostics) = reading.finish()
            if let incomplete {
                diagnostics.append(Diagnostic(.warning, "\(incomplete.message); the rest is not read"))
            }
            for var diagnostic in diagnostics {
                diagnostic.subject = subscription.displayName
                report(diagnostic)
            }
            return .feed(feed, validators)
        }
    }
}
