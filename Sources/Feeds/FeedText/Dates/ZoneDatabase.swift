import Glibc

/// The system's copy of the IANA time zone database, read as RFC 8536 lays out its files.
enum ZoneDatabase {
    private static let folder = "/usr/share/zoneinfo/"

    /// Seconds east of UTC in a zone when its clocks show that many seconds after 1970-01-01 00:00.
    ///
    /// Of an hour that a clock shows twice the first counts. Nil for an unknown zone, and after the last listed change
    /// of one whose further changes are given by a rule (Debian lists them until 2037).
    static func offset(in zone: String, atLocalSeconds local: Int64) -> Int? {
        let isName = zone.utf8.allSatisfy { byte in
            byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
        }
        guard isName, !zone.isEmpty, zone.utf8.first != UInt8(ascii: "/"), let file = contents(of: folder + zone) else {
            return nil
        }
        return ZoneFile(file).flatMap { $0.offset(atLocalSeconds: local) }
    }

    /// A zone's file is a few kilobytes; longer ones aren't read.
    private static func contents(of path: String) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var length = 0
        while length < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress?.advanced(by: length), buffer.count - length)
            }
            guard count > 0 else { break }
            length += count
        }
        guard length < bytes.count else { return nil }
        bytes.removeLast(bytes.count - length)
        return bytes
    }
}

/// The 64-bit block of a TZif file.
private struct ZoneFile {
    let bytes: [UInt8]
    let transitions: Int
    let types: Int
    /// Where the transition times begin.
    let start: Int
    /// Where the rule for the time after the last transition begins, after its line feed.
    let footer: Int

    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count >= 44, bytes.span.starts(with: "TZif"), bytes[4] >= UInt8(ascii: "2") else { return nil }
        func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) } }
        // The counts of UT and standard indicators, leap seconds, transitions, types, characters of names.
        let first = (0..<6).map { number(20 + 4 * $0) }
        let second = 44 + first[3] * 5 + first[4] * 6 + first[5] + first[2] * 8 + first[1] + first[0]
        guard second + 44 <= bytes.count, bytes.span.starts(with: "TZif", at: second) else { return nil }
        let counts = (0..<6).map { number(second + 20 + 4 * $0) }
        (transitions, types, start) = (counts[3], counts[4], second + 44)
        footer = start + transitions * 9 + types * 6 + counts[5] + counts[2] * 12 + counts[1] + counts[0] + 1
        guard types > 0, footer <= bytes.count else { return nil }
    }

    /// The offset in whole minutes, as it can be written: before standard time zones had seconds too.
    func offset(atLocalSeconds local: Int64) -> Int? {
        // The first transition whose local time, by the clock before it, is still to come.
        var low = 0
        var high = transitions
        while low < high {
            let middle = (low + high) / 2
            if transition(middle) + Int64(offset(before: middle)) <= local { low = middle + 1 } else { high = middle }
        }
        if low == transitions, bytes[footer...].contains(UInt8(ascii: ",")) { return nil }
        return offset(before: low) / 60 * 60
    }

    private func transition(_ index: Int) -> Int64 {
        let place = start + index * 8
        return Int64(bitPattern: (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[place + $1]) })
    }

    /// The offset before a transition, or after the last one.
    private func offset(before index: Int) -> Int {
        let type = index == 0 ? 0 : Int(bytes[start + transitions * 8 + index - 1])
        let place = start + transitions * 9 + min(type, types - 1) * 6
        return Int(Int32(bitPattern: (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[place + $1]) }))
    }
}
