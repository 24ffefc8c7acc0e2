import FeedJSON
import FeedModel
import MQTTSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink mqtt")
struct MQTTTests {
    private static func sink(_ options: String = "", over messages: MemoryMessages) throws -> MQTT {
        try PluginContract.make(
            MQTT.self, #"{"use": "mqtt", "host": "broker.example.org"\#(options)}"#, context: .test(messages: messages))
    }

    private static func batch(_ entries: [Entry]) -> DeliveryBatch {
        DeliveryBatch(
            entries.enumerated().map { Delivery(id: "d\($0)", position: Int64($0), revision: 0, entry: $1) })
    }

    @Test("It keeps the contract of all sinks, wherever the line breaks")
    func contract() async throws {
        try await SinkContract.check(MQTT.self, in: PluginFolder("Plugins/Sinks/MQTT"), faults: 0..<4) { count in
            let messages = MemoryMessages(takesFirst: count ?? .max)
            return SinkBench(
                element: #"{"use": "mqtt", "host": "broker.example.org"}"#, context: .test(messages: messages)
            ) {
                try messages.publications.compactMap {
                    try JSONNode(parsing: $0.payload).value.objectValue?["item"]?.objectValue?["id"]?.stringValue
                }
            }
        }
    }

    @Test("What is published is what is expected")
    func samples() async throws {
        let messages = MemoryMessages()
        let options =
            #", "topic": "feeds/{{feed}}/{{language}}", "body": {"title": "{{title}}"}, "qos": 0, "retain": true"#
        _ = try await Self.sink(options, over: messages).deliver(Self.batch(Entry.samples))
        _ = try await Self.sink(over: messages).deliver(Self.batch([Entry.samples[2]]))
        let shown = messages.publications.map {
            "\($0.topic) \($0.isConfirmed) \($0.isRetained)\n\(String(decoding: $0.payload, as: UTF8.self))\n"
        }
        try Snapshot.expect(shown.joined(separator: "\n"), named: "samples")
        #expect(messages.servers.map(\.port) == [8883, 8883] && messages.servers[0].clientID == "tributary")
    }

    @Test("Whatever a feed is called, it is one level of a topic, and no wildcard")
    func nastyTexts() async throws {
        let messages = MemoryMessages()
        let entries = NastyTexts.entries + Entry.oddities
        _ = try await Self.sink(#", "topic": "{{feed}}/{{title}}/{{tags}}""#, over: messages).deliver(
            Self.batch(entries))
        #expect(messages.publications.count == entries.count)
        for topic in messages.publications.map(\.topic) {
            let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
            #expect(levels.count == 3 && levels.allSatisfy { !$0.isEmpty }, "\(topic)")
            #expect(
                topic.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !topic.contains { "+#$ ".contains($0) }, "\(topic)")
            #expect(topic.utf8.count < 2000)
        }
    }

    @Test(
        "A topic that nobody can publish under is a mistake", arguments: ["a/#", "+/b", "x\\u0000y", "{{titel}}"])
    func mistakes(topic: String) {
        #expect(throws: ConfigurationError.self) { try Self.sink(#", "topic": "\#(topic)""#, over: MemoryMessages()) }
    }
}
