internal import ThreadExecutor
internal import TributaryPluginKit

/// A line to one broker of MQTT 3.1.1, over a connection of curl's.
///
/// curl's own MQTT asks for no answer and knows no TLS (docs/decisions/0016).
actor CurlBrokerLine: BrokerLine {
    private let server: MessageServer
    private let executor = ThreadExecutor(name: "mqtt")
    private var stream: CurlStream?
    private var received: [UInt8] = []
    private var lastNumber: UInt16 = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(to server: MessageServer) {
        self.server = server
    }

    /// Hands the broker a publication and waits for its answer.
    func publish(_ publication: Publication) async throws(MessageFailure) {
        let flag = CancellationFlag()
        let result = await withTaskCancellationHandler {
            await attempt(publication, unless: flag)
        } onCancel: {
            flag.set()
        }
        try result.get()
    }

    /// Takes leave of the broker.
    func close() async {
        try? stream?.send(MQTTPacket.disconnect, until: .now + .seconds(2), unless: CancellationFlag())
        stream = nil
    }
}

// MARK: - Private

extension CurlBrokerLine {
    private enum Kind {
        static let greeted: UInt8 = 2
        static let confirmed: UInt8 = 4
    }

    private func attempt(
        _ publication: Publication, unless flag: CancellationFlag
    ) async -> Result<Void, MessageFailure> {
        let end = ContinuousClock.now + server.timeout
        do throws(MessageFailure) {
            try hand(publication, until: end, unless: flag)
            return .success(())
        } catch {
            // After half a packet, nothing more can be said on this connection.
            if error.kind == .unavailable { stream = nil }
            return .failure(error)
        }
    }

    private func hand(
        _ publication: Publication, until end: ContinuousClock.Instant, unless flag: CancellationFlag
    ) throws(MessageFailure) {
        guard publication.payload.count + publication.topic.utf8.count + 4 <= MQTTPacket.largest,
            publication.topic.utf8.count <= 65_535
        else { throw MessageFailure(.refused, "MQTT has no packet that large") }
        let stream = try connected(until: end, unless: flag)
        lastNumber = lastNumber == .max ? 1 : lastNumber + 1
        let number = publication.isConfirmed ? lastNumber : nil
        try stream.send(
            MQTTPacket.publish(
                publication.payload, topic: publication.topic, number: number, isRetained: publication.isRetained),
            until: end, unless: flag)
        guard let number else { return }
        while true {
            let answer = try next(stream, until: end, unless: flag)
            if answer.kind == Kind.confirmed, answer.body == [UInt8(number >> 8), UInt8(number & 0xFF)] { return }
        }
    }

    /// The connection, made and greeted if there is none.
    private func connected(
        until end: ContinuousClock.Instant, unless flag: CancellationFlag
    ) throws(MessageFailure) -> CurlStream {
        if let stream { return stream }
        received = []
        let stream = try CurlStream(to: server, unless: flag)
        try stream.send(
            MQTTPacket.connect(clientID: server.clientID, user: server.user, password: server.password), until: end,
            unless: flag)
        while received.isEmpty { try stream.receive(into: &received, until: end, unless: flag) }
        // Seen at its first byte: what it says next might be too short for what that means in MQTT.
        guard received[0] >> 4 == Kind.greeted else { throw stranger }
        let answer = try next(stream, until: end, unless: flag)
        guard answer.body.count == 2 else { throw stranger }
        // §3.2.2.3.
        switch answer.body[1] {
        case 0: break
        case 4, 5: throw MessageFailure(.unavailable, "\(server.host) does not accept the user and the password")
        case let code: throw MessageFailure(.unavailable, "\(server.host) does not let us in (code \(code))")
        }
        self.stream = stream
        return stream
    }

    private var stranger: MessageFailure {
        MessageFailure(.unavailable, "\(server.host):\(server.port) does not speak MQTT 3.1.1")
    }

    private func next(
        _ stream: CurlStream, until end: ContinuousClock.Instant, unless flag: CancellationFlag
    ) throws(MessageFailure) -> (kind: UInt8, body: [UInt8]) {
        while true {
            if let packet = MQTTPacket.take(from: &received) { return packet }
            try stream.receive(into: &received, until: end, unless: flag)
        }
    }
}
