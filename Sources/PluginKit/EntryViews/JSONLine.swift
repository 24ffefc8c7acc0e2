public import FeedModel

/// An entry as a line of JSON Lines: a JSON Feed item.
public enum JSONLine {
    /// The line with its end; the characters that could steer a terminal are escaped, so that no text is changed.
    public static func bytes(of entry: Entry) -> [UInt8] {
        var line = HiddenCharacters.escaped(inJSON: entry.redacted.json())
        line.append(UInt8(ascii: "\n"))
        return line
    }
}
