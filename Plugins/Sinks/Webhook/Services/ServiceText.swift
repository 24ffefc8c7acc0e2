import EntryMessages
import TributaryPluginKit

/// What services show of an entry, each part no longer than they take.
///
/// Lengths are in UTF-16 code units, by which they count, after escaping.
struct ServiceText {
    let title: String
    let byline: String
    let summary: String
    /// The page's URL, unless it is longer than services take.
    let link: String?
    /// The same for the main image.
    let image: String?

    private static let longestLink = 2000

    /// The texts of a delivery, escaped, each cut to a length.
    init(
        _ delivery: Delivery, title titleLimit: Int = 256, byline bylineLimit: Int = 200, summary summaryLimit: Int,
        escaping escape: (Character) -> String
    ) {
        func fitted(_ text: String, _ limit: Int) -> String {
            TextLimit.cut(text, to: limit) { escape($0).utf16.count }.map(escape).joined()
        }
        let texts = EntryTexts(delivery)
        title = fitted(texts.title, titleLimit)
        byline = fitted(texts.byline, bylineLimit)
        summary = fitted(texts.summary ?? "", summaryLimit)
        link = Self.fit(texts["url"])
        image = Self.fit(texts["image"])
    }

    private static func fit(_ link: String?) -> String? {
        // What is left of an address that is cut leads somewhere else; mailto: is none of a page.
        link.flatMap { $0.utf16.count <= longestLink && $0.hasPrefix("http") ? $0 : nil }
    }
}

extension ServiceText {
    /// Characters that mean something in HTML, as references.
    static func escapedForHTML(_ character: Character) -> String {
        switch character {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: String(character)
        }
    }

    /// The title as HTML, leading to the page.
    var linkedTitle: String {
        guard let link else { return "<b>\(title)</b>" }
        return "<b><a href=\"\(link.map(Self.escapedForHTML).joined())\">\(title)</a></b>"
    }

    /// Title, summary and byline, each in its form, where there is something.
    static func lines(_ parts: String...) -> [String] { parts.filter { !$0.isEmpty } }
}

/// As many pieces as fit into one message.
enum MessagePacking {
    /// How many of the first deliveries make a message, and what they become.
    ///
    /// - Parameters:
    ///   - limit: how much a message holds.
    ///   - size: what a piece takes of that.
    /// - Returns: at least one piece, since each by itself fits.
    static func packed<Piece>(
        _ deliveries: ArraySlice<Delivery>, limit: Int, piece make: (Delivery) -> Piece, size: (Piece) -> Int
    ) -> [Piece] {
        var pieces: [Piece] = []
        var total = 0
        for delivery in deliveries {
            let piece = make(delivery)
            total += size(piece)
            guard total <= limit || pieces.isEmpty else { break }
            pieces.append(piece)
        }
        return pieces
    }
}
