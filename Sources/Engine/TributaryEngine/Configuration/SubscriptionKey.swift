import FeedJSON
import FeedText
import TributaryPluginKit

/// What names a subscription in the store: everything else of it may change without making anything new.
struct SubscriptionKey {
    /// The key.
    let text: String
    /// Which member of the element it comes from; nil where the element is a text.
    let member: String?
    /// Where it comes from.
    let node: JSONNode

    /// The key of an element of `feeds` as it was written; nil where mistakes leave it without one.
    ///
    /// Its `id`, else its address or path, else `use` and the options that tell one subscription from another.
    init?(of written: JSONNode, expanded: JSONNode, in registry: Registry) {
        if case .string(let text) = written.content {
            self.init(text: Self.normalized(text), member: nil, node: written)
        } else if let id = written.member("id")?.value {
            guard case .string(let text) = id.content, !text.isEmpty else { return nil }
            self.init(text: text, member: "id", node: id)
        } else if let url = written.member("url")?.value {
            guard case .string(let text) = url.content, !text.isEmpty else { return nil }
            self.init(text: Self.normalized(text), member: "url", node: url)
        } else if let use = written.member("use")?.value,
            let plugin = expanded.member("use")?.value.text.flatMap({
                registry.plugin(.adapter, named: $0)
            })
        {
            let descriptor = plugin.descriptor
            if plugin is any DocumentAdapter.Type { return nil }
            let identifying = written.keepingMembers { descriptor.options[$0]?.isIdentifying ?? false }
            self.init(text: "\(descriptor.name) \(identifying.value.canonicalText)", member: "use", node: use)
        } else {
            return nil
        }
    }

    private init(text: String, member: String?, node: JSONNode) {
        self.text = text
        self.member = member
        self.node = node
    }

    /// An address with its scheme and host made equal, without a password; any other text as it is.
    ///
    /// References (`${env:NAME}`) stay as they were written.
    static func normalized(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard let schemeEnd = schemeEnd(of: bytes) else { return text }
        let (at, end) = authority(of: bytes, from: schemeEnd)
        var out = Array("https://".utf8)
        if let at {
            let user = userEnd(of: bytes, from: schemeEnd, to: at)
            out += bytes[schemeEnd..<user]
            if user > schemeEnd { out.append(UInt8(ascii: "@")) }
        }
        out += lowercased(bytes[(at.map { $0 + 1 } ?? schemeEnd)..<end])
        out += bytes[end...]
        return String(decoding: out, as: UTF8.self)
    }
}

// MARK: - Private

extension SubscriptionKey {
    /// Where `http://` or `https://` ends.
    private static func schemeEnd(of bytes: [UInt8]) -> Int? {
        let head = bytes.prefix(8).map { $0 | 0x20 }
        for scheme in ["http://", "https://"] where head.starts(with: scheme.utf8.map { $0 | 0x20 }) {
            return scheme.utf8.count
        }
        return nil
    }

    /// Where the last `@` of the authority stands, and where the authority ends.
    private static func authority(of bytes: [UInt8], from start: Int) -> (at: Int?, end: Int) {
        var at: Int?
        var index = start
        while index < bytes.count {
            if let end = ReferenceScan.end(of: bytes, at: index) {
                index = end
                continue
            }
            switch bytes[index] {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"): return (at, index)
            case UInt8(ascii: "@"): at = index
            default: break
            }
            index += 1
        }
        return (at, bytes.count)
    }

    /// Where the user's name ends: at the first colon that is in no reference.
    private static func userEnd(of bytes: [UInt8], from start: Int, to end: Int) -> Int {
        var index = start
        while index < end {
            if let end = ReferenceScan.end(of: bytes, at: index) {
                index = end
            } else if bytes[index] == UInt8(ascii: ":") {
                return index
            } else {
                index += 1
            }
        }
        return end
    }

    private static func lowercased(_ host: ArraySlice<UInt8>) -> [UInt8] {
        var out = Array(host)
        var index = 0
        while index < out.count {
            if let end = ReferenceScan.end(of: out, at: index) {
                index = end
            } else {
                if out[index] &- UInt8(ascii: "A") < 26 { out[index] |= 0x20 }
                index += 1
            }
        }
        return out
    }
}
