import FeedModel
import FeedText
package import LocalSystem
package import TributaryPluginKit

/// Reads subscriptions where they are: through their adapters, over HTTP, or from files.
package struct RemoteFeedRepository: FeedRepository {
    private let http: any HTTPClient
    private let files: FileReader
    private let formats: FormatReader

    /// A repository that sends requests by `http` and recognises these formats.
    package init(http: any HTTPClient, files: FileReader, formats: FormatReader) {
        self.http = http
        self.files = files
        self.formats = formats
    }

    package func reading(
        of planned: PlannedSubscription, since last: Validators?
    ) async throws(ReadFailure) -> RepositoryReading {
        try await answer(to: ReadingRequest(planned, since: last)).reading.get()
    }

    package func answer(to request: ReadingRequest) async -> RepositoryAnswer {
        let log = ExchangeLog()
        do throws(ReadFailure) {
            return RepositoryAnswer(.success(try await reading(request, log: log)), exchange: log.exchange)
        } catch {
            return RepositoryAnswer(.failure(error), exchange: log.exchange)
        }
    }

    private func reading(
        _ request: ReadingRequest, log: ExchangeLog
    ) async throws(ReadFailure) -> RepositoryReading {
        let reading: FeedReading
        do {
            reading = try await received(request, log: log)
        } catch {
            throw ReadFailure(error)
        }
        return try decoded(reading, of: request.planned)
    }

    /// What the source gives, not yet decoded.
    private func received(_ request: ReadingRequest, log: ExchangeLog) async throws -> FeedReading {
        let (planned, last) = (request.planned, request.last)
        if let path = planned.filePath { return try await readFile(path, since: last, format: planned.formatName) }
        var subscription = planned.subscription
        if let movedTo = request.movedTo { subscription.location = movedTo }
        let client = SubscriptionHTTPClient(
            http, for: subscription, namedBy: planned.subscription.location, watch: request.watch, log: log)
        if let adapter = planned.adapter { return try await adapter.read(subscription, since: last, using: client) }
        return try await DocumentRequest(accept: formats.acceptedTypes).read(
            subscription, since: last, using: client, format: nil)
    }

    /// By itself, so that while many wait for their servers, each takes little memory.
    @inline(never)
    private func decoded(
        _ reading: FeedReading, of planned: PlannedSubscription
    ) throws(ReadFailure) -> RepositoryReading {
        switch reading {
        case .feed(let feed, let validators): return .feed(DecodedFeed(feed: feed, validators: validators))
        case .unchanged(let validators): return .unchanged(validators)
        case .gone: return .gone
        case .document(let received, let validators, let format):
            let document = planned.mayHoldSecrets ? Self.withoutQuery(received) : received
            let (feed, output) = try formats.decode(document, as: format, preferring: planned.adapter)
            return .feed(
                DecodedFeed(
                    feed: feed, validators: validators, isTruncated: output.isTruncated,
                    diagnostics: output.diagnostics, document: document))
        }
    }

    /// The document with a URL whose query does not get into entries: an empty URL, or a fragment, resolves to all of it.
    private static func withoutQuery(_ document: Document) -> Document {
        Document(
            url: document.url.map { String($0.prefix { $0 != "?" && $0 != "#" }) }, mediaType: document.mediaType,
            bytes: document.bytes, transfer: document.transfer, memory: document.memory)
    }

    private func readFile(_ path: String, since last: Validators?, format: String?) async throws -> FeedReading {
        let bytes = try await files.readRegularFile(path)
        let validators = Validators(url: path, documentHash: StableHash.hash(bytes))
        if let last, last == validators { return .unchanged(validators) }
        let document = Document(url: nil, mediaType: nil, bytes: bytes)
        return .document(document, validators, format: format)
    }
}

extension PlannedSubscription {
    /// The file that is read; nil for a URL, and for an adapter that finds its source by itself.
    package var filePath: String? {
        guard adapter == nil || adapter is any DocumentAdapter else { return nil }
        guard let location = subscription.location, !URLText.isAbsolute(location) else { return nil }
        return location
    }

    /// Whether the address has what is not shown: a reference to a secret, a password, a token.
    fileprivate var mayHoldSecrets: Bool {
        subscription.location != nil && subscription.location != subscription.writtenLocation
    }

    /// The format that the configuration names; nil where the document is to be recognised.
    var formatName: String? {
        guard let adapter, adapter is any DocumentAdapter else { return nil }
        return type(of: adapter).descriptor.name
    }
}

extension ReadFailure {
    /// What an adapter threw, as the reason why its subscription could not be read.
    init(_ error: any Error) {
        switch error {
        case let failure as ReadFailure: self = failure
        case let failure as HTTPFailure:
            self.init(failure.kind == .cancelled ? .cancelled : .unavailable, failure.message)
        case let failure as DecodingFailure: self.init(.notAFeed, failure.message, place: failure.place)
        case let failure as LocalFileFailure:
            self.init(failure.kind == .missing ? .missingFile : .unavailable, failure.description)
        case is CancellationError: self.init(.cancelled, "cancelled")
        default: self.init(.unavailable, "\(error)")
        }
    }
}
