/// The URL that the references of a document are relative to, taken apart once.
public final class BaseURL: Sendable {
    /// The URL as it was written.
    public let text: String
    /// Its parts; nil if it is no absolute URL, and then nothing is relative to it.
    public let parts: URLParts?
    /// Whether it is an absolute URL.
    package let isAbsolute: Bool
    /// What stands before a plain path that begins with a slash; empty where references can't be resolved by writing
    /// something before them.
    private let origin: [UInt8]
    /// What stands before a fragment: the URL without its own.
    private let document: [UInt8]
    /// What stands before one that doesn't: the directory, the one above it, and so on up to the root.
    private let directories: [[UInt8]]
    /// Whether the last of the directories is the root, above which there is nothing.
    private let reachesRoot: Bool

    /// A base from a URL.
    public init(_ text: String) {
        self.text = text
        parts = URLParts(text)
        isAbsolute = parts != nil
        guard var root = parts, root.scheme == "http" || root.scheme == "https" else {
            origin = []
            document = []
            directories = []
            reachesRoot = false
            return
        }
        let path = Array(root.path.utf8)
        root.fragment = nil
        document = Self.prefix(Array(root.text.utf8))
        (root.path, root.query) = ("", nil)
        let start = Array(root.text.utf8)
        origin = Self.prefix(start)
        var directories: [[UInt8]] = []
        var end = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
        var isRootReached = false
        while directories.count < Self.mostDirectories {
            directories.append(Self.prefix(start + path[..<end] + [UInt8(ascii: "/")]))
            guard end > 0 else {
                isRootReached = true
                break
            }
            end = path[..<end].lastIndex(of: UInt8(ascii: "/")) ?? 0
        }
        self.directories = directories
        reachesRoot = isRootReached
    }

    /// The absolute URL that a reference means; nil when it is relative to nothing or no URL.
    public func resolve(_ reference: String) -> String? {
        if URLText.isCanonicalWebURL(reference.utf8.span) { return reference }
        if let (prefix, steps) = prefix(ofPlain: reference.utf8.span) {
            return String(decoding: prefix, as: UTF8.self)
                + reference[reference.utf8.index(reference.startIndex, offsetBy: steps)...]
        }
        return URLScan(reference).parts(against: parts)?.text
    }

    /// What has to be written in the place of the first `steps` bytes of a reference, `../` or nothing, to make it
    /// absolute; nil for one that must be resolved part by part.
    ///
    /// Nearly all relative references of feeds are paths in which no byte needs to be encoded.
    package func prefix(ofPlain reference: Span<UInt8>) -> (prefix: [UInt8], steps: Int)? {
        guard !origin.isEmpty, !reference.isEmpty else { return nil }
        if reference[0] == UInt8(ascii: "#") {
            return !document.isEmpty && URLText.isPlainTail(reference, from: 1, isPath: false) ? (document, 0) : nil
        }
        var level = 0
        while reference.starts(with: "../", at: level * 3) { level += 1 }
        let steps = level * 3
        guard URLText.isPlainTail(reference, from: steps, isPath: true) else { return nil }
        if reference[0] == UInt8(ascii: "/") { return reference.starts(with: "//") ? nil : (origin, 0) }
        // A name before the first slash may be a scheme, and a mark there leaves the base's path alone.
        var end = steps
        while end < reference.count, reference[end] != UInt8(ascii: "/"), reference[end] != UInt8(ascii: "?") {
            if reference[end] == UInt8(ascii: ":") || reference[end] == UInt8(ascii: "#") { return nil }
            end += 1
        }
        if reachesRoot { level = min(level, directories.count - 1) }
        guard end > steps, level < directories.count, !directories[level].isEmpty else { return nil }
        return (directories[level], steps)
    }
}

extension BaseURL {
    /// Longer ones are not written before anything: `URLScan` says how much of a base a reference may take on.
    private static let longestPrefix = 512
    /// Steps up beyond these are taken part by part.
    private static let mostDirectories = 4

    /// A prefix if it may be written anywhere, in an attribute of HTML too; else none.
    private static func prefix(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count <= longestPrefix else { return [] }
        let isPlain = bytes.allSatisfy {
            $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'")
                && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
        }
        return isPlain ? bytes : []
    }
}
