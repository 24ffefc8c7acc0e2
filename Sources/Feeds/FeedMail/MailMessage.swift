import FeedText

/// A message as it lies in a mailbox, read as far as a reader of newsletters needs it (RFC 5322, RFC 2045 to 2047).
///
/// Linear in its length times the depth of its parts, of which twenty are followed; nothing that is wrong in it is more
/// than a part that is not read.
public struct MailMessage: Sendable {
    /// Somebody who wrote or gets a message.
    public struct Address: Sendable, Hashable {
        /// The name as it is shown; nil where there is none.
        public var name: String?
        /// The address, such as `ines@example.org`; nil where there is none.
        public var address: String?
    }

    /// The fields of its head.
    public let header: MailHeader
    /// The text as HTML; nil where the message has none.
    public private(set) var html: String?
    /// The text as plain text; nil where the message has none.
    public private(set) var text: String?
    /// The names of attached files, as far as they have any.
    public private(set) var attachments: [String] = []

    /// Reads a message.
    public init(_ bytes: Span<UInt8>) {
        header = MailHeader(bytes)
        var reader = MailBodyReader()
        let bodies = reader.bodies(of: header, bytes.extracting(header.end..<bytes.count), depth: 0)
        attachments = reader.attachments
        let htmls = bodies.compactMap(\.html)
        if !htmls.isEmpty {
            html = bodies.map { $0.html ?? "<pre>\(Self.escaped($0.text ?? ""))</pre>" }.joined(separator: "\n<hr>\n")
        }
        let texts = bodies.compactMap(\.text).filter { !$0.isEmpty }
        if !texts.isEmpty { text = texts.joined(separator: "\n\n") }
    }

    /// The subject, decoded; nil where it is missing or empty.
    public var subject: String? {
        header.text(of: "subject").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What the message calls itself, without its angle brackets; nil where it does not.
    public var id: String? {
        guard let text = header.text(of: "message-id") else { return nil }
        let id = text.drop { $0 == "<" || $0 == " " }.prefix { $0 != ">" }
        return id.isEmpty ? nil : String(id)
    }

    /// The addresses in a field, by its name in lower case.
    public func addresses(in name: String) -> [Address] {
        header.bytes(of: name).map { MailAddresses.read($0, charset: header.charset) } ?? []
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}

/// Walks over the parts of a message.
struct MailBodyReader {
    /// A piece of text in one of its forms or both.
    struct Body {
        var html: String?
        var text: String?
    }

    private(set) var attachments: [String] = []
    private var parts = 0

    private static let deepest = 20
    private static let mostParts = 500

    /// The texts of a part, in order.
    mutating func bodies(of header: MailHeader, _ bytes: Span<UInt8>, depth: Int) -> [Body] {
        parts += 1
        guard depth < Self.deepest, parts <= Self.mostParts else { return [] }
        let type = header.parameters(of: "content-type")
        let kind = type?.value ?? "text/plain"
        if kind.hasPrefix("multipart/"), let boundary = type?["boundary"], !boundary.isEmpty {
            return bodies(ofParts: bytes, boundary: boundary, kind: kind, depth: depth)
        }
        let disposition = header.parameters(of: "content-disposition")
        let name = disposition?["filename"] ?? type?["name"]
        guard disposition?.value != "attachment", kind == "text/plain" || kind == "text/html" else {
            if let name, !name.isEmpty, attachments.count < 100 { attachments.append(name) }
            return []
        }
        let coding = header.text(of: "content-transfer-encoding")?.asciiLowercased ?? ""
        let decoded = TransferCoding.decoded(bytes, by: coding)
        let charset = type?["charset"]
        if kind == "text/html" {
            let html = CharsetDecoder.decode(decoded, transportCharset: charset, kind: .html).utf8
            return [Body(html: String(decoding: html, as: UTF8.self))]
        }
        return [Body(text: MailWords.text(decoded, charset: charset).replacingLineEnds)]
    }

    private mutating func bodies(
        ofParts bytes: Span<UInt8>, boundary: String, kind: String, depth: Int
    ) -> [Body] {
        var found: [[Body]] = []
        for range in Self.ranges(in: bytes, boundary: Array("--\(boundary)".utf8)) {
            let part = bytes.extracting(range)
            let header = MailHeader(part)
            found.append(bodies(of: header, part.extracting(header.end..<part.count), depth: depth + 1))
        }
        guard kind == "multipart/alternative" else { return found.flatMap(\.self) }
        // Of several forms of the same the last is the richest.
        let htmls = found.last { $0.contains { $0.html != nil } }
        let texts = found.last { !$0.isEmpty && $0.allSatisfy { $0.html == nil } }
        let html = htmls?.compactMap(\.html).joined(separator: "\n<hr>\n")
        let text = texts?.compactMap(\.text).joined(separator: "\n\n")
        return html == nil && text == nil ? [] : [Body(html: html, text: text)]
    }

    /// What stands between the lines that a boundary begins (RFC 2046 §5.1.1); the last part may lack its end.
    private static func ranges(in bytes: Span<UInt8>, boundary: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start: Int?
        var position = 0
        while position < bytes.count {
            let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n"), from: position) ?? bytes.count
            let behind = position + boundary.count
            if bytes.begins(with: boundary, at: position),
                bytes.starts(with: "--", at: behind) || bytes.trimmedRange(within: behind..<lineEnd).isEmpty
            {
                if let start { ranges.append(start..<max(start, endOfText(before: position, in: bytes))) }
                start = min(lineEnd + 1, bytes.count)
                if bytes.starts(with: "--", at: behind) { return ranges }
            }
            position = lineEnd + 1
        }
        if let start, start < bytes.count { ranges.append(start..<bytes.count) }
        return ranges
    }

    /// The line break before a boundary belongs to it.
    private static func endOfText(before position: Int, in bytes: Span<UInt8>) -> Int {
        var end = position
        if end > 0, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
        if end > 0, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return end
    }
}

extension Span<UInt8> {
    fileprivate func begins(with text: [UInt8], at start: Int) -> Bool {
        guard count - start >= text.count else { return false }
        for offset in text.indices where self[start + offset] != text[offset] { return false }
        return true
    }
}

extension String {
    /// Lines that end with a line feed alone, and none at the end.
    fileprivate var replacingLineEnds: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 where byte != UInt8(ascii: "\r") { bytes.append(byte) }
        while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
