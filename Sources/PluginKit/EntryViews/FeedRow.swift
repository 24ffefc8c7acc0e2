package import FeedModel
import FeedText

/// An entry as a line of fields parted by tabs, with the fields and escapes of sfeed(5).
package enum FeedRow {
    /// The line with its end: timestamp, title, link, content, content type, id, author, enclosure, categories.
    package static func bytes(of entry: Entry) -> [UInt8] {
        var row = Row()
        row.append(line: (entry.datePublished ?? entry.dateModified).map { String($0.seconds) })
        row.append(line: entry.title)
        row.append(line: entry.url ?? entry.externalURL)
        let content = entry.contentHTML ?? entry.contentText ?? entry.summary
        row.append(content: content)
        row.append(line: content.map { _ in entry.contentHTML == nil ? "plain" : "html" })
        row.append(line: entry.id)
        row.append(line: entry.authors.first.flatMap { $0.name ?? $0.url })
        row.append(line: entry.attachments.first?.url)
        row.append(line: entry.tags.joined(separator: "|"))
        return row.bytes + [UInt8(ascii: "\n")]
    }

    private struct Row {
        private(set) var bytes: [UInt8] = []
        private var isFirst = true

        /// Appends a field in which every white space is a space.
        mutating func append(line text: String?) {
            append(text) { $0.isASCIIWhitespace ? " " : nil }
        }

        /// Appends a field in which line breaks, tabs and backslashes are escaped and other white space is left out.
        mutating func append(content text: String?) {
            append(text) { byte in
                switch byte {
                case UInt8(ascii: "\n"): "\\n"
                case UInt8(ascii: "\t"): "\\t"
                case UInt8(ascii: "\\"): "\\\\"
                default: nil
                }
            }
        }

        private mutating func append(_ text: String?, replacing replacement: (UInt8) -> String?) {
            if !isFirst { bytes.append(UInt8(ascii: "\t")) }
            isFirst = false
            let source = (text ?? "").utf8.span
            var position = 0
            while position < source.count {
                let byte = source[position]
                if let length = HiddenCharacters.length(at: position, in: source) {
                    position += length
                    continue
                }
                if let replacement = replacement(byte) {
                    bytes.append(contentsOf: replacement.utf8)
                } else if byte >= 0x20 {
                    bytes.append(byte)
                }
                position += 1
            }
        }
    }
}
