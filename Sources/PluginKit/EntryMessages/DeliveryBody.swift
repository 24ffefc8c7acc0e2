import EntryViews
package import FeedJSON
import FeedModel
package import TributaryPluginKit

/// What is sent of a delivery: the entry as JSON Feed has it, or what the option `body` makes of it.
package struct DeliveryBody: Sendable {
    private enum Form {
        case entry
        case json(JSONTemplate)
        case text(MessageTemplate)
    }

    private let form: Form

    /// Whether it is plain text, else it is JSON.
    package var isText: Bool {
        if case .text = form { true } else { false }
    }

    /// The body that an option asks for.
    ///
    /// - Throws: every mistake in its templates, each at its place below `body`.
    package init(option value: JSONValue?) throws(ConfigurationError) {
        switch value {
        case nil: form = .entry
        case .string(let text)?: form = .text(try MessageTemplate(text, naming: EntryTexts.names, at: "body"))
        case let value?:
            do throws(ConfigurationError) {
                form = .json(try JSONTemplate(value, naming: EntryTexts.names))
            } catch {
                throw ConfigurationError(
                    error.problems.map {
                        ConfigurationProblem($0.message, at: ConfigurationPath([.key("body")] + $0.path.components))
                    })
            }
        }
    }

    /// The option, as plugins document it.
    package static let option = Option(
        "body", .json, "What is sent instead of the entry as JSON Feed has it: a value whose texts are templates.")

    /// What is sent of one delivery.
    package func bytes(of delivery: Delivery) -> [UInt8] {
        if case .text(let template) = form {
            let texts = EntryTexts(delivery)
            return Array(template.filled { texts[$0] }.utf8)
        }
        var writer = JSONWriter()
        write(delivery, to: &writer)
        return writer.bytes
    }

    /// What is sent of several, which is JSON: a list, or of entries an object that holds it.
    package func bytes(of deliveries: ArraySlice<Delivery>) -> [UInt8] {
        var writer = JSONWriter()
        let isNamed = if case .entry = form { true } else { false }
        if isNamed {
            writer.beginObject()
            writer.name("deliveries")
        }
        writer.beginArray()
        for delivery in deliveries { write(delivery, to: &writer) }
        writer.endArray()
        if isNamed { writer.endObject() }
        return writer.bytes
    }
}

// MARK: - Private

extension DeliveryBody {
    private func write(_ delivery: Delivery, to writer: inout JSONWriter) {
        switch form {
        case .json(let template):
            let texts = EntryTexts(delivery)
            writer.value(template.filled { texts[$0] })
        case .text(let template):
            let texts = EntryTexts(delivery)
            writer.string(template.filled { texts[$0] })
        case .entry:
            writer.beginObject()
            writer.name("delivery")
            writer.string(DeliveryKey.key(of: delivery))
            writer.name("revision")
            writer.number(delivery.revision)
            writer.name("item")
            writer.entry(delivery.entry.redacted)
            writer.endObject()
        }
    }
}
