package import FeedJSON
package import FeedModel
package import TributaryPluginKit

/// What Tributary says to a plugin, a line each.
package enum PluginRequest: Sendable {
    /// The first line: version, role, and the plugin's options.
    case hello(Greeting, options: JSONValue?)
    /// To an adapter: read the subscription.
    case read(Subscription, since: Validators?)
    /// To a stage: judge the entry.
    case judge(Entry)
    /// To a sink: make ready.
    case open(after: SinkMark?)
    /// To a sink: deliver these.
    case deliver([Delivery])
    /// To a sink: there is no more.
    case close
}

// MARK: - Writing

extension PluginRequest {
    /// The line, with its end.
    package var line: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        switch self {
        case .hello(let greeting, let options):
            writer.type("hello")
            writer.greeting(greeting)
            if let options { writer.member("options", options) }
        case .read(let subscription, let validators):
            writer.type("read")
            writer.name("subscription")
            writer.subscription(subscription)
            if let validators { writer.validators(validators) }
        case .judge(let entry):
            writer.type("judge")
            writer.name("entry")
            writer.entry(entry)
        case .open(let mark):
            writer.type("open")
            writer.member("mark", mark?.state)
        case .deliver(let deliveries):
            writer.type("deliver")
            writer.name("deliveries")
            writer.beginArray()
            for delivery in deliveries { writer.delivery(delivery) }
            writer.endArray()
        case .close: writer.type("close")
        }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func subscription(_ subscription: Subscription) {
        beginObject()
        member("key", subscription.key)
        member("name", subscription.name)
        member("url", subscription.location)
        member("tags", .array(subscription.tags.map(JSONValue.string)))
        endObject()
    }

    fileprivate mutating func delivery(_ delivery: Delivery) {
        beginObject()
        member("id", delivery.id)
        member("position", .number(JSONNumber(Int(delivery.position))))
        member("revision", .number(JSONNumber(delivery.revision)))
        name("entry")
        entry(delivery.entry)
        endObject()
    }
}

// MARK: - Reading

extension PluginRequest {
    /// Reads a line without its end.
    package init(line bytes: [UInt8]) throws(ProtocolMistake) {
        let line = try ProtocolLine(bytes)
        switch line.type {
        case "hello": self = .hello(try line.greeting(), options: try line.value("options"))
        case "read":
            let members = try line.required("subscription")
            guard let key = members.objectValue?["key"]?.stringValue else {
                throw ProtocolMistake("\"subscription\" has no \"key\"")
            }
            let tags = members.objectValue?["tags"]?.arrayValue?.compactMap(\.stringValue) ?? []
            let subscription = Subscription(
                key: key, name: members.objectValue?["name"]?.stringValue,
                location: members.objectValue?["url"]?.stringValue, tags: tags)
            self = .read(subscription, since: try line.validators())
        case "judge": self = .judge(try line.requiredEntry().entry)
        case "open": self = .open(after: try line.text("mark").map { SinkMark($0) })
        case "deliver": self = .deliver(try line.deliveries())
        case "close": self = .close
        default: throw ProtocolMistake("\"\(line.type)\" is no request")
        }
    }
}

extension ProtocolLine {
    fileprivate func deliveries() throws(ProtocolMistake) -> [Delivery] {
        try elements("deliveries").map { element throws(ProtocolMistake) in
            guard let id = try element.text("id"), let position = try element.integer("position") else {
                throw ProtocolMistake("a delivery needs \"id\" and \"position\"")
            }
            return Delivery(
                id: id, position: Int64(position), revision: try element.integer("revision") ?? 0,
                entry: try element.requiredEntry().entry)
        }
    }
}
