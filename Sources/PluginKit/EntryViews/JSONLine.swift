import FeedModel
import FeedText

/// An entry as a line of JSON Lines: a JSON Feed item.
enum JSONLine {
    /// The line with its end; the characters that could steer a terminal are escaped, so that no text is changed.
    static func bytes(of entry: Entry) -> [UInt8] {
        var entry = entry
        // The key of a subscription without an id is its address, as the user wrote it.
        if let feed = entry.tributary?.feed { entry.tributary?.feed.id = URLText.redacted(feed.id) }
        var line = HiddenCharacters.escaped(inJSON: entry.json())
        line.append(UInt8(ascii: "\n"))
        return line
    }
}
