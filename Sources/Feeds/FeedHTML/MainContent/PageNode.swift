/// An element of a page, as far as the search for the main content needs it.
struct PageNode {
    /// What the element's tag says of its place on the page.
    enum Mark: Int, Comparable {
        /// Nothing.
        case none
        /// The part of the page that differs from page to page (`main`).
        case main
        /// A piece that stands by itself (`article`).
        case article
        /// The text of an article, by microformats, microdata or the names that blogs give it.
        case content

        static func < (left: Mark, right: Mark) -> Bool { left.rawValue < right.rawValue }
    }

    /// Whether what is in the element belongs to something else than the main content.
    enum Surroundings {
        case no
        /// It looks so, which most of the page's text disproves.
        case perhaps
        case surely
    }

    var name: HTMLName
    /// The element that it is in; the root is its own.
    var parent: Int
    var mark: Mark
    var surroundings: Surroundings
    /// Where its tags begin and end, in bytes.
    var range: Range<Int>
    /// Behind the last element in it, in the order of start tags.
    var subtreeEnd: Int
    /// The text that stands in it and in no block within, and how much of that in links.
    var ownText = 0
    var ownLinkText = 0
    /// The same with what is in it.
    var text = 0
    var linkText = 0
    /// How many links are in it.
    var links = 0
    /// The text in it that reads like an article's: paragraphs of some length that are no links for the most part.
    var prose = 0

    /// A block says something by itself from this weight on.
    static let leastProse = 25

    /// What the element's own text adds to ``prose``.
    var ownProse: Int { ownText >= Self.leastProse && ownLinkText * 2 <= ownText ? ownText - ownLinkText : 0 }
}
