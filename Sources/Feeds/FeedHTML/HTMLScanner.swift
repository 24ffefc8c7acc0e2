import FeedText

/// Cuts HTML into tags and text by the states of the standard's tokeniser (HTML §13.2.5), without building a tree.
///
/// Every byte is looked at a constant number of times, however deep elements are nested. In two things it is kinder than
/// a browser, for the sake of feeds that think in XML: `<iframe/>` and its like are empty, and what stands between
/// `<![CDATA[` and `]]>` is read as the markup that it was meant to keep from XML.
struct HTMLScanner {
    /// What `next` has found; ranges are of the scanned bytes.
    enum Token {
        /// Text in which character references count.
        case text(Range<Int>)
        /// Text in which every byte means itself.
        case literalText(Range<Int>)
        /// A start tag, described by `tag` and `attributes`.
        case startTag
        /// An end tag, described by `tag`.
        case endTag
    }

    /// The tag that was found last.
    struct Tag {
        var name = HTMLName("")
        var element = HTMLElement()
        var isSelfClosing = false
        /// Where its `<` stands.
        var start = 0
    }

    /// An attribute of the start tag that was found last.
    struct Attribute {
        var name: Range<Int>
        /// The value as written, without its quotes; empty where there is none.
        var value: Range<Int>
        var isQuoted: Bool
    }

    var tag = Tag()
    var attributes: [Attribute] = []
    /// Up to where the bytes have been read.
    var position = 0
    /// How many elements of SVG and MathML are open.
    private(set) var foreignDepth = 0
    /// Whether declarations, processing instructions and tags that never end are text, not nothing.
    var keepsStray = false
    /// What the element that has just begun holds.
    var content = HTMLElement.Content.markup
    /// Where the `]]>` stands whose `<![CDATA[` was passed outside of SVG and MathML, or the end where there is none; nil
    /// where none was.
    private var sectionEnd: Int?

    /// The next tag or run of text, which may be empty; nil at the end.
    mutating func next(in bytes: Span<UInt8>) -> Token? {
        if let token = nextOfContent(in: bytes) { return token }
        var start = position
        var search = position
        while let opening = bytes.firstIndex(of: UInt8(ascii: "<"), from: search) {
            let construct = Construct(at: opening, in: bytes)
            guard construct != .text else {
                search = opening + 1
                continue
            }
            position = opening
            if opening > start { return text(start..<opening, in: bytes) }
            switch construct {
            case .startTag:
                if readTag(nameAt: opening + 1, in: bytes) { return begin() }
                if keepsStray { return .text(opening..<position) }
            case .endTag:
                if readTag(nameAt: opening + 2, in: bytes) { return end() }
                if keepsStray { return .text(opening..<position) }
            case .characterData where foreignDepth > 0:
                return readCharacterData(at: opening + 9, in: bytes)
            case .characterData where !keepsStray:
                enterSection(at: opening + 9, in: bytes)
            case .comment:
                skipComment(at: opening + 4, in: bytes)
            case .characterData, .declaration, .text:
                position = bytes.firstIndex(of: UInt8(ascii: ">"), from: opening + 2).map { $0 + 1 } ?? bytes.count
                if keepsStray { return .text(opening..<position) }
            }
            start = position
            search = position
        }
        position = bytes.count
        return start < position ? text(start..<position, in: bytes) : nil
    }
}

extension HTMLScanner {
    /// Goes on behind `<![CDATA[`, as if it and the `]]>` that ends it were not there.
    private mutating func enterSection(at start: Int, in bytes: Span<UInt8>) {
        position = min(start, bytes.count)
        guard sectionEnd == nil else { return }
        sectionEnd = HTMLScanner.endOfSection(from: position, in: bytes) ?? bytes.count
    }

    /// Text up to where the bytes have been read; only that before the end of a section, if that is in it.
    private mutating func text(_ range: Range<Int>, in bytes: Span<UInt8>) -> Token {
        guard var end = sectionEnd else { return .text(range) }
        if end < range.lowerBound {
            // It stands in a tag or a comment, whose bytes end nothing.
            end = HTMLScanner.endOfSection(from: range.lowerBound, in: bytes) ?? bytes.count
            sectionEnd = end
        }
        guard range.contains(end) else { return .text(range) }
        sectionEnd = nil
        position = end + 3
        return .text(range.lowerBound..<end)
    }

    /// Where the next `]]>` stands.
    private static func endOfSection(from start: Int, in bytes: Span<UInt8>) -> Int? {
        var end = bytes.firstIndex(of: UInt8(ascii: "]"), from: start)
        while let place = end, !bytes.starts(with: "]]>", at: place) {
            end = bytes.firstIndex(of: UInt8(ascii: "]"), from: place + 1)
        }
        return end
    }
}

extension HTMLScanner {
    /// What a `<` begins (HTML §13.2.5.6 to §13.2.5.42).
    private enum Construct {
        case text
        case startTag
        case endTag
        case comment
        case characterData
        case declaration

        init(at opening: Int, in bytes: Span<UInt8>) {
            self = .text
            guard opening + 1 < bytes.count else { return }
            switch bytes[opening + 1] {
            case UInt8(ascii: "/"):
                guard opening + 2 < bytes.count else { return }
                self = bytes[opening + 2].isASCIILetter ? .endTag : .declaration
            case UInt8(ascii: "!"):
                if bytes.starts(with: "--", at: opening + 2) {
                    self = .comment
                } else {
                    self = bytes.starts(with: "[CDATA[", at: opening + 2) ? .characterData : .declaration
                }
            case UInt8(ascii: "?"):
                self = .declaration
            case let byte:
                if byte.isASCIILetter { self = .startTag }
            }
        }
    }

    private static let image = HTMLName("img")
    /// What every parser takes for `img` (HTML §13.2.6.4.7).
    private static let imageAlias = HTMLName("image")

    /// More attributes than this in one tag are read over.
    static let mostAttributes = 1000

    private mutating func begin() -> Token {
        if tag.name == HTMLScanner.imageAlias, foreignDepth == 0 {
            tag.name = HTMLScanner.image
            tag.element = HTMLElement.named(tag.name)
        }
        content = tag.isSelfClosing ? .markup : tag.element.content
        if foreignDepth > 0, content != .unseen, content != .script {
            // Within SVG and MathML, elements that happen to be named like HTML's hold markup.
            content = .markup
        }
        if tag.element.isForeign, !tag.isSelfClosing { foreignDepth += 1 }
        return .startTag
    }

    /// Takes back what the start tag that was found last means for what follows it.
    mutating func disregardStartTag() {
        content = .markup
        if tag.element.isForeign, !tag.isSelfClosing { foreignDepth -= 1 }
    }

    private mutating func end() -> Token {
        if tag.element.isForeign, foreignDepth > 0 { foreignDepth -= 1 }
        return .endTag
    }

    private mutating func readCharacterData(at start: Int, in bytes: Span<UInt8>) -> Token {
        let end = HTMLScanner.endOfSection(from: start, in: bytes)
        position = end.map { $0 + 3 } ?? bytes.count
        return .literalText(min(start, bytes.count)..<(end ?? bytes.count))
    }

    /// Skips what follows `<!--`: it ends at `-->` or `--!>`, and at once in `<!-->` and `<!--->`.
    private mutating func skipComment(at start: Int, in bytes: Span<UInt8>) {
        position = bytes.count
        if bytes.starts(with: ">", at: start) {
            position = start + 1
            return
        }
        // The hyphens of `<!--` may be those of `-->`, as in `<!--->`.
        var search = start - 1
        while let hyphen = bytes.firstIndex(of: UInt8(ascii: "-"), from: search) {
            if bytes.starts(with: "->", at: hyphen + 1) {
                position = hyphen + 3
                return
            }
            if hyphen >= start, bytes.starts(with: "-!>", at: hyphen + 1) {
                position = hyphen + 4
                return
            }
            search = hyphen + 1
        }
    }

    /// Reads a tag up to its `>`; false if it never ends, and then nothing is left to read.
    private mutating func readTag(nameAt start: Int, in bytes: Span<UInt8>) -> Bool {
        attributes.removeFew()
        var at = start
        while at < bytes.count, !endsName(bytes[at]) { at += 1 }
        tag.name = HTMLName(bytes, in: start..<at)
        tag.element = HTMLElement.named(tag.name)
        tag.isSelfClosing = false
        tag.start = position
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: ">"):
                tag.isSelfClosing = bytes[at - 1] == UInt8(ascii: "/") && !lastValueReaches(at)
                position = at + 1
                return true
            case let byte where byte.isASCIIWhitespace || byte == UInt8(ascii: "/"):
                at += 1
            default:
                at = readAttribute(at: at, in: bytes)
            }
        }
        position = bytes.count
        return false
    }

    /// Whether the unquoted value of the last attribute ends at a position, so that a `/` before it is its own.
    private func lastValueReaches(_ position: Int) -> Bool {
        guard let last = attributes.last else { return false }
        return !last.isQuoted && !last.value.isEmpty && last.value.upperBound == position
    }

    /// Whether a byte ends the name of a tag.
    @inline(__always)
    func endsName(_ byte: UInt8) -> Bool {
        // A bit for each of white space, `/` and `>`.
        let bits: UInt64 = 0x4000_8001_0000_3E00
        return byte < 64 && bits >> UInt64(byte) & 1 != 0
    }

    /// Reads the attribute whose name begins at `start` and returns the position behind it.
    private mutating func readAttribute(at start: Int, in bytes: Span<UInt8>) -> Int {
        // An `=` at the very beginning belongs to the name.
        var nameEnd = start + 1
        while nameEnd < bytes.count, !endsName(bytes[nameEnd]), bytes[nameEnd] != UInt8(ascii: "=") { nameEnd += 1 }
        var at = nameEnd
        while at < bytes.count, bytes[at].isASCIIWhitespace { at += 1 }
        var value = nameEnd..<nameEnd
        var isQuoted = false
        if at < bytes.count, bytes[at] == UInt8(ascii: "=") {
            at += 1
            while at < bytes.count, bytes[at].isASCIIWhitespace { at += 1 }
            guard at < bytes.count else { return at }
            if bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") {
                isQuoted = true
                guard let quote = bytes.firstIndex(of: bytes[at], from: at + 1) else { return bytes.count }
                value = at + 1..<quote
                at = quote + 1
            } else {
                let valueStart = at
                while at < bytes.count, !bytes[at].isASCIIWhitespace, bytes[at] != UInt8(ascii: ">") { at += 1 }
                value = valueStart..<at
            }
        }
        if attributes.count < HTMLScanner.mostAttributes {
            attributes.append(Attribute(name: start..<nameEnd, value: value, isQuoted: isQuoted))
        }
        return at
    }
}
