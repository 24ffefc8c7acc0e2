internal import Glibc

/// The rule of which addresses a server from outside must not lead us to.
enum PrivateAddress {
    /// What kind of private address an IPv4 address is, as its four bytes; nil for a public one.
    static func kind(ofIPv4 address: UInt32) -> String? {
        let blocks: [(prefix: UInt32, bits: UInt32, kind: String)] = [
            (0x0000_0000, 8, "unspecified"),
            (0x0A00_0000, 8, "private"),
            (0x6440_0000, 10, "carrier-grade NAT"),
            (0x7F00_0000, 8, "loopback"),
            (0xA9FE_0000, 16, "link-local"),
            (0xAC10_0000, 12, "private"),
            (0xC000_0000, 24, "reserved"),
            (0xC0A8_0000, 16, "private"),
            (0xC612_0000, 15, "reserved"),
            (0xE000_0000, 4, "multicast"),
            (0xF000_0000, 4, "reserved"),
        ]
        return blocks.first { (address ^ $0.prefix) >> (32 - $0.bits) == 0 }?.kind
    }

    /// What kind of private address an IPv6 address is, as its sixteen bytes; nil for a public one.
    ///
    /// An address that carries an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) is judged by that one.
    static func kind(ofIPv6 bytes: [UInt8]) -> String? {
        precondition(bytes.count == 16)
        func starts(_ prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }
        func carried(at offset: Int) -> UInt32 {
            bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
        }
        let zeros = [UInt8](repeating: 0, count: 10)
        if starts(zeros + [0xFF, 0xFF]) { return kind(ofIPv4: carried(at: 12)) }
        if starts(zeros + [0, 0]) {
            return carried(at: 12) == 1 ? "loopback" : kind(ofIPv4: carried(at: 12))
        }
        if starts([0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) { return kind(ofIPv4: carried(at: 12)) }
        if starts([0x00, 0x64, 0xFF, 0x9B, 0, 1]) { return "private" }
        if starts([0x20, 0x02]) { return kind(ofIPv4: carried(at: 2)) }
        if starts([0x20, 0x01, 0, 0]) { return kind(ofIPv4: ~carried(at: 12)) }
        return switch (bytes[0], bytes[1] & 0xC0) {
        case (0xFC, _), (0xFD, _): "private"
        case (0xFE, 0x80), (0xFE, 0xC0): "link-local"
        case (0xFF, _): "multicast"
        default: nil
        }
    }

    /// The same for an address as text, IPv6 with or without brackets; nil also for what is no address.
    static func kind(ofText text: String) -> String? {
        var text = text[...]
        if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
        if let zone = text.firstIndex(of: "%") { text = text[..<zone] }
        var four = in_addr()
        if unsafe inet_pton(AF_INET, String(text), &four) == 1 {
            return kind(ofIPv4: UInt32(bigEndian: four.s_addr))
        }
        var sixteen = [UInt8](repeating: 0, count: 16)
        return unsafe inet_pton(AF_INET6, String(text), &sixteen) == 1 ? kind(ofIPv6: sixteen) : nil
    }

    /// Whether a host, as it is written, is on one's own machine or network.
    static func isOwnNetwork(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || kind(ofText: host) != nil
    }

    /// The same for an address as the system's calls take it, with its text.
    @unsafe static func kind(of address: UnsafePointer<sockaddr>, length: Int) -> (kind: String, text: String)? {
        let raw = unsafe UnsafeRawPointer(address)
        let family = unsafe Int32(address.pointee.sa_family)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        if family == AF_INET, length >= MemoryLayout<sockaddr_in>.size {
            var four = unsafe raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            guard let kind = kind(ofIPv4: UInt32(bigEndian: four.s_addr)) else { return nil }
            unsafe inet_ntop(family, &four, &text, socklen_t(text.count))
            return (kind, Self.string(text))
        }
        if family == AF_INET6, length >= MemoryLayout<sockaddr_in6>.size {
            var six = unsafe raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            let bytes = unsafe withUnsafeBytes(of: &six) { unsafe Array($0) }
            guard let kind = kind(ofIPv6: bytes) else { return nil }
            unsafe inet_ntop(family, &six, &text, socklen_t(text.count))
            return (kind, Self.string(text))
        }
        return ("unknown", "address family \(family)")
    }

    private static func string(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
