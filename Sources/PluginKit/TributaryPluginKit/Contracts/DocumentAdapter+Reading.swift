import FeedModel
import FeedText

extension DocumentAdapter {
    /// Asks conditionally for the subscription's document and hands it back to be decoded by this format.
    public func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading {
        try await DocumentRequest(accept: Self.accepts).read(
            subscription, since: last, using: http, format: Self.descriptor.name)
    }
}

/// The conditional request that every format is read by.
package struct DocumentRequest: Sendable {
    /// The value of `Accept`.
    package let accept: String

    /// A request for documents of these types; anything else is taken too, as feeds are often served as something else.
    package init(accept types: [AcceptedType]) {
        var seen: Set<String> = []
        var parts: [String] = []
        for type in types.sorted(by: { ($1.quality, $0.essence) < ($0.quality, $1.essence) })
        where seen.insert(type.essence).inserted {
            parts.append(type.quality >= 1000 ? type.essence : "\(type.essence);q=\(Self.decimal(type.quality))")
        }
        accept = (parts + ["*/*;q=0.1"]).joined(separator: ", ")
    }

    /// Asks for the subscription's document.
    ///
    /// - Throws: ``ReadFailure`` or ``HTTPFailure``.
    package func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient, format: String?
    ) async throws -> FeedReading {
        guard let location = subscription.location else {
            throw ReadFailure(.unavailable, "there is no \"url\" to read")
        }
        var request = HTTPRequest(url: location)
        request.accept = accept
        request.validators = last
        let response = try await http.response(to: request)
        switch response.status {
        case 200..<300:
            return document(from: response, since: last, format: format)
        case 304:
            return .unchanged(last.map { Self.refreshed($0, by: response) })
        case 410:
            return .gone
        default:
            throw Self.failure(for: response, givenCredentials: subscription.hasCredentials)
        }
    }

    /// A 304 may bring new validators (RFC 9110 §15.4.5); what it does not name stays.
    static func refreshed(_ last: Validators, by response: HTTPResponse) -> Validators {
        var validators = last
        validators.etag = response.header("ETag") ?? last.etag
        validators.lastModified = response.header("Last-Modified") ?? last.lastModified
        return validators
    }

    /// Why a response brings no document, by its status.
    package static func failure(for response: HTTPResponse) -> ReadFailure {
        failure(for: response, givenCredentials: false)
    }

    /// The same where it is known whether the request gave credentials.
    static func failure(for response: HTTPResponse, givenCredentials: Bool) -> ReadFailure {
        let advice =
            switch response.status {
            case 401 where givenCredentials: "; the credentials in the subscription's \"http\" are refused"
            case 401: "; give credentials in the subscription's \"http\""
            case 407: "; the proxy wants credentials; give them in its URL"
            case 403: "; the server refuses"
            case 404: "; check the address"
            case 429: "; it asks for fewer requests"
            case 500...: "; the server has a fault, it is asked again later"
            default: ""
            }
        let seconds = response.header("Retry-After").flatMap(Int64.init).flatMap { $0 >= 0 ? $0 : nil }
        return ReadFailure(.unavailable, "HTTP status \(response.status)\(advice)", retryAfter: seconds)
    }
}

extension Subscription {
    /// Whether requests say who asks.
    fileprivate var hasCredentials: Bool {
        if http.user != nil || http.bearer != nil { return true }
        return http.headers.contains { $0.isNamed("authorization") }
            || location.flatMap { URLParts($0)?.userinfo } != nil
    }
}

// MARK: - Private

extension DocumentRequest {
    private func document(from response: HTTPResponse, since last: Validators?, format: String?) -> FeedReading {
        let validators = Validators(
            url: response.url, etag: response.header("ETag"), lastModified: response.header("Last-Modified"),
            documentHash: StableHash.hash(response.body))
        if let known = last?.documentHash, known == validators.documentHash { return .unchanged(validators) }
        let document = Document(
            url: response.url, mediaType: response.header("Content-Type").flatMap(MediaType.init(parsing:)),
            bytes: response.body,
            transfer: DocumentTransfer(
                status: response.status, coding: response.header("Content-Encoding"),
                receivedBytes: response.receivedBody), memory: response.memory)
        return .document(document, validators, format: format)
    }

    private static func decimal(_ thousandths: Int) -> String {
        var digits = String(thousandths + 1000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "0.\(digits)"
    }
}
