package import FeedModel
import FeedText

/// A mail message (RFC 5322) of a text and the same as HTML.
///
/// The same values make the same bytes, in every run and on every machine.
package struct MailMessage: Sendable {
    /// How its lines end.
    package enum LineEnd: Sendable {
        /// As in a file.
        case lineFeed
        /// As on the wire.
        case crlf
    }

    /// What identifies it, without angle brackets.
    package var id: String
    /// The messages that it follows, the oldest first.
    package var references: [String] = []
    /// When it was written.
    package var date: Timestamp
    /// Who it is from.
    package var from: MailAddress
    /// Who it is for.
    package var to: [MailAddress]
    /// What it is about.
    package var subject: String
    /// What it came through: a name for people and an identifier (RFC 2919).
    package var list: (name: String, id: String)?
    /// The page that it is of (RFC 5064); a URL in ASCII.
    package var page: String?
    /// Labels.
    package var keywords: [String] = []
    /// The language of its text.
    package var language: String?
    /// The text, its lines ending with a line feed.
    package var text: String
    /// A whole HTML document that says the same.
    package var html: String

    /// A message of a text and the same as HTML.
    package init(
        id: String, date: Timestamp, from: MailAddress, to: [MailAddress], subject: String, text: String, html: String
    ) {
        self.id = id
        self.date = date
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
    }

    /// All of its bytes.
    package func bytes(_ lineEnd: LineEnd) -> [UInt8] {
        let boundary = "=_\(SHA256.name(of: [id], digits: 32))"
        var header = header
        header.append("MIME-Version", tokens: ["1.0"])
        header.append("Content-Type", tokens: ["multipart/alternative;", "boundary=\"\(boundary)\""])
        var lines = header.lines.map { Array($0.utf8) }
        lines.append([])
        for (type, content) in [("text/plain", text), ("text/html", html)] {
            let body = MailEncoding.body(content)
            lines.append(Array("--\(boundary)".utf8))
            lines.append(Array("Content-Type: \(type); charset=utf-8".utf8))
            lines.append(Array("Content-Transfer-Encoding: \(body.encoding)".utf8))
            lines.append([])
            lines += body.lines
        }
        lines.append(Array("--\(boundary)--".utf8))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(lines.reduce(0) { $0 + $1.count + 2 })
        for line in lines {
            bytes += line
            if lineEnd == .crlf { bytes.append(UInt8(ascii: "\r")) }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}

// MARK: - Private

extension MailMessage {
    private var header: MailHeader {
        var header = MailHeader()
        header.append("Date", tokens: [Self.mailDate(date)])
        header.append("From", addresses: [from])
        header.append("To", addresses: to)
        header.append("Subject", text: subject)
        header.append("Message-ID", tokens: ["<\(id)>"])
        if let last = references.last {
            header.append("In-Reply-To", tokens: ["<\(last)>"])
            header.append("References", tokens: references.map { "<\($0)>" })
        }
        if let list { header.append("List-Id", phrase: list.name, id: list.id) }
        if let page { header.append("Archived-At", url: page) }
        header.append("Keywords", phrases: keywords)
        if let language, Self.isLanguageTag(language) { header.append("Content-Language", tokens: [language]) }
        header.append("Auto-Submitted", tokens: ["auto-generated"])
        return header
    }

    /// The date as mail writes it, which knows the years from 1900 to 9999 only (RFC 5322 §3.3).
    private static func mailDate(_ date: Timestamp) -> String {
        let bounded = max(-2_208_988_800, min(date.seconds, 253_402_214_400))
        // Zones are written in whole minutes.
        let offset = Int(date.offset) / 60 * 60
        return CivilTime(secondsSinceEpoch: bounded, offset: abs(offset) < 86_400 ? offset : 0).rfc822
    }

    private static func isLanguageTag(_ text: String) -> Bool {
        text.utf8.count <= 35 && text.utf8.first?.isASCIILetter == true
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    }
}

extension Timestamp {
    /// The instant as the lines between messages of a mailbox have it, in UTC (RFC 4155): `Sun Nov 22 05:00:00 2026`.
    package var envelopeDate: String {
        // Fri, 20 Nov 2026 05:00:00 GMT
        let words = CivilTime(secondsSinceEpoch: max(0, min(seconds, 253_402_214_400))).httpDate.split(separator: " ")
        guard words.count == 6 else { return "Thu Jan  1 00:00:00 1970" }
        let day = words[1].first == "0" ? " \(words[1].dropFirst())" : String(words[1])
        return "\(words[0].dropLast()) \(words[2]) \(day) \(words[4]) \(words[3])"
    }
}
