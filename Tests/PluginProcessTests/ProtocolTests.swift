import FeedJSON
import FeedModel
import PluginProcess
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("Lines of the plugin protocol")
struct ProtocolTests {
    private static let validators = Validators(
        url: "https://example.org/", etag: "\"\u{E4}\"", lastModified: "yesterday", documentHash: .max,
        adapterState: "cursor\n1")

    @Test("A request is read as it was written", arguments: Entry.samples + Entry.oddities)
    func requests(entry: Entry) throws {
        let delivery = Delivery(id: "d 1", position: 7, revision: 2, entry: entry)
        let subscription = Subscription(key: "k", name: "名前", location: "https://example.org/", tags: ["a", ""])
        let requests: [PluginRequest] = [
            .hello(Greeting(version: 3, role: .sink), options: ["a": [1, nil]]),
            .hello(Greeting(role: .adapter), options: nil), .read(subscription, since: Self.validators),
            .read(Subscription(key: "k"), since: nil), .judge(entry), .open(after: SinkMark("m")), .open(after: nil),
            .deliver([delivery, delivery]), .close,
        ]
        for request in requests {
            let line = request.line
            #expect(line.last == UInt8(ascii: "\n") && line.count { $0 == UInt8(ascii: "\n") } == 1)
            let again = try PluginRequest(line: Array(line.dropLast()))
            #expect(again.line == (try PluginRequest(line: Array(again.line.dropLast()))).line)
            #expect("\(again)".prefix(6) == "\(request)".prefix(6))
        }
    }

    @Test("An answer is read as it was written", arguments: Entry.samples)
    func answers(entry: Entry) throws {
        var feed = Feed(title: "水", homePageURL: "https://example.org/")
        feed.extensions = ["_x": 1]
        let latin = Document(url: "https://example.org/f", mediaType: nil, bytes: [0x63, 0xE9])
        let receipt = Receipt(confirmed: ["a", "b"], mark: SinkMark("12"))
        let answers: [PluginAnswer] = [
            .hello(Greeting(role: .stage)), .feed(feed), .entry(entry, remarks: []),
            .diagnostic(Diagnostic(.note, "so \"so\"")), .done(Self.validators), .done(nil),
            .unchanged(Self.validators),
            .gone, .document(latin, Self.validators, format: "rss"), .document(latin, nil, format: nil), .keep(entry),
            .keep(nil), .drop(reason: "why"), .hold(until: Timestamp(seconds: 1_777_600_000, offset: 3600)), .ready,
            .receipt(receipt), .closed,
            .error(ReportedFailure("busy", isPermanent: true, retryAfter: 9, receipt: receipt)),
        ]
        for answer in answers {
            let again = try PluginAnswer(line: Array(answer.line.dropLast()))
            #expect(again.line == answer.line)
        }
    }

    @Test("A document's bytes come back, as text or as base64", arguments: ["caf\u{E9} 水", "", "\u{0}"])
    func documents(text: String) throws {
        for bytes in [Array(text.utf8), Array(text.utf8) + [0xFF]] {
            let line = PluginAnswer.document(Document(url: nil, mediaType: nil, bytes: bytes), nil, format: nil).line
            guard case .document(let document, _, _) = try PluginAnswer(line: Array(line.dropLast())) else {
                return #expect(Bool(false), "no document")
            }
            #expect(document.bytes == bytes)
        }
    }

    @Test(
        "A line that is not of the protocol is refused in words",
        arguments: [
            ("", "no JSON object: expected \"{\", but the text ends here"),
            ("hello", "no JSON object: expected \"{\""),
            ("[1]", "no JSON object: expected \"{\""),
            ("{}", "the object has no \"type\""),
            (#"{"type": 1}"#, "\"type\" is a number, no text"),
            (#"{"type": "done"} x"#, "no JSON object: expected nothing more after the value"),
            (#"{"type": "dance"}"#, "\"dance\" is no answer that is known here"),
            (#"{"type": "judge", "entry": {}}"#, "\"judge\" is no answer that is known here"),
            (#"{"type": "hello", "role": "stage"}"#, "\"hello\" has no \"version\""),
            (#"{"type": "hello", "version": 1}"#, "\"hello\" has no \"role\""),
            (#"{"type": "hello", "version": 0, "role": "stage"}"#, "\"version\" is 0; the first one is 1"),
            (
                #"{"type": "hello", "version": 1, "role": "queen"}"#,
                "\"role\" is \"queen\"; it can be adapter, stage or sink"
            ),
            (#"{"type": "entry"}"#, "\"entry\" has no \"entry\""),
            (#"{"type": "entry", "entry": null}"#, "\"entry\" has no \"entry\""),
            (#"{"type": "entry", "entry": 7}"#, "\"entry\" is no JSON Feed item: expected \"{\""),
            (#"{"type": "drop"}"#, "\"drop\" has no \"reason\""),
            (#"{"type": "hold", "until": "soon"}"#, "\"until\" is no date (RFC 3339)"),
            (#"{"type": "document"}"#, "a document has \"text\" or \"base64\""),
            (#"{"type": "document", "base64": "%"}"#, "\"base64\" is no base64"),
            (#"{"type": "receipt", "confirmed": ["a", 1]}"#, "\"confirmed\" is no list of texts"),
            (#"{"type": "done", "validators": []}"#, "\"validators\" is no object"),
            (#"{"type": "error"}"#, "\"error\" has no \"message\""),
            (#"{"type": "error", "message": "x", "permanent": 1}"#, "\"permanent\" is neither true nor false"),
            (
                #"{"type": "diagnostic", "severity": "fatal", "message": "x"}"#,
                "\"severity\" is \"fatal\"; it can be error, warning or note"
            ),
        ])
    func mistakes(line: String, message: String) {
        do throws(ProtocolMistake) {
            let answer = try PluginAnswer(line: Array(line.utf8))
            Issue.record("it is taken for \(answer.type)")
        } catch {
            #expect(error.message == message)
        }
    }

    @Test("No change of one byte and no beginning of a line traps")
    func toughness() {
        let entry = Entry.samples[0]
        for answer in [PluginAnswer.entry(entry, remarks: []), .receipt(Receipt(confirmed: ["a"]))] {
            let line = Array(answer.line.dropLast())
            for index in line.indices {
                var bytes = line
                bytes[index] ^= UInt8(truncatingIfNeeded: index &* 37 | 1)
                _ = try? PluginAnswer(line: bytes)
                _ = try? PluginAnswer(line: Array(line[..<index]))
                _ = try? PluginRequest(line: bytes)
            }
        }
    }

    @Test("What Tributary knows of an entry stays, whatever a process says, but for the score")
    func replacing() {
        let entry = Entry.samples[0]
        var changed = Entry(id: "", title: "new")
        changed.tributary = TributaryExtension(feed: FeedReference(id: "elsewhere"), firstSeen: Timestamp(seconds: 0))
        changed.tributary?.score = 3
        let result = entry.replaced(by: changed)
        #expect(result.id == entry.id && result.title == "new" && result.url == nil)
        #expect(result.tributary?.feed == entry.tributary?.feed && result.tributary?.score == 3)
        #expect(entry.replaced(by: Entry(id: "other")).tributary == entry.tributary)
    }
}
