import FeedText

/// What a robots.txt says to one robot (RFC 9309 §2.2).
struct RobotsRules: Sendable {
    private struct Rule: Sendable {
        var allows: Bool
        var pattern: [UInt8]
    }

    private var rules: [Rule] = []

    /// More rules than this are not read.
    private static let most = 2000

    /// The rules of a site that has none: everything is allowed.
    init() {}

    /// Reads the groups for a robot, else those for all (`*`).
    ///
    /// - Parameter robot: the product token in lower case.
    init(_ file: ArraySlice<UInt8>, for robot: String) {
        var own: [Rule] = []
        var common: [Rule] = []
        var isForRobot = false
        var isForAll = false
        var hasOwnGroup = false
        var isInAgents = false
        for line in file.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard let (name, value) = Self.field(of: line) else { continue }
            switch name {
            case "user-agent":
                if !isInAgents { (isForRobot, isForAll) = (false, false) }
                isInAgents = true
                let agent = String(decoding: value, as: UTF8.self).asciiLowercased
                if agent == "*" { isForAll = true }
                // A version may follow the token.
                if agent.prefix(while: { $0.isLetter || $0 == "-" || $0 == "_" }) == robot { isForRobot = true }
                hasOwnGroup = hasOwnGroup || isForRobot
            case "allow", "disallow":
                isInAgents = false
                // An empty rule says nothing.
                guard !value.isEmpty else { continue }
                let rule = Rule(allows: name == "allow", pattern: Self.normalized(value))
                if isForRobot, own.count < Self.most { own.append(rule) }
                if isForAll, common.count < Self.most { common.append(rule) }
            default: continue
            }
        }
        rules = hasOwnGroup ? own : common
    }

    /// Whether a path with its query may be asked for: the longest rule that matches decides, of equal ones the kinder.
    func allows(_ path: String) -> Bool {
        let path = Self.normalized(ArraySlice(Array(path.utf8)))
        var best: Rule?
        for rule in rules where Self.matches(rule.pattern, path) {
            guard let found = best else {
                best = rule
                continue
            }
            let isLonger = rule.pattern.count > found.pattern.count
            if isLonger || (rule.pattern.count == found.pattern.count && rule.allows) { best = rule }
        }
        return best?.allows ?? true
    }
}

// MARK: - Private

extension RobotsRules {
    private static func field(of line: ArraySlice<UInt8>) -> (name: String, value: ArraySlice<UInt8>)? {
        let text = line.prefix { $0 != UInt8(ascii: "#") }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(decoding: text[..<colon].filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self).asciiLowercased
        let value = text[(colon + 1)...]
        guard let start = value.firstIndex(where: { !$0.isASCIIWhitespace }),
            let end = value.lastIndex(where: { !$0.isASCIIWhitespace })
        else { return (name, value.prefix(0)) }
        return (name, value[start...end])
    }

    /// The bytes with what is not ASCII percent-encoded, and escapes in capitals.
    private static func normalized(_ path: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(path.count)
        let digits = Array("0123456789ABCDEF".utf8)
        var escaped = 0
        for byte in path {
            if byte >= 0x80 {
                out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                escaped = 0
            } else if byte == UInt8(ascii: "%") {
                out.append(byte)
                escaped = 2
            } else {
                let isCapital = escaped > 0 && byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f")
                out.append(isCapital ? byte - 0x20 : byte)
                escaped = max(0, escaped - 1)
            }
        }
        return out
    }

    /// Whether a pattern with `*` for any run of bytes, and `$` at its end for the path's end, matches from the beginning.
    ///
    /// Goes back to the last `*` only, so that the time is at most the product of both lengths.
    private static func matches(_ pattern: [UInt8], _ path: [UInt8]) -> Bool {
        let isAnchored = pattern.last == UInt8(ascii: "$")
        let end = isAnchored ? pattern.count - 1 : pattern.count
        var place = 0
        var at = 0
        var star: (place: Int, at: Int)?
        while true {
            if place == end, !isAnchored || at == path.count { return true }
            if place < end, pattern[place] == UInt8(ascii: "*") {
                star = (place, at)
                place += 1
            } else if place < end, at < path.count, pattern[place] == path[at] {
                place += 1
                at += 1
            } else if let last = star, last.at < path.count {
                star = (last.place, last.at + 1)
                place = last.place + 1
                at = last.at + 1
            } else {
                return false
            }
        }
    }
}
