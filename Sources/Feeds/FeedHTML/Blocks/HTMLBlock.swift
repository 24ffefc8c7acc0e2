/// A part of what HTML says that stands by itself: a value to be laid out, without tags.
public indirect enum HTMLBlock: Sendable, Hashable {
    /// A paragraph.
    case paragraph([HTMLInline])
    /// A heading of a level, 1 to 6.
    case heading(level: Int, [HTMLInline])
    /// The items of a list; numbered from `start` on, or not if that is nil.
    case list(start: Int?, items: [[HTMLBlock]])
    /// What somebody else said.
    case quote([HTMLBlock])
    /// What belongs to the line before it, as the description of a term.
    case indented([HTMLBlock])
    /// Text whose lines and spaces count.
    case code(String)
    /// The cells of a table by rows.
    case table([[[HTMLInline]]])
    /// A change of subject.
    case rule
}

/// A run of text within a block, or what stands between texts.
public struct HTMLInline: Sendable, Hashable {
    /// What it is.
    public enum Content: Sendable, Hashable {
        /// Text with its white space collapsed.
        case text(String)
        /// An image, by its address and what it shows, as far as they are known.
        case image(url: String?, description: String?)
        /// The line ends here.
        case lineBreak
    }

    /// How text is set off.
    public struct Emphasis: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt8

        /// Some of the bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Strong importance.
        public static let strong = Emphasis(rawValue: 1)
        /// Stress.
        public static let stressed = Emphasis(rawValue: 2)
        /// A piece of code.
        public static let code = Emphasis(rawValue: 4)
    }

    /// What it is.
    public var content: Content
    /// How it is set off.
    public var emphasis: Emphasis
    /// What it leads to, as the HTML says; not checked beyond what sanitising does.
    public var link: String?

    /// A run of text.
    public init(_ content: Content, emphasis: Emphasis = [], link: String? = nil) {
        self.content = content
        self.emphasis = emphasis
        self.link = link
    }
}

extension HTMLBlock {
    /// What HTML from strangers says, sanitised first.
    ///
    /// A table of one column is what its cells hold, since it was made for the sake of layout. Nothing that HTML does
    /// makes the tree deeper than ``HTMLBlockReader/mostOpen``.
    /// - Parameter base: the absolute URL that relative ones are made absolute with.
    public static func blocks(of html: String, base: String? = nil) -> [HTMLBlock] {
        var reader = HTMLBlockReader()
        return reader.blocks(of: HTMLSanitizer.sanitized(html, base: base))
    }

    /// The paragraphs of plain text, which empty lines part.
    public static func paragraphs(of text: String) -> [HTMLBlock] {
        var paragraphs: [[HTMLInline]] = [[]]
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy(\.isWhitespace) {
                if paragraphs.last?.isEmpty == false { paragraphs.append([]) }
                continue
            }
            let last = paragraphs.count - 1
            if !paragraphs[last].isEmpty { paragraphs[last].append(HTMLInline(.lineBreak)) }
            paragraphs[last].append(HTMLInline(.text(String(line))))
        }
        return paragraphs.filter { !$0.isEmpty }.map(HTMLBlock.paragraph)
    }
}
