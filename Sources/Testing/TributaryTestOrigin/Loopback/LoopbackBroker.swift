internal import Synchronization

/// A broker (MQTT 3.1.1) on 127.0.0.1 that keeps what it takes, and fails as told.
public final class LoopbackBroker: Sendable {
    /// What was published.
    public struct Publication: Sendable, Hashable {
        /// The topic.
        public var topic: String
        /// What was published under it.
        public var payload: [UInt8]
        /// The quality of service: 0 or 1.
        public var quality: Int
        /// Whether it was to be kept.
        public var isRetained: Bool

        /// Something published under a topic.
        public init(topic: String, payload: [UInt8], quality: Int, isRetained: Bool) {
            self.topic = topic
            self.payload = payload
            self.quality = quality
            self.isRetained = isRetained
        }
    }

    /// What goes wrong.
    public enum Fault: Sendable, Hashable {
        /// The user and the password are wrong.
        case refusesUser
        /// The connection is closed instead of confirming a publication.
        case closes
        /// Nothing is ever answered.
        case silent
        /// What is answered is not MQTT.
        case garbage
    }

    private let record: BrokerRecord
    private let server: LoopbackServer<BrokerDialogue>

    /// Starts a broker.
    public init(fault: Fault? = nil) throws(OriginError) {
        let record = BrokerRecord(fault: fault)
        self.record = record
        server = try LoopbackServer { BrokerDialogue(record: record) }
    }

    /// The port that it listens on.
    public var port: Int { Int(server.port) }

    /// What was published, in order.
    public var publications: [Publication] { record.state.withLock { $0.publications } }

    /// The greetings that came, each with what stands behind its first ten bytes.
    public var greetings: [[UInt8]] { record.state.withLock { $0.greetings } }

    /// Has something go wrong from now on, or nothing.
    public func meet(_ fault: Fault?) {
        record.state.withLock { $0.fault = fault }
    }
}

/// What the broker has taken, shared by its thread and those who look at it.
final class BrokerRecord: Sendable {
    struct State {
        var publications: [LoopbackBroker.Publication] = []
        var greetings: [[UInt8]] = []
        var fault: LoopbackBroker.Fault?
    }

    let state: Mutex<State>

    init(fault: LoopbackBroker.Fault?) {
        state = Mutex(State(fault: fault))
    }
}

/// The broker's side of a connection on which somebody publishes.
struct BrokerDialogue: LoopbackDialogue {
    private let record: BrokerRecord
    private(set) var isOver = false

    init(record: BrokerRecord) {
        self.record = record
    }

    var greeting: [UInt8] { [] }

    mutating func answer(_ received: inout [UInt8]) -> [UInt8] {
        var answers: [UInt8] = []
        while let (head, body) = Self.takePacket(from: &received) { answers += answer(head, body) }
        return answers
    }

    private mutating func answer(_ head: UInt8, _ body: [UInt8]) -> [UInt8] {
        let fault = record.state.withLock { $0.fault }
        switch (head >> 4, fault) {
        case (_, .silent): return []
        case (1, .garbage): return Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
        case (1, .refusesUser): return [0x20, 2, 0, 4]
        case (1, _):
            record.state.withLock { $0.greetings.append(Array(body.dropFirst(10))) }
            return [0x20, 2, 0, 0]
        case (3, .closes):
            isOver = true
            return []
        case (3, _): return take(head, body)
        default:
            isOver = head >> 4 == 14
            return []
        }
    }

    private func take(_ head: UInt8, _ body: [UInt8]) -> [UInt8] {
        let quality = Int(head >> 1 & 3)
        let length = Int(body[0]) << 8 | Int(body[1])
        let number = quality > 0 ? Array(body[(2 + length)..<(4 + length)]) : []
        let publication = LoopbackBroker.Publication(
            topic: String(decoding: body[2..<(2 + length)], as: UTF8.self),
            payload: Array(body[(2 + length + number.count)...]), quality: quality, isRetained: head & 1 == 1)
        record.state.withLock { $0.publications.append(publication) }
        return quality > 0 ? [0x40, 2] + number : []
    }

    private static func takePacket(from bytes: inout [UInt8]) -> (head: UInt8, body: [UInt8])? {
        var (length, place, shift) = (0, 1, 0)
        while true {
            guard place < bytes.count else { return nil }
            length |= Int(bytes[place] & 0x7F) << shift
            shift += 7
            place += 1
            if bytes[place - 1] & 0x80 == 0 { break }
        }
        guard bytes.count >= place + length else { return nil }
        let packet = (head: bytes[0], body: Array(bytes[place..<(place + length)]))
        bytes.removeFirst(place + length)
        return packet
    }
}
