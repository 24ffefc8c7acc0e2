/// What an allowed element is to the rules by which a parser opens and closes elements (HTML §13.2.4.2, §13.2.6.4).
struct HTMLRole: OptionSet, Sendable {
    let rawValue: UInt16

    /// Comes back inside the next block when its own ends before it (`b`).
    static let formatting = HTMLRole(rawValue: 1 << 0)
    /// Stops the search for the start tag of an ordinary element.
    static let special = HTMLRole(rawValue: 1 << 1)
    /// Ends an open paragraph.
    static let closesParagraph = HTMLRole(rawValue: 1 << 2)
    static let paragraph = HTMLRole(rawValue: 1 << 3)
    static let heading = HTMLRole(rawValue: 1 << 4)
    static let listItem = HTMLRole(rawValue: 1 << 5)
    /// `dt` or `dd`.
    static let description = HTMLRole(rawValue: 1 << 6)
    /// `ul` or `ol`, which an item doesn't reach out of.
    static let list = HTMLRole(rawValue: 1 << 7)
    /// `div` or `address`, which an item reaches out of.
    static let transparent = HTMLRole(rawValue: 1 << 8)
    static let table = HTMLRole(rawValue: 1 << 9)
    static let rowGroup = HTMLRole(rawValue: 1 << 10)
    static let row = HTMLRole(rawValue: 1 << 11)
    static let cell = HTMLRole(rawValue: 1 << 12)
    static let caption = HTMLRole(rawValue: 1 << 13)
    /// A part of `ruby`, which the next one ends.
    static let rubyPart = HTMLRole(rawValue: 1 << 14)
    /// `a`, which can't be in itself.
    static let anchor = HTMLRole(rawValue: 1 << 15)

    /// What no end tag but a table's reaches out of.
    static let scope: HTMLRole = [.table, .cell, .caption]

    /// The role of the allowed element with a name.
    static func named(_ name: String) -> HTMLRole {
        switch name {
        case "a": [.formatting, .anchor]
        case "b", "big", "code", "em", "i", "s", "small", "strike", "strong", "tt", "u": .formatting
        case "p": [.special, .closesParagraph, .paragraph]
        case "h1", "h2", "h3", "h4", "h5", "h6": [.special, .closesParagraph, .heading]
        case "li": [.special, .closesParagraph, .listItem]
        case "dd", "dt": [.special, .closesParagraph, .description]
        case "ul", "ol": [.special, .closesParagraph, .list]
        case "address", "div": [.special, .closesParagraph, .transparent]
        case "article", "aside", "blockquote", "details", "dl", "figcaption", "figure", "footer", "header", "hgroup",
            "hr",
            "main", "nav", "pre", "section", "summary":
            [.special, .closesParagraph]
        case "table": [.special, .closesParagraph, .table]
        case "tbody", "tfoot", "thead": [.special, .rowGroup]
        case "tr": [.special, .row]
        case "td", "th": [.special, .cell]
        case "caption": [.special, .caption]
        case "rb", "rp", "rt", "rtc": .rubyPart
        default: []
        }
    }
}
