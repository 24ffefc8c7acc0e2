import FeedText
import FeedXML

/// A document that has entries and no root element: what stood within a channel or a feed, and nothing around it.
struct FeedFragment {
    /// The document with an element around it.
    let bytes: [UInt8]
    /// By how many bytes what the document holds has moved.
    let shift: Int

    /// Puts the root element that is missing around a text; nil if the text has one, or may be of another kind.
    init?(_ text: Span<UInt8>, for translator: some FeedTranslator) {
        guard let first = FeedFragment.firstName(in: text) else { return nil }
        let isAtom = translator.isRoot(XMLName(.core, .feed))
        let name: StaticString = isAtom ? "feed" : "channel"
        let entry: StaticString = isAtom ? "entry" : "item"
        let isFragment =
            isAtom
            ? text.holds("entry", in: first) && FeedFragment.holdsTwo(text) : FeedFragment.isOfChannel(first, text)
        guard isFragment else { return nil }
        var bytes: [UInt8] = Array("<\(name)>".utf8)
        shift = bytes.count
        bytes.reserveCapacity(text.count + 2 * shift + 1)
        for index in text.indices { bytes.append(text[index]) }
        // The entry in whose midst the text breaks off is not made whole.
        if let end = text.last(of: "</\(entry)".utf8.span), end > text.last(of: "<\(entry)".utf8.span) ?? -1 {
            bytes.append(contentsOf: "</\(name)>".utf8)
        }
        self.bytes = bytes
    }

    /// Whether a large document that begins so may have no root element.
    static func mayBegin(_ head: Span<UInt8>, for translator: some FeedTranslator) -> Bool {
        guard let first = firstName(in: head) else { return true }
        return translator.isRoot(XMLName(.core, .feed)) ? head.holds("entry", in: first) : isOfChannel(first, head)
    }

    /// Whether the head of a document looks like what stands within a channel.
    static func isOfChannel(_ head: Span<UInt8>) -> Bool {
        firstName(in: head).map { isOfChannel($0, head) } ?? false
    }
}

extension FeedFragment {
    private static func isOfChannel(_ first: Range<Int>, _ text: Span<UInt8>) -> Bool {
        if text.holds("item", in: first) { return true }
        let fields: [StaticString] = ["title", "link", "description", "language", "pubDate"]
        let pages: [StaticString] = ["html", "head", "body", "meta", "div"]
        guard fields.contains(where: { text.holds($0, in: first) }) else { return false }
        // A page too may begin with a title.
        var position = 0
        while let found = text.firstIndex(of: UInt8(ascii: "<"), from: position), found < 64 << 10 {
            position = found + 1
            let name = name(in: text, from: position)
            if text.holds("item", in: name) { return true }
            if pages.contains(where: { text.holds($0, in: name) }) { return false }
        }
        return false
    }

    /// Whether another entry begins behind the first one.
    private static func holdsTwo(_ text: Span<UInt8>) -> Bool {
        guard let end = text.firstIndex(of: "</entry>", from: 0) else { return false }
        return text.firstIndex(of: "<entry", from: end) != nil
    }

    /// The name of the first element.
    private static func firstName(in text: Span<UInt8>) -> Range<Int>? {
        var position = 0
        while let found = text.firstIndex(of: UInt8(ascii: "<"), from: position), found + 1 < text.count {
            switch text[found + 1] {
            case UInt8(ascii: "?"), UInt8(ascii: "!"):
                guard let end = text.firstIndex(of: UInt8(ascii: ">"), from: found) else { return nil }
                position = end + 1
            default: return name(in: text, from: found + 1)
            }
        }
        return nil
    }

    private static func name(in text: Span<UInt8>, from start: Int) -> Range<Int> {
        var end = start
        while end < text.count, end - start < 16, text[end].isASCIILetter { end += 1 }
        // What goes on as a longer name, or behind a prefix, is another one.
        if end < text.count, text[end] == UInt8(ascii: ":") || text[end] == UInt8(ascii: "-") { end = start }
        return start..<end
    }
}

extension Span<UInt8> {
    fileprivate func holds(_ name: StaticString, in range: Range<Int>) -> Bool {
        range.count == name.utf8CodeUnitCount && starts(with: name, at: range.lowerBound)
    }

    /// Where some bytes stand for the last time.
    fileprivate func last(of bytes: Span<UInt8>) -> Int? {
        var at = count - bytes.count
        while at >= 0 {
            var matched = 0
            while matched < bytes.count, self[at + matched] == bytes[matched] { matched += 1 }
            if matched == bytes.count { return at }
            at -= 1
        }
        return nil
    }
}
