import EntryMessages
import FeedJSON
import FeedText
public import TributaryPluginKit

/// Publishes each entry to a broker (MQTT 3.1.1).
public actor MQTT: Sink {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var host: String
        var port: Int?
        var security: String
        var user: String?
        var password: String?
        var ca: String?
        var timeout: TimeSpan
        var clientID: String
        var topic: String
        var body: JSONValue?
        var qos: Int
        var retain: Bool

        enum CodingKeys: String, CodingKey {
            case host, port, security, user, password, ca, timeout, topic, body, qos, retain
            case clientID = "client_id"
        }
    }

    /// What people and the engine must know of the sink: subscribers may do anything with an entry, so it is sent once.
    public static let descriptor = PluginDescriptor(
        name: "mqtt", role: .sink, summary: "publishes entries to an MQTT broker",
        options: [
            ServerOptions.host,
            Option("port", .integer(in: 1...65_535), "The port; 8883 with tls, else 1883."),
            Option("security", .choice(of: ["tls", "none"]), default: "tls", "How the connection is protected."),
            ServerOptions.user, ServerOptions.password, ServerOptions.ca, ServerOptions.timeout,
            Option("client_id", .text, default: "tributary", "What the client calls itself."),
            Option(
                "topic", .text, default: "tributary/{{feed}}",
                "The topic, a template; what is put in is percent-encoded."),
            DeliveryBody.option,
            Option(
                "qos", .integer(in: 0...1), default: 1,
                "The quality of service: 1 waits until the broker says that it has an entry."),
            Option("retain", .boolean, default: false, "Whether the broker keeps a topic's last entry."),
        ],
        example: #"{"use": "mqtt", "host": "broker.example.org", "topic": "feeds/{{feed}}"}"#,
        delivery: DeliveryTraits(isRepeatable: false, firstFetch: .newest(1)))

    /// More bytes of what is put in make no better topic.
    private static let mostOfValue = 200

    private let server: MessageServer
    private let transport: any MessageTransport
    private let topic: MessageTemplate
    private let body: DeliveryBody
    private let isConfirmed: Bool
    private let isRetained: Bool
    private var line: (any BrokerLine)?

    /// Makes the sink.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        var server = try ServerOptions.server(
            host: options.host, port: options.port, security: options.security, ports: [.tls: 8883, .none: 1883],
            user: options.user, password: options.password, ca: options.ca, timeout: options.timeout, in: context)
        server.clientID = options.clientID
        self.server = server
        transport = context.messages
        topic = try MessageTemplate(options.topic, naming: EntryTexts.names, at: "topic")
        let sample = topic.filled { _ in "x" }
        guard !sample.contains(where: { "+#\0".contains($0) }), sample.utf8.count <= 1000 else {
            throw ConfigurationError(
                "a topic to publish under has no \"+\" or \"#\", and 1000 bytes at most", at: "topic")
        }
        body = try DeliveryBody(option: options.body)
        isConfirmed = options.qos == 1
        isRetained = options.retain
    }

    /// Publishes the entries one by one.
    public func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        let line = self.line ?? transport.brokerLine(to: server)
        self.line = line
        var confirmed: [Delivery.ID] = []
        for delivery in batch.deliveries {
            do throws(MessageFailure) {
                try await line.publish(
                    Publication(
                        topic: topic(of: delivery), payload: body.bytes(of: delivery), isConfirmed: isConfirmed,
                        isRetained: isRetained))
            } catch {
                throw SinkFailure(error.ofSink.kind, error.message, receipt: Receipt(confirmed: confirmed))
            }
            confirmed.append(delivery.id)
        }
        return Receipt(confirmed: confirmed)
    }

    /// Takes leave of the broker.
    public func close() async throws(SinkFailure) {
        await line?.close()
        line = nil
    }

    /// The topic with every place filled by one part of a level; a level of which nothing is known is `_`.
    private func topic(of delivery: Delivery) -> String {
        let texts = EntryTexts(delivery)
        let filled = topic.filled { name in
            texts[name].map { URLText.encodedComponent(TextLimit.cut($0, bytes: Self.mostOfValue)) }
        }
        return filled.split(separator: "/", omittingEmptySubsequences: false).map { $0.isEmpty ? "_" : $0 }
            .joined(separator: "/")
    }
}
