import FeedHTML
import FeedModel
import FeedText

/// An entry as a search sees it: title and text as readers see them, folded.
struct SearchText {
    /// Counts up whenever another text comes out for the same entry: the index is then made anew.
    static let version: Int64 = 1
    /// More bytes than this of a text are not looked at.
    private static let limit = 1 << 18

    /// The title, folded.
    let title: [UInt8]
    /// Summary and content, folded.
    let text: [UInt8]

    init(_ entry: Entry) {
        title = TextFolding.folded((entry.title ?? "").utf8.span)
        var text = entry.summary ?? ""
        if !text.isEmpty { text += "\n" }
        text += entry.contentHTML.map { HTMLText.plainText($0) } ?? entry.contentText ?? ""
        let folded = TextFolding.folded(text.utf8.span)
        self.text = folded.count > Self.limit ? Array(folded[..<Self.limit]) : folded
    }

    /// What the index's tokenizer takes apart: pieces with spaces between.
    static func pieces(of text: [UInt8]) -> String {
        var pieces: [UInt8] = []
        pieces.reserveCapacity(text.count * 2)
        let bytes = text.span
        SearchCutting.forEachPiece(of: bytes) { range, _ in
            if !pieces.isEmpty { pieces.append(UInt8(ascii: " ")) }
            pieces.append(copying: bytes.extracting(range))
        }
        return String(decoding: pieces, as: UTF8.self)
    }
}
