import FeedFormats
import FeedHTML
import FeedModel
import FeedText
package import LocalSystem
package import TributaryPluginKit

/// Finds the feeds of a page, or sees that what was given is one.
///
/// What a page declares is believed; what only looks like a feed is asked whether it is one, and left out if not. All
/// requests of a discovery are made in the name of the address that was given, so that a page cannot lead to a private
/// host that the user has not named.
package struct FeedDiscovery: Sendable {
    private let http: any HTTPClient
    private let files: FileReader
    private let formats: FormatReader

    /// A discovery that sends requests by `http` and knows these formats.
    package init(http: any HTTPClient, files: FileReader, formats: FormatReader) {
        self.http = http
        self.files = files
        self.formats = formats
    }

    /// The feeds at an address or in a file, best first; at least one.
    ///
    /// - Parameters:
    ///   - location: a URL, or the path of a file, which is a feed or a page.
    ///   - base: where a file comes from: its relative links are relative to it.
    /// - Throws: why nothing can be found: it cannot be read, or is no feed and leads to none.
    package func feeds(at location: String, base: String? = nil) async throws(ReadFailure) -> [FeedCandidate] {
        let document = try await document(at: location, base: base)
        guard formats.formatName(of: document) == nil else {
            let feed = try feed(of: document)
            return [FeedCandidate(document: feed, url: location, origin: .itself)]
        }
        let kind = DocumentKind(of: document)
        guard case .page(let page) = kind else { throw ReadFailure(.notAFeed, "not a feed: \(kind)") }
        let host = document.url.flatMap(URLText.host(of:))
        let links = page.feedLinks.map { FeedCandidate($0) }
        // A link to another site's feed says nothing of this site's.
        let own = links.filter { $0.origin != .anchor || Self.isSameSite($0.url, as: host) }
        let foreign = links.filter { $0.origin == .anchor && !Self.isSameSite($0.url, as: host) }
        var found = own + foreign
        if Self.isWebAddress(location) {
            let client = client(for: location)
            found = await verified(own, by: client)
            if found.isEmpty, let url = document.url { found = await known(at: url, by: client) }
            found += await verified(foreign, by: client)
        }
        guard found.isEmpty else { return found }
        throw ReadFailure(
            .notAFeed,
            links.isEmpty
                ? "no feed found: \(kind)" : "no feed found: an HTML page, and what it links to as to a feed is none")
    }

    /// The candidate as the feed that is there; a failure where there is none that can be read.
    ///
    /// - Parameter location: what the discovery was asked for.
    package func verifying(
        _ candidate: FeedCandidate, foundAt location: String
    ) async throws(ReadFailure) -> FeedCandidate {
        guard !candidate.isVerified else { return candidate }
        guard Self.isWebAddress(candidate.url) else {
            let document = try await document(at: candidate.url, base: nil)
            return FeedCandidate(document: try feed(of: document), url: candidate.url, origin: candidate.origin)
        }
        let document = try await remoteDocument(at: candidate.url, by: client(for: location))
        return FeedCandidate(document: try feed(of: document), url: candidate.url, origin: candidate.origin)
    }
}

// MARK: - Guesses

extension FeedDiscovery {
    /// How many links that only look like feeds are asked, and how many of the places where feeds usually lie.
    private static let mostGuesses = 10
    /// How many guesses are asked at once.
    private static let width = 2

    /// Where feeds usually lie, relative to a page's folder; the more usual first.
    private static let knownPaths = [
        "feed", "atom.xml", "rss.xml", "index.xml", "feed.xml", "feed.json", "rss", "atom", "index.rdf", "?feed=rss2",
    ]

    /// What is declared, and of the first guesses those that turn out to be feeds, each feed once.
    private func verified(_ candidates: [FeedCandidate], by client: SubscriptionHTTPClient) async -> [FeedCandidate] {
        var guesses = 0
        let asked = candidates.filter { candidate in
            guard candidate.isGuess else { return true }
            guesses += 1
            return guesses <= Self.mostGuesses
        }
        let answers = await asked.concurrentlyMapped(width: Self.width) { candidate -> Answer? in
            guard candidate.isGuess else { return Answer(candidate: candidate) }
            do throws(ReadFailure) {
                let document = try await remoteDocument(at: candidate.url, by: client)
                let url = candidate.origin == .path ? document.url ?? candidate.url : candidate.url
                return Answer(
                    candidate: FeedCandidate(document: try feed(of: document), url: url, origin: candidate.origin),
                    documentHash: StableHash.hash(document.bytes))
            } catch {
                return nil
            }
        }
        var urls: Set<String> = []
        var documents: Set<UInt64> = []
        return answers.compactMap { answer in
            guard let answer, urls.insert(answer.candidate.url).inserted else { return nil }
            if let hash = answer.documentHash, !documents.insert(hash).inserted { return nil }
            return answer.candidate
        }
    }

    /// What has become of a candidate, and the document, if it was read for that.
    private struct Answer: Sendable {
        var candidate: FeedCandidate
        var documentHash: UInt64?
    }

    /// The feeds at the places where feeds usually lie: below the page first, and then, if it has none, below the host.
    private func known(at url: String, by client: SubscriptionHTTPClient) async -> [FeedCandidate] {
        guard let page = URLParts(url), let top = page.resolving("/") else { return [] }
        var folder = page
        folder.query = nil
        folder.fragment = nil
        if !folder.path.hasSuffix("/") {
            // `/blog` may be a page or a folder, but has no dot in its name if it is one.
            let name = folder.path.split(separator: "/").last ?? ""
            folder = name.contains(".") ? folder.resolving(".") ?? top : folder.appendingSlash
        }
        for place in folder == top ? [top] : [folder, top] {
            let guesses = Self.knownPaths.compactMap { path in
                place.resolving(path).map { FeedCandidate(url: $0.text, origin: .path) }
            }
            let found = await verified(guesses, by: client)
            if !found.isEmpty { return found }
        }
        return []
    }
}

// MARK: - Documents

extension FeedDiscovery {
    private static func isWebAddress(_ location: String) -> Bool {
        URLText.scheme(of: location).map { $0 == "http" || $0 == "https" } ?? false
    }

    private func client(for location: String) -> SubscriptionHTTPClient {
        SubscriptionHTTPClient(
            http, for: Subscription(key: location, location: location, writtenLocation: location))
    }

    private func document(at location: String, base: String?) async throws(ReadFailure) -> Document {
        if Self.isWebAddress(location) { return try await remoteDocument(at: location, by: client(for: location)) }
        do throws(LocalFileFailure) {
            return Document(url: base, mediaType: nil, bytes: try await files.readRegularFile(location))
        } catch {
            throw ReadFailure(error)
        }
    }

    private func remoteDocument(
        at url: String, by client: SubscriptionHTTPClient
    ) async throws(ReadFailure) -> Document {
        let reading: FeedReading
        do {
            reading = try await DocumentRequest(
                accept: formats.acceptedTypes + [AcceptedType("text/html", quality: 500)]
            ).read(
                Subscription(key: url, location: url, writtenLocation: url), since: nil, using: client, format: nil)
        } catch {
            throw ReadFailure(error)
        }
        guard case .document(let document, _, _) = reading else {
            throw ReadFailure(.unavailable, "HTTP status 410: it is gone for good")
        }
        return document
    }

    private func feed(of document: Document) throws(ReadFailure) -> (feed: Feed, format: String?) {
        (try formats.decode(document, as: nil).feed, formats.formatName(of: document))
    }
}

// MARK: - Private

extension FeedDiscovery {
    /// Whether a URL is of a host, of one above or below it, or of a service that hands out other sites' feeds.
    private static func isSameSite(_ url: String, as host: String?) -> Bool {
        guard let host, let other = URLText.host(of: url) else { return true }
        func bare(_ host: String) -> String { host.hasPrefix("www.") ? String(host.dropFirst(4)) : host }
        let (own, its) = (bare(host), bare(other))
        return own == its || its.hasSuffix("." + own) || own.hasSuffix("." + its) || its.hasPrefix("feeds.")
    }
}

extension FeedCandidate {
    fileprivate init(_ link: HTMLFeedLink) {
        self.init(
            url: link.url, format: link.format?.rawValue, title: link.title, language: link.language,
            origin: Origin(link.origin))
    }

    /// Whether it has to be asked whether it is a feed.
    fileprivate var isGuess: Bool { ![.itself, .link].contains(origin) }

    fileprivate init(document: (feed: Feed, format: String?), url: String, origin: Origin) {
        self.init(
            url: url, format: document.format, title: document.feed.title, language: document.feed.language,
            origin: origin, isVerified: true)
    }
}

extension FeedCandidate.Origin {
    fileprivate init(_ origin: HTMLFeedLink.Origin) {
        switch origin {
        case .declared: self = .link
        case .likely: self = .likelyLink
        case .anchor: self = .anchor
        }
    }
}

extension URLParts {
    fileprivate var appendingSlash: URLParts {
        var parts = self
        parts.path += "/"
        return parts
    }
}
