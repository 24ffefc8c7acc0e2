import FeedJSON

/// SplitMix64: the same seed gives the same documents everywhere.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededGenerator {
    /// A random value, of no more than `depth` levels.
    mutating func value(depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &self) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &self))
        case 2: return .number(JSONNumber(Int.random(in: .min ... .max, using: &self)))
        case 3: return JSONNumber(Double.random(in: -1e9...1e9, using: &self)).map(JSONValue.number) ?? .null
        case 4: return .string(text())
        case 5, 6:
            let count = Int.random(in: 0..<5, using: &self)
            var elements: [JSONValue] = []
            for _ in 0..<count { elements.append(value(depth: depth - 1)) }
            return .array(elements)
        default:
            let count = Int.random(in: 0..<5, using: &self)
            var members: [JSONMember] = []
            for _ in 0..<count { members.append(JSONMember(name: text(), value: value(depth: depth - 1))) }
            return .object(JSONObject(members))
        }
    }

    /// A random text in which everything that must be escaped is frequent.
    mutating func text() -> String {
        let pieces = [
            "a", "words in a row", "\"", "\\", "/", "\n", "\r\n", "\t", "\u{0}", "\u{1F}", "\u{7F}", "é", "日本語の題",
            "👩‍👩‍👧", "\u{2028}", "\u{2029}", "\u{2027}", "\u{E000}", "\u{10FFFF}", "\u{FFFD}",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0..<12, using: &self) {
            text += pieces[Int.random(in: 0..<pieces.count, using: &self)]
        }
        return text
    }
}
