import FeedHTTP
import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestOrigin

@Suite("Mailboxes over curl", .timeLimit(.minutes(5)))
struct CurlMailboxLineTests {
    private static let text = "From: Mill <mill@example.org>\r\nSubject: 水車\r\n\r\nT3 OK done\r\n)\r\n* BYE {9}\r\n"

    private static func mails(_ numbers: [UInt32]) -> [LoopbackMailboxServer.Mail] {
        numbers.map { LoopbackMailboxServer.Mail(number: $0, bytes: Array("X: \($0)\r\n\(text)".utf8)) }
    }

    private static func line(
        to server: LoopbackMailboxServer, password: String = "hunter2", timeout: Duration = .seconds(60)
    ) -> any MailboxLine {
        var place = MessageServer(host: "127.0.0.1", port: server.port, security: .none, timeout: timeout)
        place.user = "ines"
        place.password = password
        return CurlMessages().mailboxLine(to: place)
    }

    @Test("Messages come byte for byte, and nothing is said that changes anything")
    func reading() async throws {
        let server = try LoopbackMailboxServer(mails: Self.mails([3, 8, 21]))
        let line = Self.line(to: server)
        #expect(try await line.open("INBOX") == Mailbox(validity: 77, nextNumber: 22))
        #expect(
            try await line.numbers(
                MailboxSearch(first: 4, senders: ["mill@example.org", "a\"b", "c"], list: "mill.example.org"))
                == [8, 21])
        let mails = try await line.mails([8, 9, 21], largest: 1000)
        #expect(mails.map(\.number) == [8, 21])
        #expect(
            mails.map { String(decoding: $0.bytes, as: UTF8.self) } == [
                "X: 8\r\n\(Self.text)", "X: 21\r\n\(Self.text)",
            ])
        #expect(mails.map(\.received?.rfc3339) == ["2026-11-28T04:05:06+09:00", "2026-11-28T04:05:06+09:00"])
        #expect(try await line.mails([], largest: 1000) == [])
        await line.close()
        #expect(
            server.commands == [
                "CAPABILITY", "LOGIN", "EXAMINE \"INBOX\"",
                #"UID SEARCH UID 4:* UNDELETED HEADER LIST-ID "mill.example.org" OR FROM "mill@example.org" OR FROM "a\"b" FROM "c""#,
                "UID FETCH 8,9,21 (UID INTERNALDATE BODY.PEEK[]<0.1000>)", "LOGOUT",
            ])
    }

    @Test("The last message, which a server finds for any range, is not new again")
    func lastMessage() async throws {
        let server = try LoopbackMailboxServer(mails: Self.mails([3, 8]))
        let line = Self.line(to: server)
        _ = try await line.open("INBOX")
        #expect(try await line.numbers(MailboxSearch(first: 9)) == [])
        #expect(
            try await line.numbers(MailboxSearch(first: 9, senders: ["水車"])) == [], "what cannot be asked for is not")
        #expect(server.commands.suffix(2) == ["UID SEARCH UID 9:* UNDELETED", "UID SEARCH UID 9:* UNDELETED"])
    }

    @Test("Of a large message the beginning is read")
    func large() async throws {
        let bytes = Array(repeating: Array("x123456789)\r\n".utf8), count: 200_000).flatMap(\.self)
        let server = try LoopbackMailboxServer(mails: [.init(number: 1, bytes: bytes)])
        let line = Self.line(to: server)
        _ = try await line.open("INBOX")
        #expect(try await line.mails([1], largest: 2_000_000).first?.bytes == Array(bytes.prefix(2_000_000)))
        #expect(try await line.mails([1], largest: 10_000_000).first?.bytes == bytes)
    }

    @Test(
        "Folders have names in any script",
        arguments: [
            ("ニュース/R&D", "&MMsw5TD8MLk-/R&-D"), ("Wählt \"es\"", "W&AOQ-hlt \"es\""), ("a\\b", "a\\b"),
            ("😀", "&2D3eAA-"),
        ])
    func folders(name: String, written: String) async throws {
        let server = try LoopbackMailboxServer(folder: written)
        let line = Self.line(to: server)
        #expect(try await line.open(name).validity == 77)
    }

    @Test("A login that is refused, and a folder that is not there, are told as what they are")
    func refusals() async throws {
        let server = try LoopbackMailboxServer()
        let login = await #expect(throws: MessageFailure.self) {
            try await Self.line(to: server, password: "wr\"ong").open("INBOX")
        }
        #expect(
            login?.message
                == "127.0.0.1 does not accept the user and the password: NO [AUTHENTICATIONFAILED] not with that password"
        )
        let line = Self.line(to: server)
        let folder = await #expect(throws: MessageFailure.self) { try await line.open("Lists") }
        #expect(
            folder?.message
                == #"127.0.0.1 has no folder "Lists" that it lets us read: NO [NONEXISTENT] no such folder {5}"#)
        #expect(try await line.open("INBOX").validity == 77, "the line is as good as new")
    }

    @Test(
        "What goes wrong is told, and the line is as good as new afterwards",
        arguments: [
            (.busy, "127.0.0.1 closes the connection: BYE too busy"), (.garbage, " does not speak IMAP"),
            (.farewell, "127.0.0.1 closes the connection: BYE the house is closing"),
            (.refusesSearch, "127.0.0.1 does not search: NO not today"),
            (.refusesMails, "127.0.0.1 does not hand messages over: NO not today"), (.cutsMail, " broke"),
            (.saysLess, "127.0.0.1 answers with something else than it was asked for, or with more"),
            (.saysFarTooMuch, "127.0.0.1 answers with something else than it was asked for, or with more"),
            (.sendsAll, "127.0.0.1 answers with something else than it was asked for, or with more"),
        ] as [(LoopbackMailboxServer.Fault, String)])
    func faults(fault: LoopbackMailboxServer.Fault, message: String) async throws {
        let server = try LoopbackMailboxServer(mails: Self.mails([1, 2]), fault: fault)
        let line = Self.line(to: server)
        let failure = await #expect(throws: MessageFailure.self) { try await Self.read(line) }
        #expect(failure?.message.hasSuffix(message) == true, "\(failure?.message ?? "")")
        server.meet(nil)
        #expect(try await Self.read(line).count == 2)
    }

    @Test(
        "A server that says nothing, or less than it said it would, is waited for so long",
        arguments: [
            LoopbackMailboxServer.Fault.silent, .saysMore,
        ])
    func silence(fault: LoopbackMailboxServer.Fault) async throws {
        let server = try LoopbackMailboxServer(mails: Self.mails([1, 2]), fault: fault)
        let failure = await #expect(throws: MessageFailure.self) {
            try await Self.read(Self.line(to: server, timeout: .milliseconds(300)), largest: 100_000)
        }
        #expect(failure?.message == "no whole answer from 127.0.0.1:\(server.port) within 300 ms")
        let line = Self.line(to: server)
        let task = Task { try await Self.read(line, largest: 100_000) }
        task.cancel()
        let cancelled = await #expect(throws: MessageFailure.self) { try await task.value }
        #expect(cancelled?.message == "cancelled")
    }

    @Test("Where STARTTLS was asked for and is not offered, and where nobody listens, nothing is said")
    func security() async throws {
        let server = try LoopbackMailboxServer()
        var place = MessageServer(host: "127.0.0.1", port: server.port, security: .startTLS)
        (place.user, place.password) = ("ines", "hunter2")
        let refused = await #expect(throws: MessageFailure.self) {
            try await CurlMessages().mailboxLine(to: place).open("INBOX")
        }
        #expect(
            refused?.message
                == "127.0.0.1:\(server.port) does not offer STARTTLS; nothing is said to it in the clear")
        #expect(server.commands == ["CAPABILITY"])
        (place.security, place.port) = (.tls, 1)
        let nobody = await #expect(throws: MessageFailure.self) {
            try await CurlMessages().mailboxLine(to: place).open("INBOX")
        }
        #expect(nobody?.message == "could not connect to 127.0.0.1:1")
    }

    private static func read(_ line: any MailboxLine, largest: Int = 50) async throws -> [MailboxMail] {
        _ = try await line.open("INBOX")
        return try await line.mails(try await line.numbers(MailboxSearch(first: 1)), largest: largest)
    }
}
