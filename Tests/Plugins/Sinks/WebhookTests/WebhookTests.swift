import FeedJSON
import FeedModel
import FeedText
import Testing
import TributaryPluginKit
import TributaryTestKit
import WebhookSink

@Suite("The sink webhook")
struct WebhookTests {
    private static let url = "https://hooks.example.org/feeds"

    private static func sink(_ options: String = "", to receiver: Receiver, url: String = url) throws -> Webhook {
        try PluginContract.make(
            Webhook.self, #"{"use": "webhook", "url": "\#(url)"\#(options)}"#, context: .test(http: receiver))
    }

    private static func batch(_ entries: [Entry], revision: Int = 0) -> DeliveryBatch {
        DeliveryBatch(
            entries.enumerated().map {
                Delivery(id: "d\($0)", position: Int64($0), revision: revision, entry: $1, subscription: "feed")
            })
    }

    private static func ids(of body: JSONValue) -> [String] {
        let elements = body.objectValue?["deliveries"]?.arrayValue ?? [body]
        return elements.compactMap { $0.objectValue?["item"]?.objectValue?["id"]?.stringValue }
    }

    @Test("It keeps the contract of all sinks, wherever the line breaks", arguments: ["", #", "batch": 2"#])
    func contract(options: String) async throws {
        try await SinkContract.check(Webhook.self, in: PluginFolder("Plugins/Sinks/Webhook"), faults: 0..<3) { count in
            let receiver = Receiver(failsFrom: count)
            return SinkBench(
                element: #"{"use": "webhook", "url": "\#(Self.url)"\#(options)}"#, context: .test(http: receiver),
                repair: { receiver.repair() }
            ) { receiver.bodies.flatMap(Self.ids) }
        }
    }

    @Test(
        "Each service is told what it wants, to the byte",
        arguments: [
            ("json", "https://hooks.example.org/feeds", ""),
            ("json-batch", "https://hooks.example.org/feeds", #", "batch": 2"#),
            (
                "body", "https://hooks.example.org/feeds",
                #", "body": {"text": "{{title}} <{{url|external_url}}>", "tags": ["{{tags}}"], "more": "{{content_text:12}}"}"#
            ),
            ("text", "https://hooks.example.org/feeds", #", "method": "PUT", "body": "{{feed|id}}: {{title}}""#),
            ("slack", "https://hooks.slack.example/services/T/B/x", ""),
            ("slack-batch", "https://hooks.slack.example/services/T/B/x", #", "batch": 3"#),
            ("discord", "https://discord.example/api/webhooks/1/x", ""),
            ("discord-batch", "https://discord.example/api/webhooks/1/x", #", "batch": 3"#),
            ("ntfy", "https://ntfy.example/my-topic", ""),
            ("ntfy-batch", "https://ntfy.example/a/my-topic", #", "batch": 3"#),
            ("matrix", "https://matrix.example/_matrix/client/v3/rooms/!r:example.org/send/m.room.message", ""),
            (
                "matrix-batch", "https://matrix.example/_matrix/client/v3/rooms/!r:example.org/send/m.room.message",
                #", "batch": 3"#
            ),
            ("telegram", "https://telegram.example/bot1:x/sendMessage?chat_id=-100&message_thread_id=7", ""),
            ("telegram-batch", "https://telegram.example/bot1:x/sendMessage?chat_id=%40channel", #", "batch": 3"#),
        ])
    func services(name: String, url: String, options: String) async throws {
        let receiver = Receiver()
        let service = name.split(separator: "-")[0]
        let chosen = ["body", "text"].contains(name) ? "" : #", "service": "\#(service)""#
        let batch = Self.batch(Entry.samples)
        let receipt = try await Self.sink(options + chosen, to: receiver, url: url).deliver(batch)
        #expect(receipt.confirmed == batch.deliveries.map(\.id))
        let shown = receiver.requests.map { request in
            let head = "\(request.method) \(request.url)\nContent-Type: \(request.header("Content-Type") ?? "")\n"
            return head + request.prettyBody + "\n"
        }
        try Snapshot.expect(shown.joined(separator: "\n"), named: name)
        #expect(receiver.requests.allSatisfy { $0.namedHost == URLText.host(of: url) })
    }

    @Test("A key is the same whenever a delivery comes again, and another for everything else")
    func keys() async throws {
        func keys(_ entries: [Entry], revision: Int = 0, _ options: String = "") async throws -> [String] {
            let receiver = Receiver()
            _ = try await Self.sink(options, to: receiver).deliver(Self.batch(entries, revision: revision))
            return receiver.requests.compactMap { $0.header("Idempotency-Key") }
        }
        let first = try await keys(Entry.samples)
        let again = try await keys(Entry.samples)
        #expect(again == first && Set(first).count == 3)
        let revised = try await keys(Entry.samples, revision: 1)
        #expect(Set(revised).isDisjoint(with: first))
        let whole = try await keys(Entry.samples, #", "batch": 10"#)
        let part = try await keys(Array(Entry.samples.dropLast()), #", "batch": 10"#)
        #expect(whole.count == 1 && part.count == 1 && part != whole)
    }

    @Test("The signature is the HMAC of the body, and a field of one's own replaces ours")
    func signature() async throws {
        let receiver = Receiver()
        let options = #", "secret": "key", "token": "t", "headers": {"content-type": "application/x", "X-A": "b"}"#
        _ = try await Self.sink(options, to: receiver).deliver(Self.batch([Entry(id: "1")]))
        let request = try #require(receiver.requests.first)
        let code = SHA256.authenticationCode(of: request.body ?? [], key: Array("key".utf8)).hexadecimal
        #expect(request.header("X-Hub-Signature-256") == "sha256=\(code)")
        #expect(request.header("Authorization") == "Bearer t" && request.header("X-A") == "b")
        #expect(request.header("Content-Type") == nil && request.header("content-type") == "application/x")
    }

    @Test(
        "An answer says whether to try again, and when",
        arguments: [
            (400, [:], .permanent), (413, [:], .permanent), (422, [:], .permanent),
            (401, [:], .retryable(after: nil)), (404, [:], .retryable(after: nil)), (410, [:], .retryable(after: nil)),
            (429, ["retry-after": "90"], .retryable(after: 90)), (429, [:], .retryable(after: nil)),
            (503, ["Retry-After": "Sun, 22 Nov 2026 05:01:00 GMT"], .retryable(after: 60)),
            (500, [:], .retryable(after: nil)), (304, [:], .retryable(after: nil)),
        ] as [(Int, [String: String], SinkFailure.Kind)])
    func answers(status: Int, headers: [String: String], kind: SinkFailure.Kind) async throws {
        let answer = HTTPResponse(
            status: status, url: Self.url, headers: headers.map { HTTPField(name: $0.key, value: $0.value) },
            body: Array("no\nsuch \u{1B}[31mhook".utf8))
        let failure = await Self.failure(answering: answer)
        #expect(failure?.kind == kind)
        #expect(failure?.message.hasPrefix("hooks.example.org answered \(status): no such [31mhook") == true)
        #expect(failure?.receipt?.confirmed == [])
    }

    @Test(
        "A service may say in its body when to come again",
        arguments: [
            (#"{"retry_after": 1.3}"#, 2), (#"{"ok": false, "parameters": {"retry_after": 35}}"#, 35),
            (#"{"retry_after": -1}"#, nil), (#"{"retry_after": 1e300}"#, 30 * 86_400), ("soon", nil),
        ] as [(String, Int64?)])
    func pauses(body: String, seconds: Int64?) async {
        let answer = HTTPResponse(status: 429, url: Self.url, body: Array(body.utf8))
        let failure = await Self.failure(answering: answer)
        #expect(failure?.kind == .retryable(after: seconds))
    }

    @Test("Where a redirect turned it into a question, nothing was delivered, whatever the answer")
    func redirects() async throws {
        var answer = HTTPResponse(status: 200, url: Self.url)
        answer.redirects = [HTTPResponse.Redirect(status: 302, target: "https://example.org/?token=abc")]
        let failure = await Self.failure(answering: answer)
        #expect(failure?.kind == .retryable(after: nil) && failure?.message.contains("abc") == false)
        answer.redirects = [HTTPResponse.Redirect(status: 307, target: "https://example.org/")]
        let followed = await Self.failure(answering: answer)
        #expect(followed == nil)
    }

    /// What comes of an answer, at five in the morning of a Sunday.
    private static func failure(answering answer: HTTPResponse) async -> SinkFailure? {
        let context = PluginContext.test(
            clock: FixedClock(Timestamp(seconds: 1_795_323_600)), http: Receiver(answering: answer))
        do {
            let sink = try PluginContract.make(Webhook.self, #"{"use": "webhook", "url": "\#(url)"}"#, context: context)
            _ = try await sink.deliver(batch(Entry.samples))
            return nil
        } catch {
            return error as? SinkFailure
        }
    }

    @Test(
        "What does not go together is a mistake",
        arguments: [
            (#""url": "ftp://example.org/""#, #""ftp://example.org/" is no URL of http or https"#),
            (
                #""url": "https://h/", "service": "slack", "body": {}"#,
                #"slack has a body of its own; leave out "body" or "service""#
            ),
            (
                #""url": "https://h/", "body": "x", "batch": 2"#,
                #"a text is of one entry; write an object, or leave out "batch""#
            ),
            (
                #""url": "https://h/", "body": {"a": ["{{titel}}"]}"#,
                #""{{titel}}" is not known here; did you mean "title"?"#
            ),
            (#""url": "https://h/", "headers": {"a b": "c"}"#, #""a b" cannot be the name of a field"#),
            (#""url": "https://h/", "headers": {"a": "c\nd"}"#, "the value of a field is one line of ASCII"),
            (
                #""url": "https://h/", "headers": {"content-Length": "3"}"#,
                "content-Length follows from the request and is written by the program; leave it out"
            ),
            (
                #""url": "https://h/", "headers": {"Host": "other"}"#,
                "Host follows from the request and is written by the program; leave it out"
            ),
            (
                #""url": "https://h/", "signature_header": "Transfer-Encoding""#,
                #""Transfer-Encoding" cannot be the name of a field"#
            ),
            (
                #""url": "https://api.telegram.org/botX?chat_id=1", "service": "telegram""#,
                "a bot sends by its method sendMessage; write https://api.telegram.org/bot${env:TOKEN}/sendMessage?chat_id=ID"
            ),
            (#""url": "https://h/", "token": "c\r\nd: e""#, "a token is one line of ASCII"),
            (
                #""url": "https://ntfy.sh", "service": "ntfy""#,
                "the topic is missing; write it behind the server, as in https://ntfy.sh/my-topic"
            ),
            (
                #""url": "https://api.telegram.org/botX/sendMessage", "service": "telegram""#,
                "the chat is missing; write https://api.telegram.org/bot${env:TOKEN}/sendMessage?chat_id=ID"
            ),
        ])
    func mistakes(options: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try PluginContract.make(Webhook.self, "{\"use\": \"webhook\", \(options)}")
        }
        #expect(error?.problems.map(\.message) == [message])
    }
}
