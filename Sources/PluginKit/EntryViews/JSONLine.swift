import FeedModel

/// An entry as a line of JSON Lines: a JSON Feed item.
enum JSONLine {
    /// The line with its end; the characters that could steer a terminal are escaped, so that no text is changed.
    static func bytes(of entry: Entry) -> [UInt8] {
        let item = entry.json()
        let source = item.span
        var line: [UInt8] = []
        line.reserveCapacity(source.count + 1)
        var position = 0
        while position < source.count {
            // Beyond ASCII there are only strings in JSON, where an escape may always stand for a character.
            guard let length = HiddenCharacters.length(at: position, in: source) else {
                line.append(source[position])
                position += 1
                continue
            }
            for unit in String(decoding: item[position..<position + length], as: UTF8.self).utf16 {
                let digits = String(unit, radix: 16)
                line.append(contentsOf: "\\u".utf8)
                line.append(contentsOf: String(repeating: "0", count: 4 - digits.count).utf8)
                line.append(contentsOf: digits.utf8)
            }
            position += length
        }
        line.append(UInt8(ascii: "\n"))
        return line
    }
}
