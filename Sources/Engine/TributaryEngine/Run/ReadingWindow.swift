import FeedText
import Synchronization
import TributaryPluginKit

/// How many readings may be under way: as many as the configuration wants, and one more for each silent server.
///
/// So a thousand dead servers hold up no feed of a living one. It learns of silence as the watch of all requests, and
/// passes on to the sites' holds what those want to know.
final class ReadingWindow: RequestWatch {
    /// The most readings at once, silent ones included.
    private static let most = 1_000

    private let width: Int
    private let holds: SiteHolds
    private let silence = Mutex<[String: Int]>([:])
    private let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// A window of so many readings that are at work.
    init(width: Int, holds: SiteHolds) {
        self.width = max(1, width)
        self.holds = holds
        (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether another reading may begin while so many are under way.
    func hasRoom(beside underWay: Int) -> Bool {
        let silent = silence.withLock { $0.values.reduce(0, +) }
        return underWay - silent < width && underWay < Self.most
    }

    /// The hosts that say nothing just now, in alphabetical order.
    var silentHosts: [String] { silence.withLock { $0.keys.sorted() } }

    /// Waits until a server falls silent or speaks again; false once ``close()`` was called or the task is cancelled.
    func change() async -> Bool {
        for await _ in changes { return true }
        return false
    }

    /// Lets ``change()`` return.
    func close() { continuation.finish() }

    func refusal(of url: String) -> HTTPFailure? { holds.refusal(of: url) }

    func note(status: Int, headers: [HTTPField], from url: String) {
        holds.note(status: status, headers: headers, from: url)
    }

    func note(isSilent: Bool, serverOf url: String) {
        let host = URLText.host(of: url) ?? url
        silence.withLock { silence in
            let count = silence[host, default: 0] + (isSilent ? 1 : -1)
            silence[host] = count > 0 ? count : nil
        }
        continuation.yield()
    }
}
