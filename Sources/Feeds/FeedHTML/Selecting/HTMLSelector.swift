import FeedText

/// A CSS selector, ready to choose elements of a page (Selectors Level 4, as much of it as pages without scripts need).
///
/// Lists; types, `*`, classes, ids; attributes with `=`, `~=`, `|=`, `^=`, `$=`, `*=` and the flag `i`; descendants,
/// children (`>`), the next sibling (`+`) and later ones (`~`); `:first-child`, `:last-child`, `:only-child`,
/// `:nth-child()`, `:nth-last-child()`, `:first-of-type`, `:nth-of-type()`, `:empty`, `:root`, and `:not()`, `:is()` and
/// `:where()` over lists without combinators.
public struct HTMLSelector: Sendable {
    /// How an element stands to the one before it in the selector.
    enum Combinator: Sendable {
        case descendant
        case child
        case next
        case later
    }

    /// A chain of compounds, each joined to the one before it.
    struct Chain: Sendable {
        var compounds: [Compound]
        /// One less than compounds.
        var combinators: [Combinator] = []
    }

    /// What one element must be.
    struct Compound: Sendable {
        var tests: [Test]
    }

    /// One simple selector.
    enum Test: Sendable {
        case any
        case name(String)
        case id(String)
        case className(String)
        case attribute(name: String, AttributeMatch)
        case place(Step, fromEnd: Bool, ofName: Bool)
        case empty
        case root
        case not([Compound])
        case anyOf([Compound])
    }

    /// What the value of an attribute must be.
    struct AttributeMatch: Sendable {
        enum Operator: Sendable {
            case present
            case equals
            case hasWord
            case hasPart
            case begins
            case ends
            case contains
        }

        var operation = Operator.present
        var value = ""
        var ignoresCase = false
    }

    /// `an+b` of `:nth-child()`.
    struct Step: Sendable {
        var step: Int
        var offset: Int
    }

    /// The selector as it was written.
    public let text: String
    let chains: [Chain]

    /// Reads a selector.
    ///
    /// - Throws: what is wrong and where.
    public init(parsing text: String) throws(HTMLSelectorError) {
        var parser = HTMLSelectorParser(text)
        chains = try parser.list()
        self.text = text
    }

    /// The selector cut off behind each of its elements but the last, longest first; what a message says how far one got by.
    ///
    /// Only of a selector without a list.
    package var beginnings: [HTMLSelector] {
        guard chains.count == 1, let chain = chains.first else { return [] }
        return (1..<max(1, chain.compounds.count)).reversed().map { count in
            HTMLSelector(
                chain: Chain(
                    compounds: Array(chain.compounds[..<count]), combinators: Array(chain.combinators[..<(count - 1)])))
        }
    }

    private init(chain: Chain) {
        text = ""
        chains = [chain]
    }

    /// A name as it is written in a selector.
    static func escaped(_ name: String) -> String {
        var escaped = ""
        for (index, scalar) in name.unicodeScalars.enumerated() {
            let isWord =
                scalar.properties.isAlphabetic || scalar == "-" || scalar == "_" || scalar.value >= 0x80
                || (index > 0 && ("0"..."9").contains(scalar))
            if isWord {
                escaped.unicodeScalars.append(scalar)
            } else if ("0"..."9").contains(scalar) {
                escaped += "\\\(String(scalar.value, radix: 16)) "
            } else {
                escaped += "\\"
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// The words of an attribute such as `class`.
    static func words(_ value: String) -> [Substring] {
        value.utf8.split { $0.isASCIIWhitespace }.map { Substring($0) }
    }
}

extension HTMLSelector: ExpressibleByStringLiteral {
    /// A selector that stands in the code.
    public init(stringLiteral text: String) {
        do throws(HTMLSelectorError) {
            self = try HTMLSelector(parsing: text)
        } catch {
            preconditionFailure("\"\(text)\" is no selector: \(error.message)")
        }
    }
}

/// Why a text is no selector.
public struct HTMLSelectorError: Error, Sendable, Hashable {
    /// What is wrong: lower case, no full stop.
    public var message: String

    /// An error with its message.
    public init(message: String) {
        self.message = message
    }
}
