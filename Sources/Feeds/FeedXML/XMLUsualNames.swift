import FeedText

/// What is known of the names of a document: at its beginning those that nearly every document has, each looked up in the
/// vocabulary once for all of them.
public struct XMLUsualNames: Sendable {
    /// What is known of a qualified name, whatever namespaces are in force.
    struct Known {
        var prefix: Int
        var local: UInt16
        var isRecord: Bool
        var isVoid: Bool
        var isLine: Bool
        /// The prefix that an attribute of this name declares.
        var declares: Int?
    }

    /// The qualified names.
    private(set) var table = ByteStringTable()
    /// What is known of each, by its number.
    private(set) var known: [Known] = []
    private(set) var prefixes = ByteStringTable(capacity: 16)
    /// The namespace that each prefix means, by the prefix's number; the first one is empty.
    var bindings: [UInt8] = []
    /// Whether each prefix is declared or has been reported as undeclared.
    var isDeclared: [Bool] = []

    /// Names of elements and attributes as they are written, `dc:creator` or `xmlns:dc`.
    public init(_ names: [String], of vocabulary: XMLVocabulary) {
        known.reserveCapacity(64)
        let none: [UInt8] = []
        _ = prefixNumber(none.span, vocabulary)
        for name in names where table.index(of: name.utf8.span) == nil { _ = add(name.utf8.span, of: vocabulary) }
    }

    /// Adds a name that isn't there.
    mutating func add(_ name: Span<UInt8>, of vocabulary: XMLVocabulary) -> Int {
        let number = table.intern(name)
        var local = 0
        if let colon = name.firstIndex(of: UInt8(ascii: ":"), from: 0) { local = colon + 1 }
        var entry = Known(
            prefix: prefixNumber(name.extracting(0..<max(local - 1, 0)), vocabulary),
            local: vocabulary.local(name.extracting(local...)), isRecord: vocabulary.isRecord(name),
            isVoid: XMLRepairer.isVoid(name), isLine: vocabulary.isLine(name), declares: nil)
        if name.isEqual("xmlns") {
            entry.declares = 0
        } else if name.starts(with: "xmlns:") {
            entry.declares = prefixNumber(name.extracting(local...), vocabulary)
        }
        known.append(entry)
        return number
    }

    /// Forgets the names, but not what prefixes mean.
    mutating func forget() {
        table = ByteStringTable()
        known.removeAll()
    }

    /// Forgets which prefixes have been declared or reported.
    mutating func forgetDeclarations() {
        for prefix in isDeclared.indices { isDeclared[prefix] = isAlwaysDeclared(prefix) }
    }

    /// Whether a prefix needs no declaration.
    private func isAlwaysDeclared(_ prefix: Int) -> Bool {
        let written = prefixes.bytes.span.extracting(prefixes.range(of: prefix))
        return written.isEmpty || written.isEqual("xml")
    }

    private mutating func prefixNumber(_ prefix: Span<UInt8>, _ vocabulary: XMLVocabulary) -> Int {
        let number = prefixes.intern(prefix)
        if number == bindings.count {
            let namespace = prefix.isEmpty ? XMLName.noNamespace : vocabulary.namespace(ofPrefix: prefix)
            bindings.append(namespace)
            isDeclared.append(isAlwaysDeclared(number))
        }
        return number
    }
}
