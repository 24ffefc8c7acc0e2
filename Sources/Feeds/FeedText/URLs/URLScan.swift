/// Reads one URL or relative reference from bytes: WHATWG's basic URL parser, as far as feeds need it.
struct URLScan {
    /// The reference without spaces and controls at its ends, without tabs and line breaks within.
    let bytes: [UInt8]

    init(_ text: String) {
        let utf8 = text.utf8.span
        var lower = 0
        var upper = utf8.count
        while lower < upper, utf8[lower] <= 0x20 { lower += 1 }
        while lower < upper, utf8[upper - 1] <= 0x20 { upper -= 1 }
        var bytes = [UInt8]()
        bytes.reserveCapacity(upper - lower)
        for index in lower..<upper {
            switch utf8[index] {
            case 0x09, 0x0A, 0x0D: break
            case let byte: bytes.append(byte)
            }
        }
        self.bytes = bytes
    }

    /// The absolute URL; nil for a relative one without a base to hang it on, and for an impossible host or port.
    func parts(against base: URLParts?) -> URLParts? {
        guard let colon = schemeEnd else { return relative(to: base, from: 0) }
        let scheme = String(decoding: bytes[..<colon].map(\.asciiLowercased), as: UTF8.self)
        let rest = colon + 1
        let special = URLParts.isSpecial(scheme)
        if special, let base, base.scheme == scheme, !base.isOpaque, !startsWithSlash(at: rest, special: true) {
            return relative(to: base, from: rest)
        }
        let slashed = startsWithSlash(at: rest, special: special) && startsWithSlash(at: rest + 1, special: special)
        if special, scheme != "file" {
            var index = rest
            while startsWithSlash(at: index, special: true) { index += 1 }
            return authority(of: URLParts(scheme: scheme), from: index)
        }
        if slashed { return authority(of: URLParts(scheme: scheme), from: rest + 2) }
        if special { return tail(of: URLParts(scheme: scheme, host: ""), directory: [], from: rest) }
        return URLParts(scheme: scheme, path: String(decoding: bytes[rest...], as: UTF8.self))
    }

    /// The place of the colon that ends a scheme (RFC 3986 §3.1).
    var schemeEnd: Int? {
        guard let first = bytes.first, first.isASCIILetter else { return nil }
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: ":"): return index
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): break
            case _ where byte.isASCIILetter || byte.isASCIIDigit: break
            default: return nil
            }
        }
        return nil
    }
}

// MARK: - Private

extension URLScan {
    private func startsWithSlash(at index: Int, special: Bool) -> Bool {
        index < bytes.count && (bytes[index] == UInt8(ascii: "/") || (special && bytes[index] == UInt8(ascii: "\\")))
    }

    /// A document that repeats a longer base at each of many short references would grow with the square of its length.
    private static let longestInheritance = 1024

    private func relative(to base: URLParts?, from start: Int) -> URLParts? {
        guard var parts = base else { return nil }
        guard inheritedLength(of: parts, from: start) <= Self.longestInheritance else { return nil }
        parts.fragment = nil
        guard start < bytes.count else { return parts }
        let special = URLParts.isSpecial(parts.scheme)
        if parts.isOpaque {
            guard bytes[start] == UInt8(ascii: "#") else { return nil }
            parts.path = String(parts.path.prefix { $0 != "#" })
            return tail(of: parts, directory: nil, from: start)
        }
        switch bytes[start] {
        case UInt8(ascii: "#"): return tail(of: parts, directory: nil, from: start)
        case UInt8(ascii: "?"):
            parts.query = nil
            return tail(of: parts, directory: nil, from: start)
        case _ where startsWithSlash(at: start, special: special):
            if startsWithSlash(at: start + 1, special: special) {
                return authority(of: URLParts(scheme: parts.scheme), from: start + 2)
            }
            parts.query = nil
            return tail(of: parts, directory: [], from: start)
        default:
            parts.query = nil
            let path = Array(parts.path.utf8)
            return tail(of: parts, directory: path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)], from: start)
        }
    }

    /// How many bytes of the base stand in what the reference means.
    private func inheritedLength(of base: URLParts, from start: Int) -> Int {
        var length = (base.userinfo?.utf8.count ?? 0) + (base.host?.utf8.count ?? 0)
        let special = URLParts.isSpecial(base.scheme)
        if !startsWithSlash(at: start, special: special) { length += base.path.utf8.count }
        if start == bytes.count || bytes[start] == UInt8(ascii: "#") { length += base.query?.utf8.count ?? 0 }
        return length
    }

    /// `user:password@host:port` and what follows.
    private func authority(of parts: URLParts, from start: Int) -> URLParts? {
        var parts = parts
        let special = URLParts.isSpecial(parts.scheme)
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "?"), bytes[end] != UInt8(ascii: "#"),
            !startsWithSlash(at: end, special: special)
        { end += 1 }
        var host = bytes[start..<end]
        if let at = host.lastIndex(of: UInt8(ascii: "@")) {
            if at > start { parts.userinfo = PercentEncoding.userinfo.encoded(bytes[start..<at]) }
            host = bytes[(at + 1)..<end]
        }
        if let colon = host.lastIndex(of: UInt8(ascii: ":")), !host[colon...].contains(UInt8(ascii: "]")) {
            let digits = (colon + 1)..<end
            if !digits.isEmpty {
                guard let port = bytes.span.decimalNumber(in: digits), port <= 65_535 else { return nil }
                parts.port = port == URLParts.defaultPort(of: parts.scheme) ? nil : port
            }
            host = host[..<colon]
        }
        guard let name = hostName(host), !name.isEmpty || !special || parts.scheme == "file" else { return nil }
        parts.host = name
        return tail(of: parts, directory: [], from: end)
    }

    /// The host in lower case; nil for one with a byte that no host may have (WHATWG's forbidden host code points).
    private func hostName(_ bytes: ArraySlice<UInt8>) -> String? {
        let isAddress = bytes.first == UInt8(ascii: "[")
        guard !isAddress || bytes.last == UInt8(ascii: "]") else { return nil }
        var isASCII = true
        for byte in bytes {
            switch byte {
            case 0...0x20, 0x7F, UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "|"),
                UInt8(ascii: "%"):
                return nil
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"):
                guard isAddress else { return nil }
            case 0x80...: isASCII = false
            default: break
            }
        }
        let name = String(decoding: bytes, as: UTF8.self)
        return isASCII ? name.asciiLowercased : name.lowercased()
    }

    /// Path, query and fragment.
    ///
    /// `directory` is the path to go on from, without its last slash; nil keeps the path.
    private func tail(of parts: URLParts, directory: ArraySlice<UInt8>?, from start: Int) -> URLParts {
        var parts = parts
        let special = URLParts.isSpecial(parts.scheme)
        let fragmentStart = bytes[start...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        let queryStart = bytes[start..<fragmentStart].firstIndex(of: UInt8(ascii: "?")) ?? fragmentStart
        if let directory, queryStart > start || !directory.isEmpty {
            parts.path = path(Array(directory), bytes[start..<queryStart], special: special)
        } else if directory != nil {
            parts.path = ""
        }
        if queryStart < fragmentStart {
            let encoding = special ? PercentEncoding.specialQuery : PercentEncoding.query
            parts.query = encoding.encoded(bytes[(queryStart + 1)..<fragmentStart])
        }
        if fragmentStart < bytes.count {
            parts.fragment = PercentEncoding.fragment.encoded(bytes[(fragmentStart + 1)...])
        }
        return parts
    }

    /// Joins and resolves dot segments (RFC 3986 §5.2.4); `%2e` is a dot, as browsers have it.
    private func path(_ directory: [UInt8], _ reference: ArraySlice<UInt8>, special: Bool) -> String {
        var out = directory
        var start = reference.startIndex
        if startsWithSlash(at: start, special: special) { start += 1 }
        while true {
            var end = start
            while end < reference.endIndex, !startsWithSlash(at: end, special: special) { end += 1 }
            let segment = reference[start..<end]
            let isLast = end == reference.endIndex
            switch dots(in: segment) {
            case 1:
                if isLast { out.append(UInt8(ascii: "/")) }
            case 2:
                out.removeLast(out.count - (out.lastIndex(of: UInt8(ascii: "/")) ?? 0))
                if isLast { out.append(UInt8(ascii: "/")) }
            default:
                out.append(UInt8(ascii: "/"))
                PercentEncoding.path.append(segment, to: &out)
            }
            if isLast { return String(decoding: out, as: UTF8.self) }
            start = end + 1
        }
    }

    /// 1 for `.`, 2 for `..`, 0 for any other segment.
    private func dots(in segment: ArraySlice<UInt8>) -> Int {
        guard segment.count <= 6 else { return 0 }
        var dots = 0
        var index = segment.startIndex
        while index < segment.endIndex {
            if segment[index] == UInt8(ascii: ".") {
                index += 1
            } else if segment.count - (index - segment.startIndex) >= 3, segment[index] == UInt8(ascii: "%"),
                segment[index + 1] == UInt8(ascii: "2"), segment[index + 2] | 0x20 == UInt8(ascii: "e")
            {
                index += 3
            } else {
                return 0
            }
            dots += 1
        }
        return dots <= 2 ? dots : 0
    }
}
