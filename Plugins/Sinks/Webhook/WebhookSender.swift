import EntryMessages
import FeedJSON
import FeedModel
import FeedText
import TributaryPluginKit

/// Sends messages, each with a key by which the receiver can tell a repeated one, and says what came of it.
struct WebhookSender: Sendable {
    private let http: any HTTPClient
    private let clock: any WallClock
    private let host: String
    private let headers: [HTTPField]
    private let secret: [UInt8]?
    private let signatureHeader: String

    /// A sender with what the configuration says of every request.
    init(_ options: Webhook.Options, host: String, _ context: PluginContext) throws(ConfigurationError) {
        http = context.deliveryHTTP
        clock = context.clock
        self.host = host
        secret = options.secret.map { Array($0.utf8) }
        signatureHeader = options.signatureHeader
        var headers: [HTTPField] = []
        for member in options.headers.objectValue?.members ?? [] {
            let (name, value) = (member.name, member.value.stringValue ?? "")
            let path = ConfigurationPath([.key("headers"), .key(name)])
            guard Self.isToken(name) else {
                throw ConfigurationError("\"\(name)\" cannot be the name of a field", at: path)
            }
            guard !Self.ofTransfer.contains(name.asciiLowercased) else {
                throw ConfigurationError(
                    "\(name) follows from the request and is written by the program; leave it out", at: path)
            }
            guard Self.isValue(value) else {
                throw ConfigurationError("the value of a field is one line of ASCII", at: path)
            }
            headers.append(HTTPField(name: name, value: value))
        }
        if let token = options.token {
            guard Self.isValue(token) else { throw ConfigurationError("a token is one line of ASCII", at: "token") }
            headers.append(HTTPField(name: "Authorization", value: "Bearer \(token)"))
        }
        guard Self.isToken(signatureHeader), !Self.ofTransfer.contains(signatureHeader.asciiLowercased) else {
            throw ConfigurationError(
                "\"\(signatureHeader)\" cannot be the name of a field", at: "signature_header")
        }
        self.headers = headers
    }

    /// Sends a message about deliveries and waits until the receiver has taken it.
    func send(_ message: WebhookMessage, about deliveries: ArraySlice<Delivery>) async throws(SinkFailure) {
        var request = HTTPRequest(url: message.url)
        request.method = message.method
        request.accept = "application/json, text/plain;q=0.5, */*;q=0.1"
        request.headers = [
            HTTPField(name: "Content-Type", value: message.contentType),
            HTTPField(name: "Idempotency-Key", value: DeliveryKey.key(of: deliveries)),
        ]
        let own = Set(headers.map(\.name.asciiLowercased))
        request.headers = request.headers.filter { !own.contains($0.name.asciiLowercased) } + headers
        if let secret {
            let code = SHA256.authenticationCode(of: message.body, key: secret).hexadecimal
            request.headers.append(HTTPField(name: signatureHeader, value: "sha256=\(code)"))
        }
        request.body = message.body
        request.namedHost = host
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await http.response(to: request)
        } catch {
            throw SinkFailure(.retryable(after: nil), error.message)
        }
        if let failure = failure(of: response) { throw failure }
    }

    /// Fields that say how a request is carried: others than the true ones would break it, or make two of one.
    private static let ofTransfer: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    /// A name by which HTTP knows fields (RFC 9110 §5.6.2).
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    private static func isValue(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
}

// MARK: - Answers

extension WebhookSender {
    /// Why a response does not mean that the message was taken; nil where it was.
    ///
    /// What speaks of the address or of the credentials is wrong for every delivery alike, so none is given up for it.
    private func failure(of response: HTTPResponse) -> SinkFailure? {
        if let redirect = response.redirects.first(where: { (301...303).contains($0.status) }) {
            return SinkFailure(
                .retryable(after: nil),
                "\(host) redirects to \(URLText.redacted(redirect.target)), where nothing was delivered; write that address"
            )
        }
        guard !(200...299).contains(response.status) else { return nil }
        let message = "\(host) answered \(response.status)\(excerpt(of: response.body))"
        switch response.status {
        case 401, 403, 404, 405, 407, 410:
            return SinkFailure(.retryable(after: nil), "\(message); look at the address and the credentials")
        case 408, 409, 425, 429, 500...599:
            return SinkFailure(.retryable(after: pause(after: response)), message)
        case 400...499: return SinkFailure(.permanent, message)
        default: return SinkFailure(.retryable(after: nil), message)
        }
    }

    /// For how many seconds the receiver wants to be left alone; nil where it does not say.
    private func pause(after response: HTTPResponse) -> Int64? {
        if let wait = response.header("Retry-After").flatMap({ RetryAfter.seconds($0, at: clock.now.seconds) }) {
            return wait
        }
        // Telegram and Discord say it in the body as well.
        let body = (try? JSONNode(parsing: response.body))?.value.objectValue
        let said = body?["retry_after"] ?? body?["parameters"]?.objectValue?["retry_after"]
        guard let seconds = said?.doubleValue, seconds >= 0 else { return nil }
        return Int64(min(seconds.rounded(.up), Double(RetryAfter.longest)))
    }

    private func excerpt(of body: [UInt8]) -> String {
        let text = DisplayText.singleLine(String(decoding: body.prefix(1000), as: UTF8.self))
        return text.isEmpty ? "" : ": \(TextLimit.cut(text, characters: 200))"
    }
}
