import FeedJSON
import FeedModel
public import TributaryPluginKit

/// Counts: each reading brings one entry more than the one before.
public struct Counter: FeedAdapter {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var step: Int
    }

    /// What people and Tributary must know of the adapter.
    public static let descriptor = PluginDescriptor(
        name: "counter", role: .adapter, summary: "counts",
        options: [Option("step", .integer(in: 1...1000), default: 1, "By how much.", isIdentifying: true)],
        example: #"{"use": "counter", "step": 2}"#)

    private let step: Int

    /// Makes the adapter.
    public init(options: Options, context: PluginContext) {
        step = options.step
    }

    /// Gives everything that has been counted so far, and the state for the next time.
    public func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading {
        let number = (last?.adapterState.flatMap { Int($0) } ?? 0) + step
        var feed = Feed(title: "Counter", homePageURL: "https://example.org/counter")
        for number in stride(from: number, to: 0, by: -step) {
            var entry = Entry(
                id: "\(number)", url: "https://example.org/counter/\(number)", title: "Number \(number)")
            entry.contentText = "番号 \(number)"
            feed.entries.append(entry)
        }
        return .feed(feed, Validators(adapterState: "\(number)"))
    }
}
