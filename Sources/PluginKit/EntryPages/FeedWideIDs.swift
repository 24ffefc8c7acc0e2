package import FeedModel

/// Ids that are unique in a feed made of many: an id is unique only in the feed that it comes from.
package struct FeedWideIDs {
    private var given: Set<String> = []

    /// No id has been given yet.
    package init() {}

    /// The entry's own id where that is a URI, which no other feed's entry will have; else with its feed's before it.
    ///
    /// What an entry is called does not depend on which others are there, as long as URIs are not used twice.
    package mutating func id(of entry: Entry) -> String {
        var id = entry.id
        if !Self.isURI(id) || given.contains(id) { id = "\(entry.tributary?.feed.id ?? "")#\(entry.id)" }
        var unique = id
        var number = 2
        while !given.insert(unique).inserted {
            unique = "\(id)#\(number)"
            number += 1
        }
        return unique
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
