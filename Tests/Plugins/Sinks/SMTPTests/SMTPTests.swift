import FeedModel
import SMTPSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink smtp")
struct SMTPTests {
    private static let members =
        #""use": "smtp", "host": "mail.example.org", "from": "feeds@example.org", "to": ["a@example.org", "B <b@example.com>"]"#

    private static func sink(_ options: String = "", over messages: MemoryMessages) throws -> SMTP {
        try PluginContract.make(
            SMTP.self, "{\(members)\(options)}", context: .test(baseFolder: "/conf", messages: messages))
    }

    private static func batch(_ entries: [Entry]) -> DeliveryBatch {
        DeliveryBatch(
            entries.enumerated().map { Delivery(id: "d\($0)", position: Int64($0), revision: 0, entry: $1) })
    }

    @Test("It keeps the contract of all sinks, wherever the line breaks", arguments: [false, true])
    func contract(isDigest: Bool) async throws {
        let digest = isDigest ? #", "digest": "{{count}} new""# : ""
        try await SinkContract.check(SMTP.self, in: PluginFolder("Plugins/Sinks/SMTP"), faults: 0..<4) { count in
            let messages = MemoryMessages(takesFirst: count ?? .max)
            return SinkBench(
                element: #"{\#(Self.members), "subject": "{{id}}"\#(digest)}"#, context: .test(messages: messages)
            ) {
                try messages.mails.flatMap { mail in
                    let parsed = try ParsedMail(mail.bytes)
                    guard isDigest, parsed["Subject"]?.hasSuffix(" new") == true else {
                        return [parsed["Subject"] ?? ""]
                    }
                    // A digest shows titles; the samples' are unique.
                    return Entry.samples.filter { parsed.text.contains($0.title ?? "?") }.map(\.id)
                }
            }
        }
    }

    @Test("A mail is for all recipients, with the addresses on its envelope and the names in its head")
    func envelope() async throws {
        let messages = MemoryMessages()
        let receipt = try await Self.sink(over: messages).deliver(Self.batch([Entry.samples[1]]))
        #expect(receipt.confirmed == ["d0"])
        let mail = try #require(messages.mails.first)
        #expect(mail.sender == "feeds@example.org" && mail.recipients == ["a@example.org", "b@example.com"])
        let parsed = try ParsedMail(mail.bytes)
        #expect(parsed["From"] == "例のブログ <feeds@example.org>" && parsed["To"] == "<a@example.org>, B <b@example.com>")
        #expect(parsed["Subject"] == "設計の話：フィードを読む")
        #expect(parsed.text.contains("フィードを一つの流れにまとめる。"))
    }

    @Test("A digest is one mail for all, and of one entry it is that entry's")
    func digest() async throws {
        let messages = MemoryMessages()
        let sink = try Self.sink(#", "digest": "{{count}} from {{feeds}}", "subject": "one""#, over: messages)
        _ = try await sink.deliver(Self.batch(Entry.samples))
        _ = try await sink.deliver(Self.batch([Entry.samples[0]]))
        let subjects = try messages.mails.map { try ParsedMail($0.bytes)["Subject"] ?? "" }
        let digest = String(decoding: try #require(messages.mails.first).bytes.filter { $0 != 13 }, as: UTF8.self)
        try Snapshot.expect(digest, named: "digest", suffix: "eml")
        #expect(subjects == ["3 from Example, 例のブログ, https://example.net/feed", "one"])
    }

    @Test("A message that is refused is given up, a server that is away is tried again")
    func failures() async throws {
        for (kind, expected) in [
            (MessageFailure.Kind.refused, SinkFailure.Kind.permanent), (.unavailable, .retryable(after: nil)),
        ] {
            let messages = MemoryMessages(takesFirst: 1, failure: MessageFailure(kind, "no"))
            let failure = await #expect(throws: SinkFailure.self) {
                try await Self.sink(over: messages).deliver(Self.batch(Entry.samples))
            }
            #expect(failure?.kind == expected && failure?.message == "no" && failure?.receipt?.confirmed == ["d0"])
        }
    }

    @Test(
        "The server is what the options say",
        arguments: [
            ("", 465, MessageServer.Security.tls), (#", "security": "starttls""#, 587, .startTLS),
            (#", "security": "none""#, 25, .none), (#", "port": 2525"#, 2525, .tls),
        ])
    func server(options: String, port: Int, security: MessageServer.Security) async throws {
        let messages = MemoryMessages()
        let more = #", "ca": "ca.pem", "timeout": "5s""#
        _ = try await Self.sink(options + more, over: messages).deliver(Self.batch([Entry(id: "1")]))
        var server = MessageServer(host: "mail.example.org", port: port, security: security, timeout: .seconds(5))
        server.certificateAuthorities = "/conf/ca.pem"
        #expect(messages.servers == [server])
    }

    @Test(
        "What does not go together is a mistake",
        arguments: [
            (#", "user": "u""#, "a user and a password go together"),
            (#", "password": "p""#, "a user and a password go together"),
            (
                #", "security": "none", "user": "u", "password": "p""#,
                #"a password would go to mail.example.org in the clear; write "tls""#
            ),
            (
                #", "subject": "{{count}}""#,
                #""{{count}}" is not known here; allowed are "title", "url", "external_url", "summary", "content_text", "content_html", "image", "date_published", "date_modified", "authors", "tags", "language", "id", "feed", "feed_url", "number", "revision", "score""#
            ),
            (#", "digest": "{{titel}}""#, #""{{titel}}" is not known here; did you mean "title"?"#),
        ])
    func mistakes(options: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) { try Self.sink(options, over: MemoryMessages()) }
        #expect(error?.problems.map(\.message) == [message])
    }

    @Test("A host is a host", arguments: ["a b", "mail.example.org:25", "-o", "x/y", "x\ny", "a@b"])
    func hosts(host: String) {
        let written = host.replacing("\n", with: "\\n")
        #expect(throws: ConfigurationError.self) {
            try PluginContract.make(
                SMTP.self, #"{"use": "smtp", "host": "\#(written)", "from": "a@example.org", "to": ["a@example.org"]}"#)
        }
    }
}
