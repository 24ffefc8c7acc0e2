import FeedJSON
import FeedModel
import FoundationEssentials
import MaildirAdapter
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The adapter maildir")
struct MaildirTests {
    private let folders = MemoryFolders()

    @Test("It keeps the contract of all plugins")
    func contract() throws {
        try PluginContract.check(Maildir.self, in: PluginFolder("Plugins/Adapters/Maildir"))
    }

    @Test("Newsletters are read as they should be")
    func newsletters() async throws {
        let fixtures = String(#filePath.dropLast("MaildirTests.swift".count)) + "Fixtures/messages"
        for name in try FileManager.default.contentsOfDirectory(atPath: fixtures).sorted() {
            folders.put(
                [UInt8](try Data(contentsOf: URL(filePath: "\(fixtures)/\(name)"))), at: "/mail/cur/\(name):2,S")
        }
        guard case .feed(let feed, _) = try await read(#""path": "/mail""#) else { return #expect(Bool(false)) }
        try Snapshot.expect(
            String(decoding: feed.json(layout: .indented), as: UTF8.self) + "\n", named: "newsletters", suffix: "json")
    }

    @Test("A later reading takes what has come since, wherever it lies and whatever its flags have become")
    func news() async throws {
        for day in 1...5 { put("new/\(1_777_000_000 + day * 86400).a\(day).host") }
        guard case .feed(let first, let state) = try await read(#""path": "/mail", "count": 2"#) else {
            return #expect(Bool(false))
        }
        #expect(first.entries.map(\.title) == ["5", "4"])
        folders.move("/mail/new/1777432000.a5.host", to: "/mail/cur/1777432000.a5.host:2,S")
        guard case .unchanged = try await read(#""path": "/mail""#, since: state) else { return #expect(Bool(false)) }
        // Delivered late, by another machine, and one whose name says no time.
        put("new/1777345600.b6.other")
        put("cur/odd7:2,")
        guard case .feed(let second, let next) = try await read(#""path": "/mail""#, since: state) else {
            return #expect(Bool(false))
        }
        #expect(second.entries.map(\.title) == ["6", "7"])
        guard case .unchanged = try await read(#""path": "/mail""#, since: next) else { return #expect(Bool(false)) }
    }

    @Test("A name from the future keeps nothing out that comes later")
    func future() async throws {
        put("new/9999999999.a1.host")
        guard case .feed(_, let state) = try await read(#""path": "/mail""#) else { return #expect(Bool(false)) }
        put("new/1777766400.a2.host")
        guard case .feed(let feed, _) = try await read(#""path": "/mail""#, since: state) else {
            return #expect(Bool(false))
        }
        #expect(feed.entries.map(\.title) == ["2"])
    }

    @Test("Thousands of messages come in several readings, and all of them once")
    func many() async throws {
        for number in 0..<4500 { put("new/\(1_777_000_000 + number).a\(number).host") }
        var titles: [String?] = []
        var state: Validators?
        for _ in 0..<4 {
            guard case .feed(let feed, let next) = try await read(#""path": "/mail", "count": 4500"#, since: state)
            else { break }
            titles += feed.entries.map(\.title)
            state = next
        }
        #expect(titles.count == 4500 && Set(titles).count == 4500)
    }

    @Test("Senders and lists choose messages")
    func choosing() async throws {
        put("cur/1.a1", header: "From: Ines <INES@news.example.org>\nList-Id: Mill <mill.example.org>\n")
        put("cur/2.a2", header: "From: x@example.com\nList-Id: MILL.example.org\n")
        put("cur/3.a3", header: "From: y@example.com\n")
        for (options, titles) in [
            (#""from": ["@news.example.org"]"#, ["1"]),
            (#""from": ["x@EXAMPLE.com", "ines@news.example.org"]"#, ["2", "1"]),
            (#""list": "mill.example.org""#, ["2", "1"]),
            (#""list": "mill.example.org", "from": ["x@example.com"]"#, ["2"]),
        ] {
            guard case .feed(let feed, _) = try await read("\"path\": \"/mail\", \(options)") else {
                return #expect(Bool(false))
            }
            #expect(feed.entries.map(\.title) == titles)
        }
    }

    @Test(
        "The first reading counts the messages that are chosen, however many others are newer, and all are known then")
    func countOfChosen() async throws {
        for number in 1...30 {
            let sender = number.isMultiple(of: 10) ? "ines@example.org" : "noise@example.com"
            put("cur/\(1_777_000_000 + number).a\(number)", header: "From: \(sender)\n")
        }
        let options = #""path": "/mail", "from": ["example.org"]"#
        guard case .feed(let feed, let state) = try await read(options + #", "count": 2"#) else {
            return #expect(Bool(false))
        }
        #expect(feed.entries.map(\.title) == ["30", "20"])
        guard case .unchanged = try await read(options, since: state) else { return #expect(Bool(false)) }
        put("new/1777000040.a40", header: "From: ines@example.org\n")
        guard case .feed(let next, _) = try await read(options, since: state) else { return #expect(Bool(false)) }
        #expect(next.entries.map(\.title) == ["40"])
    }

    @Test("An empty maildir is a feed without entries; what is no maildir is a failure")
    func noMaildir() async throws {
        folders.put([], at: "/empty/cur/.keep")
        folders.put([], at: "/other/file")
        guard case .feed(let feed, _) = try await read(#""path": "/empty""#) else { return #expect(Bool(false)) }
        #expect(feed.entries.isEmpty)
        for (path, message) in [
            ("/none", "/none: there is no such folder; write the path of a maildir"),
            ("/other", "/other: this is no maildir; there is neither cur nor new in it"),
        ] {
            let failure = await #expect(throws: ReadFailure.self) { try await read("\"path\": \"\(path)\"") }
            #expect(failure?.message == message && failure?.kind == .unavailable)
        }
    }

    @Test("A file that holds no message is left out with a warning, and is known then")
    func noMessage() async throws {
        put("cur/1777000001.a1")
        folders.put([], at: "/mail/new/1777000002.a2")
        folders.put([0, 0, 0xFF], at: "/mail/new/1777000003.a3")
        let log = DiagnosticLog()
        let maildir = try PluginContract.make(
            Maildir.self, #"{"use": "maildir", "path": "/mail"}"#, context: .test(folders: folders, log: log))
        let subscription = Subscription(key: "k", name: "mail")
        let reading = try await maildir.read(subscription, since: nil, using: MemoryHTTP())
        guard case .feed(let feed, let state) = reading else { return #expect(Bool(false)) }
        #expect(feed.entries.map(\.title) == ["1"])
        #expect(
            log.diagnostics.map { "\($0)" } == [
                "mail: 2 files hold no message: no head, no text and no attachment; left out"
            ])
        guard case .unchanged = try await maildir.read(subscription, since: state, using: MemoryHTTP()) else {
            return #expect(Bool(false))
        }
    }

    @Test("A sender that is neither an address nor a domain is a mistake")
    func senders() {
        let error = #expect(throws: ConfigurationError.self) {
            try PluginContract.make(Maildir.self, #"{"use": "maildir", "path": "/mail", "from": ["ines"]}"#)
        }
        #expect(error?.problems.map(\.path.description) == ["from[0]"])
    }

    private func put(_ name: String, header: String = "") {
        let number = name.drop { $0 != "a" && $0 != "b" && $0 != "d" }.drop { !$0.isNumber }.prefix { $0.isNumber }
        folders.put(Array("\(header)Subject: \(number)\n\ntext".utf8), at: "/mail/\(name)")
    }

    private func read(_ options: String, since last: Validators? = nil) async throws -> FeedReading {
        let adapter = try PluginContract.make(
            Maildir.self, "{\"use\": \"maildir\", \(options)}", context: .test(folders: folders))
        return try await adapter.read(Subscription(key: "k"), since: last, using: MemoryHTTP())
    }
}
