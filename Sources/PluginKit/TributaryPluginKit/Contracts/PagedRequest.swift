import FeedModel
import FeedText

/// Reads a source that comes in pages, each of which says where the next one is.
///
/// Only the first page is asked for conditionally: what is new stands there. Where a later one cannot be read, what came
/// before it counts, and nothing is remembered that would keep the next reading from asking for all of it again.
package struct PagedRequest: Sendable {
    /// What has become of the pages.
    package enum Outcome: Sendable {
        /// They were read; a failure says why not all of them.
        case read(Validators, incomplete: ReadFailure?)
        /// The first page is as it was.
        case unchanged(Validators?)
        /// The source says that it is gone for good (410).
        case gone
    }

    /// The value of `Accept`.
    package var accept: String
    /// Fields of every request.
    package var headers: [HTTPField]
    /// The host that the options name, where the subscription has no address that does.
    package var namedHost: String?
    /// How many pages are read at most.
    package var mostPages: Int
    /// Statuses that say of a page behind the first that there is none, where pages are only counted.
    package var endStatuses: Set<Int> = []
    /// What the pages are read by: where it differs from the last time, the same page is read again.
    package var state: String?
    /// Why a status other than 2xx brings no page.
    package var failure: @Sendable (HTTPResponse) -> ReadFailure

    /// A request for at most so many pages.
    package init(
        accept: String, headers: [HTTPField] = [], mostPages: Int = 1, state: String? = nil,
        failure: @escaping @Sendable (HTTPResponse) -> ReadFailure = DocumentRequest.failure(for:)
    ) {
        self.accept = accept
        self.headers = headers
        self.mostPages = mostPages
        self.state = state
        self.failure = failure
    }

    /// Reads page after page.
    ///
    /// - Parameter take: takes a page in; where the next one is, or nil.
    /// - Throws: what goes wrong with the first page.
    package func read(
        from url: String, since last: Validators?, using http: any HTTPClient,
        take: (HTTPResponse) throws -> String?
    ) async throws -> Outcome {
        let known = last?.adapterState == state ? last : nil
        let first = try await response(from: url, validators: known, using: http)
        if first.status == 304 { return .unchanged(known.map { DocumentRequest.refreshed($0, by: first) }) }
        if first.status == 410 { return .gone }
        guard 200..<300 ~= first.status else { throw failure(first) }
        let validators = Validators(
            url: first.url, etag: first.header("ETag"), lastModified: first.header("Last-Modified"),
            documentHash: StableHash.hash(first.body), adapterState: state)
        if let hash = known?.documentHash, hash == validators.documentHash { return .unchanged(validators) }
        guard let next = try take(first) else { return .read(validators, incomplete: nil) }
        let incomplete = try await readRest(from: next, behind: [url, first.url], using: http, take: take)
        return .read(incomplete == nil ? validators : Validators(adapterState: state), incomplete: incomplete)
    }
}

// MARK: - Private

extension PagedRequest {
    /// Reads the pages behind the first; why they end early, if they do.
    private func readRest(
        from url: String, behind before: Set<String>, using http: any HTTPClient,
        take: (HTTPResponse) throws -> String?
    ) async throws -> ReadFailure? {
        var seen = before
        var next: String? = url
        var count = 1
        while let url = next, count < mostPages {
            guard seen.insert(url).inserted else { return nil }
            count += 1
            do {
                let response = try await response(from: url, validators: nil, using: http)
                if endStatuses.contains(response.status) { return nil }
                guard 200..<300 ~= response.status else { throw failure(response) }
                next = try take(response)
            } catch let failure as ReadFailure {
                guard failure.kind != .cancelled else { throw failure }
                return ReadFailure(failure.kind, "page \(count): \(failure.message)", retryAfter: failure.retryAfter)
            } catch let failure as HTTPFailure {
                guard failure.kind != .cancelled else { throw failure }
                return ReadFailure(.unavailable, "page \(count): \(failure.message)")
            }
        }
        return nil
    }

    private func response(
        from url: String, validators: Validators?, using http: any HTTPClient
    ) async throws(HTTPFailure) -> HTTPResponse {
        var request = HTTPRequest(url: url)
        request.accept = accept
        request.headers = headers
        request.validators = validators
        request.namedHost = namedHost
        return try await http.response(to: request)
    }
}

extension HTTPResponse {
    /// Where a `Link` field says that the next page is, absolute (RFC 8288 §3); nil where none does.
    package var nextPage: String? {
        for header in headers where header.name.equalsIgnoringASCIICase("Link") {
            if let target = Self.target(ofRelation: "next", in: Array(header.value.utf8)) {
                return URLText.resolve(target, against: url)
            }
        }
        return nil
    }

    /// The first link of a list `<target>; name=value; …, <target> …` that has a relation.
    private static func target(ofRelation relation: String, in bytes: [UInt8]) -> String? {
        var position = 0
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")),
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            var behind = end + 1
            var isQuoted = false
            while behind < bytes.count, isQuoted || bytes[behind] != UInt8(ascii: ",") {
                if bytes[behind] == UInt8(ascii: "\"") { isQuoted.toggle() }
                behind += 1
            }
            let relations = Self.relations(of: String(decoding: bytes[(end + 1)..<behind], as: UTF8.self))
            if relations.contains(relation[...]) { return String(decoding: bytes[(start + 1)..<end], as: UTF8.self) }
            position = behind
        }
        return nil
    }

    private static func relations(of parameters: String) -> [Substring] {
        for parameter in parameters.split(separator: ";") {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { String($0).trimmingASCIIWhitespace }
            guard parts.count == 2, parts[0].asciiLowercased == "rel" else { continue }
            return parts[1].asciiLowercased.split { $0 == "\"" || $0 == " " }
        }
        return []
    }
}
