import EntryMessages
import FeedModel
import FeedText
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("Entries as mail")
struct EntryMailerTests {
    private static func mailer(subject: String = "{{title}}", from: String = "feeds@example.org") throws -> EntryMailer
    {
        try EntryMailer(
            from: #require(MailAddress(from)), to: [#require(MailAddress("Réka Olvasó <reader@example.com>"))],
            subject: subject, clock: FixedClock(Timestamp(seconds: 1_800_000_000)), offset: { _ in 0 })
    }

    private static func delivery(_ entry: Entry, revision: Int = 0) -> Delivery {
        Delivery(id: "d", position: 1, revision: revision, entry: entry)
    }

    private static let fieldNames: Set<String> = [
        "Date", "From", "To", "Subject", "Message-ID", "In-Reply-To", "References", "List-Id", "Archived-At",
        "Keywords",
        "Content-Language", "Auto-Submitted", "MIME-Version", "Content-Type",
    ]

    @Test("A message is what is expected, to the byte")
    func samples() throws {
        let mailer = try Self.mailer(subject: "[{{feed|id}}] {{title}}")
        for (number, entry) in Entry.samples.enumerated() {
            let bytes = mailer.message(for: Self.delivery(entry, revision: number)).bytes(.lineFeed)
            try Snapshot.expect(String(decoding: bytes, as: UTF8.self), named: "sample-\(number)", suffix: "eml")
        }
        let digest = try mailer.digest(
            of: Entry.samples.map { Self.delivery($0) },
            subject: MessageTemplate("{{count}} new: {{feeds}}", naming: DigestTexts.names))
        try Snapshot.expect(
            String(decoding: digest.bytes(.lineFeed), as: UTF8.self), named: "digest", suffix: "eml")
    }

    @Test("Whatever a feed says, it stays in its own field and its own part", arguments: [false, true])
    func nastyTexts(isRevision: Bool) throws {
        let mailer = try Self.mailer(subject: "{{title}} {{authors}} {{tags}} {{id}} {{language}}")
        for entry in NastyTexts.entries + Entry.oddities + Entry.samples {
            let message = mailer.message(for: Self.delivery(entry, revision: isRevision ? 3 : 0))
            let mail = try ParsedMail(message.bytes(.crlf))
            #expect(Set(mail.fields.map(\.name)).isSubset(of: Self.fieldNames), "\(entry.id)")
            #expect(Set(mail.fields.map(\.name)).count == mail.fields.count, "\(entry.id)")
            #expect(mail.parts.count == 2 && mail["To"] == "Réka Olvasó <reader@example.com>", "\(entry.id)")
            #expect(mail["From"]?.hasSuffix("<feeds@example.org>") == true, "\(entry.id)")
            #expect(mail["Subject"] == DisplayText.singleLine(message.subject), "\(entry.id)")
            #expect(
                mail["Subject"]?.unicodeScalars.allSatisfy {
                    $0.properties.generalCategory != .format || $0 == "\u{200D}"
                } == true)
            #expect(!mail.html.contains("<script") && !mail.html.contains("<img src=x"), "\(entry.id)")
            #expect(mail.text.hasSuffix("\n") && mail.html.hasSuffix("</body></html>\n"), "\(entry.id)")
        }
    }

    @Test("Lines of the wire and of a file differ in their ends only")
    func lineEnds() throws {
        let message = try Self.mailer().message(for: Self.delivery(Entry.samples[1]))
        let onWire = message.bytes(.crlf)
        #expect(onWire.filter { $0 != 13 } == message.bytes(.lineFeed))
        #expect(onWire.indices.allSatisfy { onWire[$0] != 10 || onWire[$0 - 1] == 13 })
    }

    @Test("A revision follows the message about the one before it, and the first one, whatever else changes")
    func threads() throws {
        var entry = Entry.samples[0]
        let mailer = try Self.mailer()
        let first = mailer.message(for: Self.delivery(entry))
        entry.title = "Another title"
        let second = try Self.mailer(from: "Other <other@example.net>").message(for: Self.delivery(entry, revision: 1))
        #expect(first.references.isEmpty && second.references == [first.id] && second.id != first.id)
        let thirtieth = mailer.message(for: Self.delivery(entry, revision: 30))
        #expect(thirtieth.references.count == 10 && thirtieth.references.first == first.id)
        #expect(thirtieth.references.last == mailer.message(for: Self.delivery(entry, revision: 29)).id)
        #expect(try ParsedMail(second.bytes(.crlf))["In-Reply-To"] == "<\(first.id)>")
    }

    @Test("Two entries never share an identifier, a subscription that is renamed keeps its own")
    func identity() {
        var entry = Entry.samples[0]
        entry.tributary?.number = 1
        let one = MessageIdentity(Self.delivery(entry))
        entry.tributary?.number = 2
        #expect(MessageIdentity(Self.delivery(entry)).messageID != one.messageID)
        var kept = Self.delivery(entry)
        kept.subscription = "first key"
        var renamed = kept
        renamed.entry.tributary?.feed.id = "second key"
        renamed.entry.title = "New title"
        #expect(MessageIdentity(kept) == MessageIdentity(renamed))
        #expect(MessageIdentity(kept).messageID.wholeMatchesASCII)
    }

    @Test("The date is the entry's, never one in the future, and always one that mail can write")
    func dates() throws {
        func date(_ change: (inout Entry) -> Void, revision: Int = 0) throws -> String? {
            var entry = Entry(id: "e")
            entry.tributary = TributaryExtension(
                feed: FeedReference(id: "f"), firstSeen: Timestamp(seconds: 1_777_700_000))
            change(&entry)
            return try ParsedMail(Self.mailer().message(for: Self.delivery(entry, revision: revision)).bytes(.crlf))[
                "Date"]
        }
        #expect(try date { _ in } == "Sat, 02 May 2026 05:33:20 +0000")
        #expect(
            try date { $0.datePublished = Timestamp(seconds: 0, offset: 32_400) } == "Thu, 01 Jan 1970 09:00:00 +0900")
        #expect(try date { $0.datePublished = Timestamp(seconds: 9_999_999_999) } == "Sat, 02 May 2026 05:33:20 +0000")
        #expect(
            try date { $0.datePublished = Timestamp(seconds: -62_135_596_800) } == "Mon, 01 Jan 1900 00:00:00 +0000")
        let never = try date({ $0.dateModified = Timestamp(seconds: 253_370_764_800) }, revision: 1)
        #expect(never == "Sat, 02 May 2026 05:33:20 +0000")
        let changed = try date({ $0.dateModified = Timestamp(seconds: 1_777_800_000) }, revision: 1)
        #expect(changed == "Sun, 03 May 2026 09:20:00 +0000")
    }

    @Test(
        "Addresses are what mail knows, in ASCII",
        arguments: [
            ("a@example.org", "a@example.org", nil), ("Ines <a.b+c@example.org>", "a.b+c@example.org", "Ines"),
            ("\"L, K\" <a@example.org>", "a@example.org", "L, K"), ("果樹園 <a@example.org>", "a@example.org", "果樹園"),
            ("<a@example.org>", "a@example.org", nil), ("a", nil, nil), ("a@", nil, nil), ("@example.org", nil, nil),
            ("a@b@c", nil, nil), ("a b@example.org", nil, nil), ("a@example.org\nBcc: b@example.org", nil, nil),
            ("-oQ@example.org", nil, nil), ("a@exämple.org", nil, nil), ("x <a@example.org", nil, nil), ("", nil, nil),
            ("a@example.org>", nil, nil), ("a.@example.org", nil, nil), ("x <a@example.org> y", nil, nil),
        ] as [(String, String?, String?)])
    func addresses(text: String, address: String?, name: String?) {
        let read = MailAddress(text)
        #expect(read?.address == address && read?.name == name)
        #expect(read == nil || read?.domain == "example.org")
    }
}

extension String {
    /// Whether this is an identifier of a message without anything that needs quoting.
    fileprivate var wholeMatchesASCII: Bool {
        utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "@") }
    }
}
