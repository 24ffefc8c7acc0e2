public import FeedJSON

/// A value that an option is decoded into from its place in the configuration.
///
/// Conform for a kind of one's own; the decoder hands over the node, so that a mistake can be placed.
public protocol OptionDecodable: Decodable {
    /// Reads the value.
    init(option node: JSONNode) throws(ConfigurationError)
}

extension OptionDecodable {
    /// Reads the value out of the option decoder.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? OptionDecoder else {
            throw ConfigurationError("this value can be decoded from a configuration only")
        }
        try self.init(option: decoder.node)
    }
}

extension JSONValue: OptionDecodable {
    /// Takes any value as it stands.
    public init(option node: JSONNode) throws(ConfigurationError) {
        self = node.value
    }
}

/// A span of time as an option: `"30m"`, `"90d"`.
public struct TimeSpan: Sendable, Hashable, OptionDecodable {
    /// The span in whole seconds.
    public var seconds: Int64

    /// A span of so many seconds.
    public init(seconds: Int64) {
        self.seconds = seconds
    }

    /// A thousand years in seconds: longer spans are mistakes, and sums of shorter ones stay within 64 bits.
    private static let longest: Int64 = 1000 * 366 * 86400

    /// Reads a number with one of the units s, m, h, d, w.
    public init(option node: JSONNode) throws(ConfigurationError) {
        let (text, amount) = UnitText.split(node)
        let factors: [String: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604_800]
        guard let amount, let factor = factors[amount.unit] else {
            throw ConfigurationError("\(text) is not a duration; write a number with s, m, h, d or w")
        }
        let (seconds, overflow) = amount.number.multipliedReportingOverflow(by: factor)
        guard !overflow, seconds <= Self.longest else { throw ConfigurationError("\(text) is more than 1000 years") }
        self.seconds = seconds
    }
}

/// A number of bytes as an option: `"10MB"`, `"512KiB"`.
public struct ByteSize: Sendable, Hashable, OptionDecodable {
    /// The size in bytes.
    public var bytes: Int64

    /// A size of so many bytes.
    public init(bytes: Int64) {
        self.bytes = bytes
    }

    /// Reads a number with one of the units B, kB, MB, GB, KiB, MiB, GiB.
    public init(option node: JSONNode) throws(ConfigurationError) {
        let (text, amount) = UnitText.split(node)
        let factors: [String: Int64] = [
            "B": 1, "kB": 1000, "KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000, "KiB": 1024, "MiB": 1 << 20,
            "GiB": 1 << 30,
        ]
        guard let amount, let factor = factors[amount.unit] else {
            throw ConfigurationError(
                "\(text) is not a size; write a number with B, kB, MB, GB, KiB, MiB or GiB")
        }
        let (bytes, overflow) = amount.number.multipliedReportingOverflow(by: factor)
        guard !overflow else { throw ConfigurationError("\(text) is larger than any size can be") }
        self.bytes = bytes
    }
}

/// A number with a unit.
private enum UnitText {
    static func split(_ node: JSONNode) -> (text: String, amount: (number: Int64, unit: String)?) {
        guard case .string(let text) = node.content else {
            if case .number(let number) = node.content { return (number.literal, nil) }
            return (node.value.kindName, nil)
        }
        let digits = text.prefix { ("0"..."9").contains($0) }
        var unit = text.dropFirst(digits.count)
        if unit.first == " " { unit = unit.dropFirst() }
        return ("\"\(text)\"", Int64(digits).map { ($0, String(unit)) })
    }
}
