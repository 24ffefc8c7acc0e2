import FeedJSON
package import FeedModel
import FeedText
package import TributaryPluginKit

/// What a plugin says to Tributary, a line each.
package enum PluginAnswer: Sendable {
    /// The first line.
    case hello(Greeting)
    /// An adapter's feed, without its entries.
    case feed(Feed)
    /// One entry of an adapter's feed, and what is odd about it.
    case entry(Entry, remarks: [String])
    /// A message for a person.
    case diagnostic(Diagnostic)
    /// The feed is whole.
    case done(Validators?)
    /// Nothing has changed.
    case unchanged(Validators?)
    /// The source is gone for good.
    case gone
    /// A document for Tributary to decode.
    case document(Document, Validators?, format: String?)
    /// The entry goes on, changed where there is one.
    case keep(Entry?)
    /// The entry goes no further.
    case drop(reason: String)
    /// The entry waits.
    case hold(until: Timestamp)
    /// The sink is ready.
    case ready
    /// What the sink confirms.
    case receipt(Receipt)
    /// The sink has ended.
    case closed
    /// It did not work.
    case error(ReportedFailure)
}

/// What a plugin says of a request that it could not fulfil.
package struct ReportedFailure: Error, Sendable {
    /// What happened: lower case, no full stop.
    package var message: String
    /// Whether trying again is in vain.
    package var isPermanent: Bool
    /// In how many seconds to try again.
    package var retryAfter: Int64?
    /// What arrived before.
    package var receipt: Receipt?

    /// A failure with a message.
    package init(_ message: String, isPermanent: Bool = false, retryAfter: Int64? = nil, receipt: Receipt? = nil) {
        self.message = message
        self.isPermanent = isPermanent
        self.retryAfter = retryAfter
        self.receipt = receipt
    }
}

// MARK: - Reading

extension PluginAnswer {
    /// Reads a line without its end.
    package init(line bytes: [UInt8]) throws(ProtocolMistake) {
        let line = try ProtocolLine(bytes)
        switch line.type {
        case "hello": self = .hello(try line.greeting())
        case "feed": self = .feed(try line.feed())
        case "entry":
            let (entry, remarks) = try line.requiredEntry()
            self = .entry(entry, remarks: line.entryHas("_tributary") ? remarks + [Self.forgery] : remarks)
        case "diagnostic": self = .diagnostic(try line.diagnostic())
        case "done": self = .done(try line.validators())
        case "unchanged": self = .unchanged(try line.validators())
        case "gone": self = .gone
        case "document":
            self = .document(try line.document(), try line.validators(), format: try line.text("format"))
        case "keep": self = .keep(try line.entry()?.entry)
        case "drop": self = .drop(reason: try line.requiredText("reason"))
        case "hold":
            guard let until = Timestamp(parsing: try line.requiredText("until")) else {
                throw ProtocolMistake("\"until\" is no date (RFC 3339)")
            }
            self = .hold(until: until)
        case "ready": self = .ready
        case "receipt": self = .receipt(try line.receipt() ?? Receipt(confirmed: []))
        case "closed": self = .closed
        case "error":
            self = .error(
                ReportedFailure(
                    try line.requiredText("message"), isPermanent: try line.bool("permanent") ?? false,
                    retryAfter: try line.seconds("retry_after"),
                    receipt: try line.receipt()))
        default: throw ProtocolMistake("\"\(line.type)\" is no answer that is known here")
        }
    }

    /// The remark on an entry that an adapter has given what Tributary gives it.
    static let forgery = "\"_tributary\" is not the plugin's to set; it is passed over"

    /// What the answer is called in the protocol.
    package var type: String {
        switch self {
        case .hello: "hello"
        case .feed: "feed"
        case .entry: "entry"
        case .diagnostic: "diagnostic"
        case .done: "done"
        case .unchanged: "unchanged"
        case .gone: "gone"
        case .document: "document"
        case .keep: "keep"
        case .drop: "drop"
        case .hold: "hold"
        case .ready: "ready"
        case .receipt: "receipt"
        case .closed: "closed"
        case .error: "error"
        }
    }
}

extension ProtocolLine {
    fileprivate func diagnostic() throws(ProtocolMistake) -> Diagnostic {
        let word = try text("severity") ?? "warning"
        guard let severity = Diagnostic.Severity(rawValue: word) else {
            throw ProtocolMistake("\"severity\" is \"\(word)\"; it can be error, warning or note")
        }
        return Diagnostic(severity, try requiredText("message"))
    }

    fileprivate func document() throws(ProtocolMistake) -> Document {
        let bytes: [UInt8]
        if let text = try text("text") {
            bytes = Array(text.utf8)
        } else if let text = try text("base64") {
            guard let decoded = Base64.decode(text.utf8.span) else { throw ProtocolMistake("\"base64\" is no base64") }
            bytes = decoded
        } else {
            throw ProtocolMistake("a document has \"text\" or \"base64\"")
        }
        let type = try text("media_type").flatMap(MediaType.init(parsing:))
        return Document(url: try text("url"), mediaType: type, bytes: bytes)
    }

    fileprivate func receipt() throws(ProtocolMistake) -> Receipt? {
        guard let listed = try value("confirmed") else { return nil }
        guard let ids = listed.arrayValue?.map(\.stringValue), !ids.contains(nil) else {
            throw ProtocolMistake("\"confirmed\" is no list of texts")
        }
        return Receipt(confirmed: ids.compactMap { $0 }, mark: try text("mark").map { SinkMark($0) })
    }
}
