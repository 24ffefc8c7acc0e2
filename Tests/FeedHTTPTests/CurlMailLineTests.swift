import FeedHTTP
import Testing
import TributaryPluginKit
import TributaryTestOrigin

@Suite("Mail over curl", .timeLimit(.minutes(5)))
struct CurlMailLineTests {
    private static let mail = OutgoingMail(
        sender: "feeds@example.org", recipients: ["a@example.org", "b@example.com"],
        bytes: Array("Subject: x\r\n\r\n.\r\n..two\r\nFrom here\r\n".utf8))

    private static func line(
        to server: LoopbackMailServer, user: String? = nil, password: String? = nil, timeout: Duration = .seconds(60)
    ) -> any MailLine {
        var place = MessageServer(host: "127.0.0.1", port: server.port, security: .none, timeout: timeout)
        place.user = user
        place.password = password
        return CurlMessages().mailLine(to: place)
    }

    @Test("A message arrives byte for byte, with its envelope, and the next one over the same connection")
    func sending() async throws {
        let server = try LoopbackMailServer()
        let line = Self.line(to: server)
        try await line.send(Self.mail)
        try await line.send(Self.mail)
        let expected = LoopbackMailServer.Mail(
            sender: Self.mail.sender, recipients: Self.mail.recipients, bytes: Self.mail.bytes)
        #expect(server.mails == [expected, expected] && server.connections == 1)
    }

    @Test("A large message arrives whole")
    func large() async throws {
        let server = try LoopbackMailServer()
        var mail = Self.mail
        mail.bytes = Array(repeating: Array("x123456789.".utf8) + [13, 10], count: 20_000).flatMap(\.self)
        try await Self.line(to: server).send(mail)
        #expect(server.mails.first?.bytes == mail.bytes)
    }

    @Test("The user and the password are said, and refused where they are wrong")
    func login() async throws {
        let server = try LoopbackMailServer(user: ("ines", "pässword"))
        try await Self.line(to: server, user: "ines", password: "pässword").send(Self.mail)
        #expect(server.mails.count == 1)
        let failure = await #expect(throws: MessageFailure.self) {
            try await Self.line(to: server, user: "ines", password: "wrong").send(Self.mail)
        }
        #expect(failure?.kind == .unavailable)
        #expect(
            failure?.message
                == "127.0.0.1 does not accept the user and the password: 535 not with that password")
    }

    @Test(
        "What goes wrong is told apart: the message, or everything else",
        arguments: [
            (.busy, .unavailable, "421 too busy"),
            (.unwelcome, .unavailable, "127.0.0.1 wants nothing from this machine: 554 nobody of yours"),
            (
                .fullMailbox, .unavailable,
                "127.0.0.1 refuses the sender or a recipient: 552 the mailbox is full"
            ),
            (.unknownRecipient, .unavailable, "127.0.0.1 refuses the sender or a recipient: 550 nobody of that name"),
            (.greylisted, .unavailable, "127.0.0.1 cannot take the message now: 451 come again later"),
            (.refusesMessages, .refused, "127.0.0.1 refuses the message: 554 no such mail here"),
            (.closes, .unavailable, ""),
        ] as [(LoopbackMailServer.Fault, MessageFailure.Kind, String)])
    func faults(fault: LoopbackMailServer.Fault, kind: MessageFailure.Kind, message: String) async throws {
        let server = try LoopbackMailServer(fault: fault)
        let line = Self.line(to: server)
        let failure = await #expect(throws: MessageFailure.self) { try await line.send(Self.mail) }
        #expect(failure?.kind == kind)
        #expect(failure?.message.hasSuffix(message) == true, "\(failure?.message ?? "")")
        // The line is as good as new.
        server.meet(nil)
        try await line.send(Self.mail)
        #expect(server.mails.count == 1)
    }

    @Test("Where there is a user and no login is offered, nothing is sent")
    func noLogin() async throws {
        let server = try LoopbackMailServer(fault: .noLogin)
        let line = Self.line(to: server, user: "ines", password: "x")
        let failure = await #expect(throws: MessageFailure.self) { try await line.send(Self.mail) }
        #expect(failure?.kind == .unavailable)
        #expect(failure?.message.hasPrefix("127.0.0.1:\(server.port) offers no login, so nothing was sent") == true)
        #expect(server.mails.isEmpty)
        try await Self.line(to: server).send(Self.mail)
        #expect(server.mails.count == 1)
    }

    @Test("A server that says nothing is waited for so long, and not by a task that was cancelled")
    func silence() async throws {
        let server = try LoopbackMailServer(fault: .silent)
        let failure = await #expect(throws: MessageFailure.self) {
            try await Self.line(to: server, timeout: .milliseconds(300)).send(Self.mail)
        }
        #expect(failure?.message == "no whole answer from 127.0.0.1:\(server.port) within 300 ms")
        let task = Task { try await Self.line(to: server).send(Self.mail) }
        task.cancel()
        let cancelled = await #expect(throws: MessageFailure.self) { try await task.value }
        #expect(cancelled?.message == "cancelled")
    }

    @Test("Where STARTTLS was asked for and is not offered, and where nobody listens, nothing is said")
    func security() async throws {
        let server = try LoopbackMailServer()
        var place = MessageServer(host: "127.0.0.1", port: server.port, security: .startTLS)
        let startTLS = CurlMessages().mailLine(to: place)
        let refused = await #expect(throws: MessageFailure.self) { try await startTLS.send(Self.mail) }
        #expect(
            refused?.message
                == "127.0.0.1:\(server.port) does not offer STARTTLS; nothing is said to it in the clear")
        #expect(server.mails.isEmpty)
        place.security = .none
        place.port = 1
        let deaf = CurlMessages().mailLine(to: place)
        let nobody = await #expect(throws: MessageFailure.self) { try await deaf.send(Self.mail) }
        #expect(nobody?.message == "could not connect to 127.0.0.1:1")
    }
}
