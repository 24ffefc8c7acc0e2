import FeedText
import TributaryPluginKit

/// How long a response says that it stays fresh (RFC 9111 §4.2).
enum CacheFreshness {
    /// Seconds from `now`; nil where the response says nothing, forbids caching, or is wrong.
    ///
    /// "Do not cache" says nothing about when to ask again: the normal interval stands.
    static func seconds(of exchange: Exchange, at now: Int64) -> Int64? {
        let age = exchange.header("age").flatMap(deltaSeconds) ?? 0
        // Several fields are one list (RFC 9110 §5.2).
        let control = exchange.headers.filter { $0.isNamed("cache-control") }.map(\.value)
        if !control.isEmpty {
            let directives = directives(of: control.joined(separator: ","))
            if directives.contains(where: { $0.name == "no-cache" || $0.name == "no-store" }) { return nil }
            if let lifetime = directives.first(where: { $0.name == "max-age" }) {
                return deltaSeconds(lifetime.value).flatMap { positive($0 - age) }
            }
        }
        guard let expires = exchange.header("expires").flatMap(DateParser.parse(_:)) else { return nil }
        return positive(expires.secondsSinceEpoch - serverTime(of: exchange, or: now) - age)
    }

    /// What the server's clock shows: dates in a head are by that one.
    static func serverTime(of exchange: Exchange, or now: Int64) -> Int64 {
        exchange.header("date").flatMap(DateParser.parse(_:))?.secondsSinceEpoch ?? now
    }

    /// A number of seconds, nil for anything else; one beyond reason counts as 2^31 (RFC 9111 §1.2.2).
    static func deltaSeconds(_ text: String) -> Int64? {
        let digits = text.trimmingSpaces
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return min(Int64(digits) ?? 1 << 31, 1 << 31)
    }

    private static func positive(_ seconds: Int64) -> Int64? { seconds > 0 ? seconds : nil }

    private static func directives(of control: String) -> [(name: String, value: String)] {
        control.utf8.split(separator: UInt8(ascii: ",")).map { directive in
            let parts = directive.split(separator: UInt8(ascii: "="), maxSplits: 1).map { String(Substring($0)) }
            let name = (parts.first ?? "").trimmingSpaces.lowercased()
            var value = (parts.count > 1 ? parts[1] : "").trimmingSpaces
            if value.utf8.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
                value = String(value.dropFirst().dropLast())
            }
            return (name, value)
        }
    }
}

extension String {
    /// Without spaces and tabs at its ends.
    var trimmingSpaces: String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let rest = utf8.drop(while: isSpace)
        guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(self[rest.startIndex...last])
    }
}
