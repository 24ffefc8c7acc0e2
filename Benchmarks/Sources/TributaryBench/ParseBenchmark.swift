import AtomAdapter
import DecoderProbes
import FeedFormats
import FeedModel
import JSONFeedAdapter
import LocalSystem
import RSSAdapter
import Synchronization
import TributaryPluginKit

/// `tributary-bench parse`: reads documents one after another, each into a whole feed, and counts what it read.
struct ParseBenchmark: Sendable {
    private let arguments: BenchArguments
    private let paths: [String]
    private let formats: [any DocumentAdapter]

    init(_ arguments: BenchArguments) throws(BenchFailure) {
        self.arguments = arguments
        let list = try Self.read(arguments.list)
        paths = String(decoding: list, as: UTF8.self).split(separator: "\n").map { "\(arguments.folder)/\($0)" }
        formats = try Self.makeFormats()
    }

    /// Reads all documents, on as many threads as were asked for.
    func run() async throws(BenchFailure) -> Tally {
        let result = await FeedXMLReader.$producer.withValue(arguments.scanner) { await tally() }
        return try result.get()
    }
}

// MARK: - Private

extension ParseBenchmark {
    private func tally() async -> Result<Tally, BenchFailure> {
        guard arguments.threads > 1 else {
            return Result { () throws(BenchFailure) in
                var tally = Tally()
                for path in paths { try read(path, into: &tally) }
                return tally
            }
        }
        let queue = PathQueue(paths)
        return await withTaskGroup(of: Result<Tally, BenchFailure>.self) { group in
            for _ in 0..<arguments.threads {
                group.addTask {
                    Result { () throws(BenchFailure) in
                        var tally = Tally()
                        while let path = queue.next() { try read(path, into: &tally) }
                        return tally
                    }
                }
            }
            var total = Result<Tally, BenchFailure>.success(Tally())
            for await part in group {
                total = total.flatMap { sum in part.map { sum + $0 } }
            }
            return total
        }
    }

    private func read(_ path: String, into tally: inout Tally) throws(BenchFailure) {
        let document = Document(
            url: "https://feeds.example/\(path)", mediaType: nil, bytes: try Self.read(path))
        tally.bytes += document.bytes.count
        guard let format = format(of: document), let feed = try? format.feed(from: document).feed else {
            tally.failed += 1
            return
        }
        tally.feeds += 1
        tally.entries += feed.entries.count
    }

    private func format(of document: Document) -> (any DocumentAdapter)? {
        let head = document.bytes.span.extracting(first: 4096)
        var possible: (any DocumentAdapter)?
        for format in formats {
            switch type(of: format).recognise(head, type: nil) {
            case .certain: return format
            case .possible: possible = possible ?? format
            case .no: break
            }
        }
        return possible
    }

    private static func read(_ path: String) throws(BenchFailure) -> [UInt8] {
        do throws(LocalFileFailure) { return try LocalFile.read(path) } catch {
            throw BenchFailure(message: error.description, status: 66)
        }
    }

    /// The adapters that read documents.
    private static func makeFormats() throws(BenchFailure) -> [any DocumentAdapter] {
        do throws(ConfigurationError) {
            return [try Atom.isolated(), try JSONFeed.isolated(), try RSS.isolated()]
        } catch {
            throw BenchFailure(message: "the adapters can't be made: \(error)", status: 70)
        }
    }
}

/// The documents that no thread has taken yet.
private final class PathQueue: Sendable {
    private let paths: [String]
    private let taken = Mutex(0)

    init(_ paths: [String]) {
        self.paths = paths
    }

    func next() -> String? {
        let index = taken.withLock { taken in
            defer { taken += 1 }
            return taken
        }
        return index < paths.count ? paths[index] : nil
    }
}

/// What was read.
struct Tally: Sendable, CustomStringConvertible {
    var feeds = 0
    var entries = 0
    var bytes = 0
    /// Documents that were no feed, or that the scanner alone could not read.
    var failed = 0

    var description: String { "feeds=\(feeds) entries=\(entries) bytes=\(bytes) failed=\(failed)" }

    static func + (left: Tally, right: Tally) -> Tally {
        Tally(
            feeds: left.feeds + right.feeds, entries: left.entries + right.entries, bytes: left.bytes + right.bytes,
            failed: left.failed + right.failed)
    }
}
