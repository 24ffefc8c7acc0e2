import FeedText

/// The fields at the head of a message or of one of its parts (RFC 5322 §2.2).
public struct MailHeader: Sendable {
    /// One field, its value unfolded.
    struct Field: Sendable {
        /// In lower case.
        var name: String
        var value: [UInt8]
    }

    private(set) var fields: [Field] = []
    /// The charset of the text below, which bytes beyond ASCII in the head most likely have too; nil where it says none.
    private(set) var charset: String?
    /// Where the body begins.
    let end: Int

    /// More fields than this are read over.
    private static let mostFields = 2000

    /// Reads the fields of a message up to the empty line.
    init(_ bytes: Span<UInt8>) {
        var position = 0
        while position < bytes.count {
            let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n"), from: position) ?? bytes.count
            let next = min(lineEnd + 1, bytes.count)
            let line = bytes.trimmedRange(within: position..<lineEnd)
            let isFolded = bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t")
            if line.isEmpty, !isFolded || lineEnd == position {
                position = next
                break
            }
            if isFolded, !fields.isEmpty {
                fields[fields.count - 1].value.append(UInt8(ascii: " "))
                fields[fields.count - 1].value.append(copying: bytes.extracting(line))
            } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":"), from: position), colon < lineEnd,
                fields.count < Self.mostFields
            {
                let name = bytes.trimmedRange(within: position..<colon)
                var field = Field(name: bytes.text(in: name).asciiLowercased, value: [])
                field.value.append(copying: bytes.extracting(bytes.trimmedRange(within: colon + 1..<lineEnd)))
                fields.append(field)
            }
            position = next
        }
        end = position
        charset = parameters(of: "content-type")?["charset"]
    }

    /// The value of the first field with a name in lower case, as it is written; nil where there is none.
    func bytes(of name: String) -> [UInt8]? { fields.first { $0.name == name }?.value }

    /// The text of the first field with a name in lower case, its encoded words decoded; nil where there is none.
    public func text(of name: String) -> String? {
        bytes(of: name).map { MailWords.decoded($0, charset: charset).trimmingASCIIWhitespace }
    }

    /// A value with its parameters; nil where there is no such field.
    func parameters(of name: String) -> MailParameters? { bytes(of: name).map { MailParameters($0) } }
}
