import FeedText

/// A value such as `text/plain; charset=utf-8; name*0*=…` (RFC 2045 §5.1, RFC 2231).
struct MailParameters: Sendable {
    /// What stands before the first semicolon, in lower case.
    let value: String
    private var parameters: [(name: String, value: [UInt8])] = []

    init(_ bytes: [UInt8]) {
        var position = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
        value = String(decoding: bytes[..<position], as: UTF8.self).trimmingASCIIWhitespace.asciiLowercased
        while position < bytes.count, parameters.count < 100 {
            position += 1
            let nameEnd = bytes[position...].firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";") }
            guard let nameEnd else { return }
            let name = String(decoding: bytes[position..<nameEnd], as: UTF8.self).trimmingASCIIWhitespace
            position = nameEnd
            guard bytes[nameEnd] == UInt8(ascii: "=") else { continue }
            let value = Self.value(in: bytes, from: nameEnd + 1, end: &position)
            parameters.append((name.asciiLowercased, value))
        }
    }

    /// The value of a parameter by its name in lower case, put together where it comes in pieces; nil for none.
    subscript(name: String) -> String? {
        if let whole = parameters.first(where: { $0.name == name }) { return MailWords.decoded(whole.value) }
        if let coded = parameters.first(where: { $0.name == name + "*" }) {
            let (charset, rest) = Self.charset(of: coded.value)
            return MailWords.text(Self.percentDecoded(rest), charset: charset)
        }
        var bytes: [UInt8] = []
        var charset: String?
        for number in 0..<parameters.count {
            if let piece = parameters.first(where: { $0.name == "\(name)*\(number)" }) {
                bytes += piece.value
            } else if let piece = parameters.first(where: { $0.name == "\(name)*\(number)*" }) {
                var rest = piece.value[...]
                if number == 0 { (charset, rest) = Self.charset(of: piece.value) }
                bytes += Self.percentDecoded(rest)
            } else {
                break
            }
        }
        return bytes.isEmpty ? nil : MailWords.text(bytes, charset: charset)
    }

    /// A quoted text or what stands up to the next semicolon.
    private static func value(in bytes: [UInt8], from start: Int, end: inout Int) -> [UInt8] {
        var position = start
        while position < bytes.count, bytes[position].isASCIIWhitespace { position += 1 }
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            end = bytes[position...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
            let range = bytes.span.trimmedRange(within: position..<end)
            return Array(bytes[range])
        }
        position += 1
        var value: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
            value.append(bytes[position])
            position += 1
        }
        end = bytes[min(position, bytes.count)...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
        return value
    }

    /// The charset of `charset'language'text`.
    private static func charset(of bytes: [UInt8]) -> (String?, ArraySlice<UInt8>) {
        guard let first = bytes.firstIndex(of: UInt8(ascii: "'")),
            let second = bytes[(first + 1)...].firstIndex(of: UInt8(ascii: "'"))
        else { return (nil, bytes[...]) }
        return (String(decoding: bytes[..<first], as: UTF8.self), bytes[(second + 1)...])
    }

    private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
                let high = bytes[index + 1].hexadecimalValue, let low = bytes[index + 2].hexadecimalValue
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }
}
