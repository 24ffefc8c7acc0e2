internal import CUTF8Proc

/// Names of hosts in the one form in which two can be compared.
public enum HostName {
    /// The name in lower case, with labels beyond ASCII as DNS has them (`xn--…`, RFC 5891), without brackets and the
    /// dot at its end.
    public static func ascii(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
        var host = (isPlain ? name.asciiLowercased : folded(name))[...]
        if host.utf8.first == UInt8(ascii: "["), host.utf8.last == UInt8(ascii: "]") {
            host = host.dropFirst().dropLast()
        }
        while host.utf8.last == UInt8(ascii: ".") { host = host.dropLast() }
        if isPlain { return String(host) }
        return host.split(separator: ".", omittingEmptySubsequences: false).map(label).joined(separator: ".")
    }

    /// Whether a name, in whatever form, is one that only one's own network knows.
    ///
    /// Names of one label are, and those under a domain that is never registered; addresses are no names.
    public static func isPrivate(_ name: String) -> Bool {
        let name = ascii(name)
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: ":")), let last = name.split(separator: ".").last else {
            return false
        }
        if last.utf8.allSatisfy(\.isASCIIDigit) { return false }
        return last.utf8.count == name.utf8.count || privateSuffixes.contains(last)
    }

    /// Names that are never registered (RFC 6761, RFC 6762, RFC 8375), and those that networks give themselves.
    private static let privateSuffixes: Set<Substring> = [
        "local", "localhost", "localdomain", "internal", "intranet", "lan", "home", "corp", "private", "test", "arpa",
    ]
}

// MARK: - Private

extension HostName {
    /// Without differences of case and width, and with the full stops of other scripts as dots (RFC 5895).
    private static func folded(_ name: String) -> String {
        let options = [UTF8PROC_STABLE, UTF8PROC_COMPOSE, UTF8PROC_COMPAT, UTF8PROC_IGNORE]
        let text = String(decoding: UnicodeMapping.mapped(name, options: options), as: UTF8.self).lowercased()
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\u{3002}" ? "." : $0 }))
    }

    private static func label(_ label: Substring) -> String {
        guard label.utf8.contains(where: { $0 >= 0x80 }) else { return String(label) }
        return "xn--" + punycode(label.unicodeScalars.map(\.value))
    }

    /// The label's scalars as Punycode (RFC 3492 §6.3); O(length²) of a label, and no label of DNS has more than 63.
    private static func punycode(_ scalars: [UInt32]) -> String {
        var out = scalars.filter { $0 < 0x80 }.map { UInt8(truncatingIfNeeded: $0) }
        let basic = out.count
        guard scalars.count <= 256 else { return "" }
        var handled = basic
        if basic > 0 { out.append(UInt8(ascii: "-")) }
        var (next, delta, bias) = (0x80, 0, 72)
        while handled < scalars.count {
            let least = scalars.lazy.map(Int.init).filter { $0 >= next }.min() ?? next
            delta += (least - next) * (handled + 1)
            next = least
            for scalar in scalars.lazy.map(Int.init) where scalar <= next {
                guard scalar == next else {
                    delta += 1
                    continue
                }
                append(delta, bias: bias, to: &out)
                bias = adapted(delta, to: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Writes a number with digits of varying weight (RFC 3492 §3.3).
    private static func append(_ number: Int, bias: Int, to out: inout [UInt8]) {
        var (rest, position) = (number, 36)
        while true {
            let threshold = min(max(position - bias, 1), 26)
            guard rest >= threshold else { return out.append(digit(rest)) }
            out.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            position += 36
        }
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? 0x61 + value : 0x30 + value - 26)
    }

    private static func adapted(_ delta: Int, to count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var position = 0
        while delta > 455 {
            delta /= 35
            position += 36
        }
        return position + 36 * delta / (delta + 38)
    }
}
