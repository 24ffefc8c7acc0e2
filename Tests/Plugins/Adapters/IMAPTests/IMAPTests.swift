import FeedJSON
import FeedModel
import IMAPAdapter
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The adapter imap")
struct IMAPTests {
    private static let members = #""use": "imap", "host": "mail.example.org", "user": "ines", "password": "hunter2""#

    private let mailbox = MemoryMailbox()
    private let log = DiagnosticLog()

    @Test("It keeps the contract of all plugins")
    func contract() throws {
        try PluginContract.check(IMAP.self, in: PluginFolder("Plugins/Adapters/IMAP"))
    }

    @Test("The first reading takes the newest messages that count, however many others there are")
    func first() async throws {
        for number in 1...40 { put(UInt32(number), from: number.isMultiple(of: 4) ? "mill" : "noise") }
        let (feed, state) = try await feed(#", "from": ["mill.example.org"], "count": 3"#)
        #expect(feed.entries.map(\.title) == ["40", "36", "32"] && feed.title == "INBOX")
        #expect(state.adapterState == "7:40")
        #expect(mailbox.searches == [MailboxSearch(first: 1, senders: ["mill.example.org"])])
        #expect(Set(mailbox.handedOver) == Set(25...40), "no more is read than it takes")
        #expect(mailbox.farewells == 1)
    }

    @Test("A message is an entry, with the place and the time where it says nothing itself")
    func entry() async throws {
        mailbox.put(
            MailboxMail(
                number: 3, received: Timestamp(seconds: 1_795_953_600),
                bytes: Array("Subject: =?utf-8?B?5rC06LuK?=\r\nFrom: a@example.org\r\n\r\ntext\r\n".utf8)))
        let entry = try #require(try await feed().feed.entries.first)
        #expect(entry.id == "7.3" && entry.title == "水車" && entry.contentText == "text")
        #expect(entry.datePublished == Timestamp(seconds: 1_795_953_600))
        #expect(entry.authors.map(\.url) == ["mailto:a@example.org"])
    }

    @Test("Later readings take what has come since, once", arguments: [true, false])
    func later(saysNext: Bool) async throws {
        mailbox.sayNextNumber(saysNext)
        for number in 1...5 { put(UInt32(number)) }
        let (first, state) = try await feed(#", "count": 2"#)
        #expect(first.entries.map(\.title) == ["5", "4"])
        guard case .unchanged = try await read(since: state) else { return #expect(Bool(false)) }
        put(9)
        put(12, from: "noise")
        let (second, next) = try await feed(since: state)
        #expect(second.entries.map(\.title) == ["12", "9"] && next.adapterState == "7:12")
        put(20, from: "noise")
        guard case .unchanged(let last) = try await read(#", "from": ["mill.example.org"]"#, since: next) else {
            return #expect(Bool(false))
        }
        #expect(last?.adapterState == "7:20")
        #expect(mailbox.searches.last?.first == 13)
    }

    @Test("An empty folder is a feed without entries, and what comes then is new")
    func empty() async throws {
        let (feed, state) = try await feed()
        #expect(feed.entries.isEmpty && state.adapterState == "7:0")
        put(1)
        #expect(try await self.feed(since: state).feed.entries.map(\.title) == ["1"])
    }

    @Test("A thousand messages and more come in several readings, and all of them once")
    func many() async throws {
        var (_, state): (Feed, Validators) = try await feed()
        for number in 1...2300 { put(UInt32(number)) }
        var titles: [String?] = []
        for _ in 1...3 {
            let (feed, next) = try await feed(since: state)
            titles += feed.entries.map(\.title)
            state = next
        }
        #expect(titles.count == 2300 && Set(titles).count == 2300)
        #expect(log.diagnostics.map(\.message).first == "1300 more messages follow in the next reading")
        guard case .unchanged = try await read(since: state) else { return #expect(Bool(false)) }
    }

    @Test("One reading takes so many bytes, and of each message its beginning")
    func bytes() async throws {
        let (_, state) = try await feed()
        let head = Array("Subject: x\r\nContent-Type: image/png\r\n\r\n".utf8)
        let large = head + [UInt8](repeating: 120, count: 3 << 20)
        for number in 1...50 { mailbox.put(MailboxMail(number: UInt32(number), bytes: large)) }
        let (first, next) = try await feed(since: state)
        #expect(first.entries.count == 32 && next.adapterState == "7:32")
        #expect(try await feed(since: next).feed.entries.count == 18)
    }

    @Test("Where messages are numbered anew, the newest are read again")
    func validity() async throws {
        for number in 1...5 { put(UInt32(number)) }
        let (_, state) = try await feed()
        mailbox.renumber()
        let (feed, next) = try await feed(#", "count": 2"#, since: state)
        #expect(feed.entries.map(\.title) == ["5", "4"] && next.adapterState == "8:5")
        #expect(
            log.diagnostics.map(\.message)
                == [#"mail.example.org has numbered the messages of "INBOX" anew; the newest are read again"#])
    }

    @Test("What goes wrong is a failure, and leaves nothing half read", arguments: [0, 3, 9])
    func failure(count: Int) async throws {
        for number in 1...20 { put(UInt32(number)) }
        mailbox.fail("the line broke", after: count)
        let failure = await #expect(throws: ReadFailure.self) { try await read() }
        #expect(failure == ReadFailure(.unavailable, "the line broke"))
        #expect(mailbox.farewells == 1)
        mailbox.fail(nil)
        #expect(try await feed().feed.entries.count == 20)
    }

    @Test(
        "The server is what the options say",
        arguments: [
            ("", 993, MessageServer.Security.tls), (#", "security": "starttls""#, 143, .startTLS),
            (#", "port": 1993"#, 1993, .tls),
        ])
    func server(options: String, port: Int, security: MessageServer.Security) async throws {
        let messages = MemoryMessages(mailbox: mailbox)
        _ = try await read(options + #", "ca": "ca.pem", "timeout": "5s""#, over: messages)
        var server = MessageServer(host: "mail.example.org", port: port, security: security, timeout: .seconds(5))
        server.user = "ines"
        server.password = "hunter2"
        server.certificateAuthorities = "/conf/ca.pem"
        #expect(messages.servers == [server])
    }

    @Test(
        "What does not go together is a mistake",
        arguments: [
            (#", "security": "none""#, #"a password would go to mail.example.org in the clear; write "tls""#),
            (#", "folder": "a\r\nT9 DELETE b""#, "there is a line break or another control character in it"),
            (
                #", "from": ["mill"]"#,
                "\"mill\" is neither an address nor a domain; write ines@example.org, or example.org for all of it"
            ),
        ])
    func mistakes(options: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try PluginContract.make(IMAP.self, "{\(Self.members)\(options)}")
        }
        #expect(error?.problems.map(\.message) == [message])
    }

    private func put(_ number: UInt32, from host: String = "mill") {
        let text = "From: x@\(host).example.org\r\nMessage-ID: <\(number)@x>\r\nSubject: \(number)\r\n\r\ntext"
        mailbox.put(MailboxMail(number: number, bytes: Array(text.utf8)))
    }

    private func feed(
        _ options: String = "", since last: Validators? = nil
    ) async throws -> (feed: Feed, state: Validators) {
        guard case .feed(let feed, let state) = try await read(options, since: last) else {
            throw ReadFailure(.notAFeed, "nothing has changed")
        }
        return (feed, state)
    }

    private func read(
        _ options: String = "", since last: Validators? = nil, over messages: MemoryMessages? = nil
    ) async throws -> FeedReading {
        let adapter = try PluginContract.make(
            IMAP.self, "{\(Self.members)\(options)}",
            context: .test(
                baseFolder: "/conf", messages: messages ?? MemoryMessages(mailbox: mailbox), log: log))
        return try await adapter.read(Subscription(key: "k"), since: last, using: MemoryHTTP())
    }
}
