/// One of WHATWG URL's percent-encode sets: which bytes of a part of a URL are written as `%XX`.
///
/// Controls, spaces and everything beyond ASCII always are; a `%` is in none of WHATWG's, even where no hexadecimal digits
/// follow.
struct PercentEncoding {
    /// Printable ASCII that is encoded, one bit per byte.
    private let encodedLow: UInt64
    private let encodedHigh: UInt64

    static let fragment = PercentEncoding("\"<>`")
    static let query = PercentEncoding("\"#<>")
    static let specialQuery = PercentEncoding("\"#<>'")
    static let path = PercentEncoding("\"#<>?^`{}")
    /// All but what RFC 3986 §2.3 calls unreserved.
    static let component = PercentEncoding("!\"#$%&'()*+,/:;<=>?@[\\]^`{|}")
    static let userinfo = PercentEncoding("\"#<>?^`{}/;=@[\\]|")

    private init(_ characters: String) {
        var low: UInt64 = 0
        var high: UInt64 = 0
        for byte in characters.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        encodedLow = low
        encodedHigh = high
    }

    func isEncoded(_ byte: UInt8) -> Bool {
        guard byte > 0x20, byte < 0x7F else { return true }
        return byte < 64 ? encodedLow >> UInt64(byte) & 1 == 1 : encodedHigh >> UInt64(byte - 64) & 1 == 1
    }

    func encoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(where: isEncoded) else { return String(decoding: bytes, as: UTF8.self) }
        var out = [UInt8]()
        out.reserveCapacity(bytes.count * 3)
        append(bytes, to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    func append(_ bytes: ArraySlice<UInt8>, to out: inout [UInt8]) {
        for byte in bytes {
            guard isEncoded(byte) else {
                out.append(byte)
                continue
            }
            out.append(UInt8(ascii: "%"))
            out.append(hexadecimalDigit(byte >> 4))
            out.append(hexadecimalDigit(byte & 15))
        }
    }

    private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : UInt8(ascii: "A") + value - 10
    }
}
