import FeedText
import TributaryPluginKit

/// Reads the text of a path, byte by byte.
struct JSONPathReader {
    private let text: String
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    mutating func steps() throws(ConfigurationError) -> [JSONPath.Step] {
        var steps: [JSONPath.Step] = []
        let isRooted = take(UInt8(ascii: "$"))
        var needsName = !isRooted && current != UInt8(ascii: "[")
        if isRooted, current != nil, current != UInt8(ascii: "[") { needsName = try takeDot() }
        while true {
            if needsName { steps.append(.name(try name())) }
            while take(UInt8(ascii: "[")) { steps.append(try bracket()) }
            guard current != nil else { return steps }
            needsName = try takeDot()
        }
    }

    /// A name as it is written in a path: in quotes where it holds what parts names.
    static func written(_ name: String) -> String {
        let isPlain = !name.isEmpty && name.utf8.allSatisfy(isPlainByte) && !name.hasPrefix("$")
        return isPlain ? name : "\"\(name)\""
    }
}

// MARK: - Private

extension JSONPathReader {
    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    private mutating func takeDot() throws(ConfigurationError) -> Bool {
        guard take(UInt8(ascii: ".")) else { throw mistake("a dot or a bracket is expected") }
        return true
    }

    private static func isPlainByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: "{"),
            UInt8(ascii: "}"):
            false
        default: byte > 0x20
        }
    }

    private mutating func name() throws(ConfigurationError) -> String {
        if take(UInt8(ascii: "\"")) {
            let start = position
            while let byte = current, byte != UInt8(ascii: "\"") { position += 1 }
            let name = String(decoding: bytes[start..<position], as: UTF8.self)
            guard take(UInt8(ascii: "\"")) else { throw mistake("a quotation mark is missing") }
            return name
        }
        let start = position
        while let byte = current, Self.isPlainByte(byte) { position += 1 }
        guard position > start else { throw mistake("a name is expected") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// What stands behind `[`: nothing or a number.
    private mutating func bracket() throws(ConfigurationError) -> JSONPath.Step {
        let start = position
        while let byte = current, byte != UInt8(ascii: "]") { position += 1 }
        let inner = String(decoding: bytes[start..<position], as: UTF8.self)
        guard take(UInt8(ascii: "]")) else { throw mistake("a bracket is not closed") }
        if inner.isEmpty { return .each }
        guard let index = Int32(inner) else { throw mistake("between brackets stands a number, or nothing for all") }
        return .index(Int(index))
    }

    private func mistake(_ reason: String) -> ConfigurationError {
        let character = String(decoding: bytes[..<position], as: UTF8.self).count + 1
        return ConfigurationError("\"\(text)\" is no path: \(reason) (character \(character))")
    }
}
