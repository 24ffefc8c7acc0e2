import FeedJSON
import FeedModel
import FeedText
import TributaryPluginKit

extension PluginAnswer {
    /// The line, with its end.
    package var line: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.type(type)
        switch self {
        case .hello(let greeting): writer.greeting(greeting)
        case .feed(let feed):
            writer.name("feed")
            writer.beginFeed(feed)
            writer.endFeed(feed)
        case .entry(let entry, _):
            writer.name("entry")
            writer.entry(entry)
        case .diagnostic(let diagnostic):
            writer.member("severity", diagnostic.severity.rawValue)
            writer.member("message", "\(diagnostic)")
        case .done(let validators), .unchanged(let validators):
            if let validators { writer.validators(validators) }
        case .document(let document, let validators, let format):
            writer.document(document)
            if let validators { writer.validators(validators) }
            writer.member("format", format)
        case .keep(let entry):
            if let entry {
                writer.name("entry")
                writer.entry(entry)
            }
        case .drop(let reason): writer.member("reason", reason)
        case .hold(let until): writer.member("until", until.rfc3339)
        case .receipt(let receipt): writer.receipt(receipt)
        case .error(let failure):
            writer.member("message", failure.message)
            if failure.isPermanent { writer.member("permanent", true) }
            if let seconds = failure.retryAfter { writer.member("retry_after", .number(JSONNumber(Int(seconds)))) }
            if let receipt = failure.receipt { writer.receipt(receipt) }
        case .gone, .ready, .closed: break
        }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func document(_ document: Document) {
        member("url", document.url)
        if let type = document.mediaType {
            member("media_type", type.charset.map { "\(type.essence); charset=\($0)" } ?? type.essence)
        }
        if let text = String(validating: document.bytes, as: UTF8.self) {
            member("text", text)
        } else {
            member("base64", Base64.encode(document.bytes))
        }
    }

    fileprivate mutating func receipt(_ receipt: Receipt) {
        member("confirmed", .array(receipt.confirmed.map(JSONValue.string)))
        member("mark", receipt.mark?.state)
    }
}
