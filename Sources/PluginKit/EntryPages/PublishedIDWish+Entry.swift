package import FeedModel
package import TributaryPluginKit

extension PublishedIDWish {
    /// The entry's own id where that is a URI, which other feeds' entries seldom have; else with its feed's before it.
    ///
    /// An id is unique only in the feed that it comes from.
    package init(of entry: Entry) {
        let inFeed = "\(entry.tributary?.feed.id ?? "")#\(entry.id)"
        self.init(
            number: entry.tributary?.number, first: Self.isURI(entry.id) ? entry.id : inFeed, second: inFeed)
    }

    /// Whether a text begins with a scheme (RFC 3986 §3.1), as `https://…`, `tag:…` and `urn:…` do.
    package static func isURI(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex else { return false }
        return text.utf8[..<colon].allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
}
