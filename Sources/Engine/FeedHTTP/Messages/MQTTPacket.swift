/// The packets of MQTT 3.1.1 that somebody sends who only publishes.
///
/// https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/mqtt-v3.1.1.html
enum MQTTPacket {
    /// The most that stands behind a packet's first bytes (§2.2.3).
    static let largest = 268_435_455

    /// The greeting (§3.1): a new session, without a time after which silence is the end.
    static func connect(clientID: String, user: String?, password: String?) -> [UInt8] {
        var flags: UInt8 = 0x02
        if user != nil { flags |= 0x80 }
        if user != nil, password != nil { flags |= 0x40 }
        var body = text("MQTT") + [4, flags, 0, 0] + text(clientID)
        if let user {
            body += text(user)
            if let password { body += text(password) }
        }
        return packet(0x10, body)
    }

    /// A publication (§3.3).
    ///
    /// - Parameter number: by which the broker says that it has it; nil asks for no answer.
    static func publish(_ payload: [UInt8], topic: String, number: UInt16?, isRetained: Bool) -> [UInt8] {
        var body = text(topic)
        if let number { body += [UInt8(number >> 8), UInt8(number & 0xFF)] }
        body += payload
        return packet(0x30 | (number == nil ? 0 : 0x02) | (isRetained ? 0x01 : 0), body)
    }

    /// The farewell (§3.14).
    static let disconnect: [UInt8] = [0xE0, 0]

    /// Takes the first whole packet off what a broker has sent; nil until it is there.
    static func take(from bytes: inout [UInt8]) -> (kind: UInt8, body: [UInt8])? {
        var length = 0
        var place = 1
        while true {
            guard place < bytes.count else { return nil }
            let byte = bytes[place]
            length |= Int(byte & 0x7F) << (7 * (place - 1))
            place += 1
            if byte & 0x80 == 0 || place == 5 { break }
        }
        guard bytes.count >= place + length else { return nil }
        let packet = (kind: bytes[0] >> 4, body: Array(bytes[place..<place + length]))
        bytes.removeFirst(place + length)
        return packet
    }

    private static func packet(_ head: UInt8, _ body: [UInt8]) -> [UInt8] {
        var bytes = [head]
        var length = body.count
        repeat {
            bytes.append(UInt8(length & 0x7F) | (length > 0x7F ? 0x80 : 0))
            length >>= 7
        } while length > 0
        return bytes + body
    }

    /// A text with its length before it; what no length can say is cut off (§1.5.3).
    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8.prefix(65_535))
        return [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }
}
