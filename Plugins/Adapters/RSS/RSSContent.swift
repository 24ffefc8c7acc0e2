import FeedFormats
import FeedModel
import FeedXML

/// The text of an item: the whole of it, and the summary that stands beside it.
enum RSSContent {
    /// Elements that hold the whole text, best first.
    private static let wholeNames = [
        XMLName(.content, .encoded), XMLName(.xhtml, .body), XMLName(.xhtml, .div), XMLName(.atom, .content),
        XMLName(.core, .content), XMLName(.core, .body), XMLName(.core, .fullitem), XMLName(.core, .encoded),
    ]
    /// Elements that hold a description, best first.
    private static let descriptionNames = [
        XMLName(.core, .description), XMLName(.dc, .description), XMLName(.atom, .summary), XMLName(.core, .summary),
        XMLName(.itunes, .summary), XMLName(.googlePlay, .description), XMLName(.itunes, .subtitle),
    ]

    /// Reads content and summary.
    ///
    /// A description without a whole text beside it is what there is to read: then it is the content.
    static func read(from element: FeedElement, into entry: inout Entry) {
        for name in wholeNames where isWithoutContent(entry) {
            for child in element.all(name) where isWithoutContent(entry) { readText(of: child, into: &entry) }
        }
        if isWithoutContent(entry), let value = contentItem(of: element) { entry.contentHTML = value.html() }
        for name in descriptionNames {
            guard let description = element.firstWithText(name), description.hasText else { continue }
            if isWithoutContent(entry) {
                readText(of: description, into: &entry)
            } else if !description.isHTML(entry.contentHTML) {
                entry.summary = description.plainText(.html)
            }
            return
        }
    }

    /// The first text of `content:items` (the content module of RSS 1.0, in its form of 2000).
    private static func contentItem(of element: FeedElement) -> FeedElement? {
        guard let bag = element.first(.content, .items)?.first(.rdf, .Bag) else { return nil }
        for item in bag.all(.rdf, .li) {
            if let value = item.first(.content, .item)?.first(.rdf, .value), value.text != nil { return value }
        }
        return nil
    }

    private static func isWithoutContent(_ entry: Entry) -> Bool {
        entry.contentHTML == nil && entry.contentText == nil
    }

    private static func readText(of element: FeedElement, into entry: inout Entry) {
        let isAtom = element.name.namespace == FeedNamespace.atom.rawValue
        if isAtom, element.atomSyntax == .plain {
            entry.contentText = element.contentText()
        } else {
            entry.contentHTML = element.html()
        }
    }
}
