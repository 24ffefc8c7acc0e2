import FeedHTML
import FeedText
import FeedXML

/// The elements of one entry, or of a feed without its entries, in flat arrays.
///
/// Immutable, so that reading an element costs no check of exclusive access.
final class ElementTree {
    struct Attribute {
        var name: XMLName
        var value: Range<Int>
    }

    struct Node {
        var name: XMLName
        var offset: Int
        var attributes: Range<Int>
        /// Where the element's own text lies in `bytes`.
        var text: Range<Int>
        /// Whether the text is markup that was written as elements.
        var isMarkup = false
        /// The place in `bases` and `languages`, -1 for none.
        var base: Int
        var language: Int
        /// Whether the language was said by this very element.
        var saysLanguage = false
        var firstChild = -1
        var lastChild = -1
        var next = -1
    }

    let nodes: [Node]
    let attributes: [Attribute]
    let bytes: [UInt8]
    let bases: [BaseURL]
    let languages: [String]
    /// The namespaces right below the root, a bit for each code.
    let namespaces: UInt64
    private let locals: LocalNames
    let memory: HTMLMemory

    init(_ builder: borrowing ElementTreeBuilder) {
        memory = builder.memory
        nodes = builder.nodes
        attributes = builder.attributes
        bytes = builder.bytes
        bases = builder.bases
        languages = builder.languages
        namespaces = builder.namespaces
        locals = builder.locals
    }

    /// Whether an element may have a child with a name.
    func mayHold(_ name: XMLName, in index: Int) -> Bool {
        index != 0 || (namespaces >> UInt64(name.namespace) & 1 != 0 && locals.contains(name.local))
    }
}

/// A set of local names' codes, up to 255.
struct LocalNames {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    mutating func insert(_ local: UInt16) {
        let bit = UInt64(1) << UInt64(local & 63)
        switch local >> 6 {
        case 0: words.0 |= bit
        case 1: words.1 |= bit
        case 2: words.2 |= bit
        default: words.3 |= bit
        }
    }

    func contains(_ local: UInt16) -> Bool {
        let word =
            switch local >> 6 {
            case 0: words.0
            case 1: words.1
            case 2: words.2
            default: words.3
            }
        return word & (UInt64(1) << UInt64(local & 63)) != 0
    }
}
