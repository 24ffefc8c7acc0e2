import FeedText

/// The namespaces and local names that a consumer knows, and the codes by which it wants to be told of them.
///
/// Namespaces are found by their URI without regard to letter case, scheme, `www.` and final `/` or `#`, since feeds
/// in the wild write them in every such form. Local names are found without regard to letter case.
public final class XMLVocabulary: Sendable {
    /// A namespace under one code: its URIs, those that the wild uses for it included, and its usual prefixes.
    public struct Namespace: Sendable {
        /// The code, 1 to 253.
        public var code: UInt8
        /// The URIs that mean this namespace.
        public var uris: [String]
        /// The prefixes that mean this namespace where they are not declared.
        public var prefixes: [String]
        /// Whether its prefixes mean it too where they are declared for a URI that nobody knows.
        public var ownsPrefixes: Bool

        /// A namespace from its parts.
        public init(code: UInt8, uris: [String], prefixes: [String], ownsPrefixes: Bool = false) {
            self.code = code
            self.uris = uris
            self.prefixes = prefixes
            self.ownsPrefixes = ownsPrefixes
        }
    }

    private let uris: ByteStringTable
    private let uriCodes: [UInt8]
    private let prefixes: ByteStringTable
    private let prefixCodes: [UInt8]
    private let prefixesAreOwned: [Bool]
    private let locals: ByteStringTable
    private let records: [[UInt8]]
    private let roots: [[UInt8]]
    private let lines: [[UInt8]]
    /// The last letters of the records, a bit for each: what ends otherwise is none.
    private let recordEnds: UInt32

    /// A vocabulary.
    /// - Parameters:
    ///   - namespaces: the namespaces with their codes; the first to name a URI or prefix has it.
    ///   - localNames: the local names; the code of each is its place in the list, from 1.
    ///   - records: local names of elements that never nest in one another, such as `item`: where one begins inside
    ///     another of its name and end tags are missing, the earlier one's is.
    ///   - roots: local names of the root elements; if the first tag is none of them, what stands before one is dropped.
    ///   - lines: local names of elements that hold a text and no element of their own name: where such a tag stands
    ///     twice and end tags are missing, the second one is meant to be the end tag.
    public init(
        namespaces: [Namespace], localNames: [String], records: [String] = [], roots: [String] = [],
        lines: [String] = []
    ) {
        var uris = ByteStringTable(capacity: 128)
        var prefixes = ByteStringTable()
        var locals = ByteStringTable(capacity: 256)
        var uriCodes: [UInt8] = []
        var prefixCodes: [UInt8] = []
        var prefixesAreOwned: [Bool] = []
        for namespace in namespaces {
            for uri in namespace.uris
            where XMLVocabulary.withNormal(uri.utf8.span, { uris.intern($0) }) == uriCodes.count {
                uriCodes.append(namespace.code)
            }
            for prefix in namespace.prefixes where prefixes.intern(prefix.utf8.span) == prefixCodes.count {
                prefixCodes.append(namespace.code)
                prefixesAreOwned.append(namespace.ownsPrefixes)
            }
        }
        for name in localNames { _ = XMLVocabulary.withFolded(name.utf8.span) { locals.intern($0) } }
        precondition(locals.count == localNames.count, "two local names of a vocabulary differ in case only")
        (self.uris, self.uriCodes, self.locals) = (uris, uriCodes, locals)
        (self.prefixes, self.prefixCodes, self.prefixesAreOwned) = (prefixes, prefixCodes, prefixesAreOwned)
        self.records = records.map { Array($0.utf8) }
        recordEnds = records.reduce(0) { $0 | XMLVocabulary.bit(ofLetter: $1.utf8.last ?? 0) }
        self.roots = roots.map { Array($0.utf8) }
        self.lines = lines.map { Array($0.utf8) }
    }

    /// The code of the namespace with a URI.
    public func namespace(ofURI uri: Span<UInt8>) -> UInt8 {
        XMLVocabulary.withNormal(uri) { normal in
            if normal.isEmpty { return XMLName.noNamespace }
            if let index = uris.index(of: normal) { return uriCodes[index] }
            return XMLName.unknownNamespace
        }
    }

    /// The code of the namespace that a prefix means where it isn't declared.
    public func namespace(ofPrefix prefix: Span<UInt8>) -> UInt8 {
        if prefix.isEqual("xml") { return XMLName.xml }
        if let index = XMLVocabulary.withFolded(prefix, { prefixes.index(of: $0) }) { return prefixCodes[index] }
        return XMLName.unknownNamespace
    }

    /// The code of the namespace that a prefix means whatever unknown URI it is declared for; nil for most.
    func owner(ofPrefix prefix: Span<UInt8>) -> UInt8? {
        guard let index = XMLVocabulary.withFolded(prefix, { prefixes.index(of: $0) }), prefixesAreOwned[index] else {
            return nil
        }
        return prefixCodes[index]
    }

    /// The code of a local name.
    public func local(_ name: Span<UInt8>) -> UInt16 {
        guard let index = XMLVocabulary.withFolded(name, { locals.index(of: $0) }) else { return XMLName.unknownLocal }
        return UInt16(truncatingIfNeeded: index + 1)
    }

    /// Whether elements with the local name of a qualified name never nest in one another.
    func isRecord(_ qualifiedName: Span<UInt8>) -> Bool {
        guard !qualifiedName.isEmpty else { return false }
        let end = XMLVocabulary.bit(ofLetter: qualifiedName[qualifiedName.count - 1])
        return recordEnds & end != 0 && XMLVocabulary.holds(records, qualifiedName)
    }

    /// Whether an element with the local name of a qualified name may be the root.
    func isRoot(_ qualifiedName: Span<UInt8>) -> Bool { XMLVocabulary.holds(roots, qualifiedName) }

    /// Whether elements with the local name of a qualified name hold a text and none of their own name.
    func isLine(_ qualifiedName: Span<UInt8>) -> Bool { XMLVocabulary.holds(lines, qualifiedName) }

    /// Whether it is known which elements may be the root.
    var hasRoots: Bool { !roots.isEmpty }
}

extension XMLVocabulary {
    /// One of 32 bits for a letter of either case, and for other bytes.
    private static func bit(ofLetter byte: UInt8) -> UInt32 { 1 << UInt32(byte & 0x1F) }

    private static func holds(_ locals: [[UInt8]], _ qualifiedName: Span<UInt8>) -> Bool {
        for local in locals
        where qualifiedName.count >= local.count
            && qualifiedName.extracting(last: local.count).isEqualIgnoringCase(local.span)
            && (qualifiedName.count == local.count
                || qualifiedName[qualifiedName.count - local.count - 1] == UInt8(ascii: ":"))
        {
            return true
        }
        return false
    }

    /// Hands on a string in lower case.
    private static func withFolded<Result>(_ string: Span<UInt8>, _ body: (Span<UInt8>) -> Result) -> Result {
        // All that feeds are made of is short enough to need no memory of its own.
        guard string.count <= 128 else {
            var bytes: [UInt8] = []
            for index in string.indices { bytes.append(string[index].asciiLowercased) }
            return body(bytes.span)
        }
        var bytes = InlineArray<128, UInt8>(repeating: 0)
        for index in string.indices { bytes[index] = string[index].asciiLowercased }
        return body(bytes.span.extracting(first: string.count))
    }

    /// Hands on a namespace's URI without what doesn't tell it from others.
    private static func withNormal<Result>(_ uri: Span<UInt8>, _ body: (Span<UInt8>) -> Result) -> Result {
        var lower = 0
        var upper = uri.count
        while lower < upper, uri[lower].isXMLSpace { lower += 1 }
        while upper > lower,
            uri[upper - 1].isXMLSpace || uri[upper - 1] == UInt8(ascii: "/") || uri[upper - 1] == UInt8(ascii: "#")
        {
            upper -= 1
        }
        return withFolded(uri.extracting(lower..<upper)) { folded in
            var start = 0
            for scheme in ["http://", "https://"] as [StaticString] where folded.starts(with: scheme) {
                start = scheme.utf8CodeUnitCount
            }
            if folded.starts(with: "www.", at: start) { start += 4 }
            return body(folded.extracting(start...))
        }
    }
}
