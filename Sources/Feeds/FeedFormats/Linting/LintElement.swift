import FeedText
import FeedXML

/// An element as rules look at it, once its end has been read.
struct LintElement {
    /// An attribute and its value, references resolved.
    struct Attribute {
        var name: XMLName
        var written: String
        var value: String
    }

    /// How many bytes of its text an element keeps: no rule asks for more.
    static let textLimit = 4096

    /// The resolved name; elements of the format itself are in ``FeedNamespace/core``.
    var name: XMLName
    /// The qualified name as it is written.
    var written: String
    /// The byte in the decoded text at which the start tag begins.
    var offset: Int
    var attributes: [Attribute] = []
    /// The beginning of the text right in the element.
    var text: [UInt8] = []
    /// The elements right below, without what is in them where they are entries or markup.
    var children: [LintElement] = []
    /// Whether relative URLs in the element are relative to something.
    var hasBase: Bool

    /// The local name, if it is known.
    var term: FeedTerm? { FeedTerm(rawValue: name.local) }

    /// The text without white space at its ends; empty if there is none.
    var trimmedText: String {
        let span = text.span
        return span.text(in: span.trimmedRange)
    }

    /// The value of an attribute without a prefix.
    func attribute(_ term: FeedTerm) -> String? {
        attributes.first { $0.name == XMLName(attribute: term) }?.value.trimmingASCIIWhitespace
    }

    /// The elements right below with a name of the format itself.
    func all(_ term: FeedTerm, in namespace: FeedNamespace = .core) -> [LintElement] {
        let name = XMLName(namespace, term)
        return children.filter { $0.name == name }
    }

    /// The first element right below with a name of the format itself.
    func first(_ term: FeedTerm, in namespace: FeedNamespace = .core) -> LintElement? {
        let name = XMLName(namespace, term)
        return children.first { $0.name == name }
    }

    /// The second element right below with a name that may be there once; nil also where decoding says that its text is
    /// left out.
    func repeated(_ term: FeedTerm) -> LintElement? {
        let found = all(term)
        guard found.count > 1 else { return nil }
        switch term {
        case .title, .description, .summary, .content:
            let (first, second) = (found[0], found[1])
            let isOther = !second.children.isEmpty || second.trimmedText != first.trimmedText
            return isOther && !(second.children.isEmpty && second.trimmedText.isEmpty) ? nil : second
        default: return found[1]
        }
    }

    /// Whether an element right below has a name.
    func has(_ term: FeedTerm, in namespace: FeedNamespace = .core) -> Bool { first(term, in: namespace) != nil }
}
