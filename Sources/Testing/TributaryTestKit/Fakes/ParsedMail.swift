import FeedText

/// A mail message taken apart strictly, as a test wants to see what a reader would.
public struct ParsedMail: Sendable {
    /// What is wrong with a message.
    public struct Defect: Error, CustomStringConvertible {
        /// What and where.
        public let description: String
    }

    /// One part of the body.
    public struct Part: Sendable {
        /// The head's fields, unfolded, by their names as they are written.
        public let fields: [(name: String, value: String)]
        /// The decoded text.
        public let text: String
    }

    /// The head's fields in order, unfolded, encoded words decoded.
    public let fields: [(name: String, value: String)]
    /// The parts of `multipart/alternative`.
    public let parts: [Part]

    /// Takes a message apart whose lines end with a line feed or, on the wire, with both.
    public init(_ bytes: [UInt8]) throws {
        guard bytes.allSatisfy({ $0 == 9 || $0 == 10 || $0 == 13 || (0x20...0x7E).contains($0) }) else {
            throw Defect(description: "a byte that is no printable ASCII")
        }
        let whole = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        if whole.contains("\r") { throw Defect(description: "a lone carriage return") }
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let long = lines.first(where: { $0.utf8.count > 998 }) { throw Defect(description: "a long line: \(long)") }
        let (fields, body) = try Self.head(lines[...])
        self.fields = fields
        guard let type = fields.first(where: { $0.name == "Content-Type" })?.value,
            let boundary = type.split(separator: "\"").dropFirst().first
        else { throw Defect(description: "no boundary") }
        parts = try Self.parts(body, boundary: String(boundary))
    }

    /// The value of the one field with a name; nil where there is none, or more.
    public subscript(name: String) -> String? {
        let found = fields.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }

    /// The text part.
    public var text: String { parts.first?.text ?? "" }

    /// The HTML part.
    public var html: String { parts.last?.text ?? "" }
}

// MARK: - Private

extension ParsedMail {
    private static func head(
        _ lines: ArraySlice<String>
    ) throws -> (fields: [(name: String, value: String)], body: ArraySlice<String>) {
        var fields: [(name: String, value: String)] = []
        var rest = lines
        while let line = rest.first, !line.isEmpty {
            rest = rest.dropFirst()
            if line.hasPrefix(" ") {
                guard !fields.isEmpty else { throw Defect(description: "the head begins with white space") }
                fields[fields.count - 1].value += line
                continue
            }
            guard let colon = line.firstIndex(of: ":"), !line[..<colon].contains(" ") else {
                throw Defect(description: "no field: \(line)")
            }
            fields.append((String(line[..<colon]), String(line[line.index(after: colon)...])))
        }
        fields = fields.map { ($0.name, decoded($0.value)) }
        return (fields, rest.dropFirst())
    }

    private static func parts(_ lines: ArraySlice<String>, boundary: String) throws -> [Part] {
        guard let end = lines.lastIndex(of: "--\(boundary)--") else {
            throw Defect(description: "the last boundary is missing")
        }
        let pieces = lines[..<end].split(separator: "--\(boundary)", omittingEmptySubsequences: false)
        guard pieces.count > 1, pieces[0].isEmpty else { throw Defect(description: "there are no parts") }
        return try pieces.dropFirst().map { try part($0) }
    }

    private static func part(_ lines: ArraySlice<String>) throws -> Part {
        let (fields, body) = try head(lines)
        if let long = body.first(where: { $0.utf8.count > 76 }) { throw Defect(description: "a long line: \(long)") }
        switch fields.first(where: { $0.name == "Content-Transfer-Encoding" })?.value {
        case "base64":
            let bytes = Base64.decode(Array(body.joined().utf8).span) ?? []
            return Part(fields: fields, text: String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n"))
        case "quoted-printable":
            var text: [UInt8] = []
            for line in body {
                if line.last == " " { throw Defect(description: "a space at the end of a line") }
                let isBroken = line.hasSuffix("=")
                text += unquoted(isBroken ? line.dropLast() : line[...])
                if !isBroken { text.append(10) }
            }
            return Part(fields: fields, text: String(decoding: text, as: UTF8.self))
        default: throw Defect(description: "an unknown encoding")
        }
    }

    /// A value with its encoded words decoded (RFC 2047); white space between two of them goes.
    private static func decoded(_ value: String) -> String {
        var text = ""
        var wasEncoded = false
        for word in value.split(separator: " ") {
            let pieces = word.split(separator: "?", omittingEmptySubsequences: false)
            // A comma may follow the word.
            guard pieces.count == 5, pieces[0] == "=", pieces[4].hasPrefix("="), pieces[1] == "UTF-8",
                word.utf8.count <= 76
            else {
                text += (text.isEmpty ? "" : " ") + word
                wasEncoded = false
                continue
            }
            let bytes =
                pieces[2] == "B"
                ? Base64.decode(pieces[3].utf8.span) ?? [] : unquoted(pieces[3].replacing("_", with: " ")[...])
            text +=
                (wasEncoded || text.isEmpty ? "" : " ") + String(decoding: bytes, as: UTF8.self) + pieces[4].dropFirst()
            wasEncoded = pieces[4] == "="
        }
        return text
    }

    private static func unquoted(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "="), let high = rest.popFirst()?.hexadecimalValue,
                let low = rest.popFirst()?.hexadecimalValue
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
