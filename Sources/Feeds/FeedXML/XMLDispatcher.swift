import FeedText

/// Resolves the names of raw events and hands them to a handler: what both producers have in common.
///
/// A producer calls `beginTag`, `attribute` for each attribute, `endTag`, then `text` and `end`, always balanced. When
/// a producer gives up, `restart` makes the dispatcher swallow as many events as the handler has already had, so that
/// another producer can read the document from its beginning.
struct XMLDispatcher: ~Copyable {
    private let vocabulary: XMLVocabulary
    private let limits: XMLLimits
    private var names: XMLUsualNames
    /// What the declarations in force have replaced, the latest last.
    private var replaced: [(prefix: Int, namespace: UInt8)] = []
    private var open: [OpenElement] = []
    private var tag = XMLStartTag(name: XMLName(namespace: 0, local: 0), qualifiedName: 0..<0, offset: 0)
    private var tagName = 0
    private var tagReplaced = 0
    private var attributeNames: [Int] = []
    /// Whether `tag` shares the bytes of `names`, which must not grow then.
    private var isSharingNames = false

    /// How many tags the handler has had, and how many bytes of text since the last of them.
    private var delivered = (tags: 0, text: 0)
    /// What is still to be swallowed after a restart.
    private var swallow = (tags: 0, text: 0)

    /// What was found out while names were resolved.
    var diagnostics: XMLDiagnostics

    /// - Parameter usual: names of the vocabulary that are known from the beginning.
    init(vocabulary: XMLVocabulary, limits: XMLLimits, usual: XMLUsualNames? = nil) {
        self.vocabulary = vocabulary
        self.limits = limits
        names = usual ?? XMLUsualNames([], of: vocabulary)
        diagnostics = XMLDiagnostics(limit: limits.diagnostics)
        open.reserveCapacity(8)
        tag.bytes.reserveCapacity(512)
    }

    /// How many elements have begun and not ended.
    var depth: Int { open.count }

    /// The number of a start tag's name; to be asked once for each tag, before its attributes.
    mutating func tagName(_ qualifiedName: Span<UInt8>) -> TagName {
        if names.known.count >= XMLDispatcher.nameLimit { names.forget() }
        let number = number(of: qualifiedName)
        let known = names.known[number]
        return TagName(
            number: number, isRecord: known.isRecord, isVoid: known.isVoid, isLine: known.isLine,
            isUnknown: known.local == XMLName.unknownLocal)
    }

    /// Begins a start tag.
    mutating func beginTag(_ name: TagName, at offset: Int) {
        // Attributes say where in the bytes their values lie, which may stay as long as they are few.
        if tag.bytes.count > 4096 { tag.bytes.removeAll(keepingCapacity: true) }
        tag.attributes.removeFew()
        attributeNames.removeFew()
        tag.offset = offset
        tagName = name.number
        tagReplaced = replaced.count
    }

    /// Adds an attribute to the tag that was begun, or takes in the declaration of a namespace.
    mutating func attribute(_ qualifiedName: Span<UInt8>, value: Span<UInt8>) {
        let name = number(of: qualifiedName)
        if let prefix = names.known[name].declares {
            declare(prefix, value)
            return
        }
        let start = tag.bytes.count
        tag.bytes.append(copying: value)
        attributeNames.append(name)
        tag.attributes.append(
            XMLStartTag.Attribute(
                name: XMLName(namespace: XMLName.noNamespace, local: names.known[name].local),
                qualifiedName: names.table.range(of: name), value: start..<tag.bytes.count))
    }

    /// Completes the start tag and hands it to the handler.
    mutating func endTag<Handler: XMLEventHandler & ~Copyable>(for handler: inout Handler) {
        for index in attributeNames.indices {
            let prefix = names.known[attributeNames[index]].prefix
            guard prefix != 0 else { continue }
            let name = XMLName(namespace: namespace(of: prefix), local: tag.attributes[index].name.local)
            tag.attributes[index].name = name
        }
        tag.name = XMLName(namespace: namespace(of: names.known[tagName].prefix), local: names.known[tagName].local)
        tag.qualifiedName = names.table.range(of: tagName)
        open.append(OpenElement(name: tag.name, replaced: tagReplaced))
        guard passes() else { return }
        if !isSharingNames {
            tag.names = names.table.bytes
            isSharingNames = true
        }
        handler.startElement(tag)
    }

    /// Hands text to the handler.
    mutating func text<Handler: XMLEventHandler & ~Copyable>(_ bytes: Span<UInt8>, for handler: inout Handler) {
        if swallow.tags > 0 { return }
        if swallow.text > 0 {
            let skipped = min(swallow.text, bytes.count)
            swallow.text -= skipped
            if skipped == bytes.count { return }
            delivered.text += bytes.count - skipped
            handler.text(bytes.extracting(skipped...))
            return
        }
        delivered.text += bytes.count
        handler.text(bytes)
    }

    /// Hands the end of the innermost element to the handler.
    mutating func end<Handler: XMLEventHandler & ~Copyable>(for handler: inout Handler) {
        guard let element = open.popLast() else { return }
        while replaced.count > element.replaced {
            let last = replaced.removeLast()
            names.bindings[last.prefix] = last.namespace
        }
        if passes() { handler.endElement(element.name) }
    }

    /// Goes back to the beginning of the document, to swallow what the handler has already had.
    mutating func restart() {
        swallow = delivered
        open.removeAll()
        while let last = replaced.popLast() { names.bindings[last.prefix] = last.namespace }
        names.forgetDeclarations()
        diagnostics = XMLDiagnostics(limit: limits.diagnostics)
    }
}

extension XMLDispatcher {
    /// The name of a start tag.
    struct TagName {
        fileprivate var number: Int
        /// Whether elements of this name never nest in one another.
        var isRecord: Bool
        /// Whether HTML has such an element without an end tag.
        var isVoid: Bool
        /// Whether elements of this name hold a text and none of their own name.
        var isLine: Bool
        /// Whether nobody wants to be told of the local name.
        var isUnknown: Bool
    }

    private struct OpenElement {
        var name: XMLName
        /// How many replaced bindings there were before the element's own declarations.
        var replaced: Int
    }

    /// Counts a tag; false while it is one that the handler has already had.
    private mutating func passes() -> Bool {
        if swallow.tags > 0 {
            swallow.tags -= 1
            return false
        }
        delivered.tags += 1
        delivered.text = 0
        swallow.text = 0
        return true
    }

    /// How many different names are remembered: no feed has so many, and a hostile document has as many as it likes.
    private static var nameLimit: Int { 1 << 16 }

    private mutating func number(of name: Span<UInt8>) -> Int {
        if let number = names.table.index(of: name) { return number }
        if isSharingNames {
            tag.names = []
            isSharingNames = false
        }
        return names.add(name, of: vocabulary)
    }

    private mutating func declare(_ prefix: Int, _ uri: Span<UInt8>) {
        guard replaced.count < limits.namespaces else {
            diagnostics.note(.limit, at: tag.offset, "more than \(limits.namespaces) namespaces are declared at once")
            return
        }
        replaced.append((prefix, names.bindings[prefix]))
        names.isDeclared[prefix] = true
        let namespace = vocabulary.namespace(ofURI: uri)
        names.bindings[prefix] = namespace
        let written = names.prefixes.range(of: prefix)
        guard namespace == XMLName.unknownNamespace,
            let owner = vocabulary.owner(ofPrefix: names.prefixes.bytes.span.extracting(written))
        else { return }
        names.bindings[prefix] = owner
        let text = String(copying: names.prefixes.bytes.span.extracting(written))
        diagnostics.note(
            .prefix, at: tag.offset,
            "the prefix \"\(text)\" is declared for a namespace that nobody knows; its usual meaning was taken")
    }

    private mutating func namespace(of prefix: Int) -> UInt8 {
        if !names.isDeclared[prefix] {
            names.isDeclared[prefix] = true
            let range = names.prefixes.range(of: prefix)
            let written = String(copying: names.prefixes.bytes.span.extracting(range))
            let isKnown = names.bindings[prefix] != XMLName.unknownNamespace
            diagnostics.note(
                .prefix, at: tag.offset,
                "the prefix \"\(written)\" is not declared" + (isKnown ? "; its usual meaning was taken" : ""))
        }
        return names.bindings[prefix]
    }
}
