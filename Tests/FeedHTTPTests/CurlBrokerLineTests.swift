import FeedHTTP
import Testing
import TributaryPluginKit
import TributaryTestOrigin

@Suite("Publications over curl", .timeLimit(.minutes(5)))
struct CurlBrokerLineTests {
    private static func server(_ broker: LoopbackBroker, timeout: Duration = .seconds(60)) -> MessageServer {
        MessageServer(host: "127.0.0.1", port: broker.port, security: .none, timeout: timeout)
    }

    @Test("Publications arrive byte for byte, large ones too, in order over one connection")
    func publishing() async throws {
        let broker = try LoopbackBroker()
        var server = Self.server(broker)
        server.user = "ines"
        server.password = "pw"
        server.clientID = "me"
        let line = CurlMessages().brokerLine(to: server)
        let large = [UInt8](repeating: 7, count: 300_000)
        try await line.publish(Publication(topic: "feeds/果樹園", payload: Array("one".utf8)))
        try await line.publish(Publication(topic: "b", payload: large, isRetained: true))
        try await line.publish(Publication(topic: "c", payload: [], isConfirmed: false))
        // Without an answer to wait for, the next one that has one says that all have come.
        try await line.publish(Publication(topic: "d", payload: [0, 10, 255]))
        await line.close()
        let expected = [
            LoopbackBroker.Publication(topic: "feeds/果樹園", payload: Array("one".utf8), quality: 1, isRetained: false),
            LoopbackBroker.Publication(topic: "b", payload: large, quality: 1, isRetained: true),
            LoopbackBroker.Publication(topic: "c", payload: [], quality: 0, isRetained: false),
            LoopbackBroker.Publication(topic: "d", payload: [0, 10, 255], quality: 1, isRetained: false),
        ]
        #expect(broker.publications == expected)
        #expect(
            broker.greetings == [[0, 2] + Array("me".utf8) + [0, 4] + Array("ines".utf8) + [0, 2] + Array("pw".utf8)])
    }

    @Test(
        "What goes wrong is said, and the line is as good as new",
        arguments: [
            (.refusesUser, "127.0.0.1 does not accept the user and the password"),
            (.closes, "broke"), (.garbage, "does not speak MQTT 3.1.1"), (.silent, "within 300 ms"),
        ] as [(LoopbackBroker.Fault, String)])
    func faults(fault: LoopbackBroker.Fault, message: String) async throws {
        let broker = try LoopbackBroker(fault: fault)
        let line = CurlMessages().brokerLine(
            to: Self.server(broker, timeout: fault == .silent ? .milliseconds(300) : .seconds(60)))
        let publication = Publication(topic: "a", payload: [1])
        let failure = await #expect(throws: MessageFailure.self) { try await line.publish(publication) }
        #expect(
            failure?.kind == .unavailable && failure?.message.hasSuffix(message) == true, "\(failure?.message ?? "")")
        broker.meet(nil)
        try await line.publish(publication)
        #expect(broker.publications.count == 1)
    }

    @Test("What is too large for MQTT is refused, what was cancelled is not waited for")
    func limits() async throws {
        let broker = try LoopbackBroker(fault: .silent)
        let line = CurlMessages().brokerLine(to: Self.server(broker))
        let refused = await #expect(throws: MessageFailure.self) {
            try await line.publish(Publication(topic: String(repeating: "x", count: 70_000), payload: []))
        }
        #expect(refused?.kind == .refused)
        let task = Task { try await line.publish(Publication(topic: "a", payload: [])) }
        task.cancel()
        let cancelled = await #expect(throws: MessageFailure.self) { try await task.value }
        #expect(cancelled?.message == "cancelled")
    }
}
