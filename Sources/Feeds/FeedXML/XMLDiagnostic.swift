/// What was wrong with a document, where, and what was made of it.
public struct XMLDiagnostic: Sendable, Hashable {
    /// The kinds of faults.
    public enum Kind: String, Sendable {
        case ampersand
        case attribute
        case cdata
        case characterReference = "character reference"
        case comment
        case controlCharacter = "control character"
        case doctype
        case endTag = "end tag"
        case entity
        case limit
        case lessThan = "less-than sign"
        case prefix
        case processingInstruction = "processing instruction"
        case prolog
        case startTag = "start tag"
        case syntax
        case trailing = "text after the root element"
        case unclosed = "unclosed element"
    }

    /// The byte in the decoded text at which the fault lies.
    public var offset: Int
    /// The construct at fault.
    public var kind: Kind
    /// What is wrong, and what was read instead; lower case, no full stop.
    public var message: String
    /// What was read instead, as XML has it, where that is more than nothing and not the same.
    public var reading: String?

    /// A diagnostic from its parts.
    public init(offset: Int, kind: Kind, message: String, reading: String? = nil) {
        self.offset = offset
        self.kind = kind
        self.message = message
        self.reading = reading
    }
}

/// The diagnostics of one document: the first of them, and how many there were in all.
public struct XMLDiagnostics: Sendable {
    /// The first diagnostics, at most `limit`, in the order in which they were found.
    public internal(set) var first: [XMLDiagnostic] = []
    /// How many there were.
    public private(set) var count = 0
    /// How many are kept.
    public let limit: Int

    /// No diagnostics.
    public init(limit: Int = XMLLimits().diagnostics) {
        self.limit = limit
    }

    /// Notes a diagnostic.
    public mutating func note(
        _ kind: XMLDiagnostic.Kind, at offset: Int, reading: @autoclosure () -> String? = nil,
        _ message: @autoclosure () -> String
    ) {
        count += 1
        guard first.count < limit else { return }
        first.append(XMLDiagnostic(offset: offset, kind: kind, message: message(), reading: reading()))
    }

    /// Adds others behind these.
    mutating func append(_ others: XMLDiagnostics) {
        count += others.count
        first.append(contentsOf: others.first.prefix(max(limit - first.count, 0)))
    }
}

/// A place in a text as people count it.
public struct XMLPosition: Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int

    /// The place of a byte offset; reads the text up to it.
    public init(of offset: Int, in text: Span<UInt8>) {
        var line = 1
        var column = 1
        for index in 0..<min(max(offset, 0), text.count) {
            let byte = text[index]
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.line = line
        self.column = column
    }
}
