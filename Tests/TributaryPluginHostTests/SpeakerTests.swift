import FeedJSON
import FeedModel
import JSONFeedAdapter
import PluginProcess
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryPluginHost

@Suite("A plugin type speaks the protocol")
struct SpeakerTests {
    @Test("An adapter greets, reads and gives its state")
    func adapter() async throws {
        let lines = try await conversation(
            with: Numbers.self,
            [.hello(Greeting(role: .adapter), options: ["step": 3]), .read(Subscription(key: "k"), since: nil)])
        #expect(
            lines == [
                #"{"type":"hello","version":1,"role":"adapter"}"#,
                #"{"type":"diagnostic","severity":"note","message":"counting by 3"}"#,
                #"{"type":"feed","feed":{"version":"https://jsonfeed.org/version/1.1","title":"Numbers","items":[]}}"#,
                #"{"type":"entry","entry":{"id":"3"}}"#, #"{"type":"done","validators":{"state":"3"}}"#,
            ])
    }

    @Test("A stage says what becomes of entries, and how it changes them")
    func stage() async throws {
        let lines = try await conversation(
            with: Shortener.self,
            [
                .hello(Greeting(role: .stage), options: nil), .judge(Entry(id: "1", title: "ab")),
                .judge(Entry(id: "2", title: "abcdef")), .judge(Entry(id: "3")), .close,
            ])
        #expect(
            lines.dropFirst() == [
                #"{"type":"keep"}"#, #"{"type":"keep","entry":{"id":"2","title":"abc"}}"#,
                #"{"type":"drop","reason":"no title"}"#,
                #"{"type":"error","message":"a stage does not do that","permanent":true}"#,
            ])
    }

    @Test("A sink confirms what it takes")
    func sink() async throws {
        let deliveries = [Delivery(id: "d", position: 4, revision: 0, entry: Entry(id: "1"))]
        let lines = try await conversation(
            with: RecordingSink.self,
            [.hello(Greeting(role: .sink), options: nil), .open(after: SinkMark("3")), .deliver(deliveries), .close])
        #expect(
            lines.dropFirst() == [
                #"{"type":"ready"}"#, #"{"type":"receipt","confirmed":["d"],"mark":"4"}"#, #"{"type":"closed"}"#,
            ])
    }

    @Test("Wrong options, a wrong order and nonsense are answered with errors")
    func mistakes() async throws {
        var lines = try await conversation(
            with: Numbers.self, [.hello(Greeting(role: .adapter), options: ["stpe": 1])])
        #expect(
            lines == [
                #"{"type":"error","message":"stpe: unknown key; did you mean \"step\"?","permanent":true}"#
            ])
        lines = try await conversation(with: Numbers.self, [.read(Subscription(key: "k"), since: nil)])
        #expect(lines == [#"{"type":"error","message":"the first request is \"hello\""}"#])
        lines = try await conversation(with: RecordingPage.self, [.hello(Greeting(role: .sink), options: nil)])
        #expect(lines.first?.hasPrefix(#"{"type":"error","message":"river stages and page sinks"#) == true)
        var speaker = Speaker(Numbers.self)
        let answer = await speaker.lines(answering: Array("what?".utf8))
        #expect(String(decoding: answer, as: UTF8.self).hasPrefix(#"{"type":"error","message":"the request is not"#))
        #expect(await speaker.lines(answering: []) == [])
    }

    @Test("A format decodes its document in its own process")
    func format() async throws {
        let document = #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "title": "水"}]}"#
        let reading = FeedReading.document(
            Document(url: nil, mediaType: nil, bytes: Array(document.utf8)), Validators(), format: "json_feed")
        let adapter = try PluginContract.make(JSONFeed.self, #"{"use": "json_feed"}"#)
        let lines = try Speaker.answers(reading, of: adapter).map { String(decoding: $0.line, as: UTF8.self) }
        #expect(lines.count == 3 && lines[1].contains("水"))
    }

    private func conversation(
        with plugin: any Plugin.Type, _ requests: [PluginRequest]
    ) async throws -> [String] {
        var speaker = Speaker(plugin)
        var said: [UInt8] = []
        for request in requests { said += await speaker.lines(answering: Array(request.line.dropLast())) }
        return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

private struct Numbers: FeedAdapter {
    struct Options: PluginOptions {
        var step: Int
    }

    static let descriptor = PluginDescriptor(
        name: "numbers", role: .adapter, summary: "counts",
        options: [Option("step", .integer(in: 1...9), default: 1, "By how much.")], example: #"{"use": "numbers"}"#)

    let step: Int

    init(options: Options, context: PluginContext) {
        step = options.step
        context.report(Diagnostic(.note, "counting by \(step)"))
    }

    func read(
        _ subscription: Subscription, since last: Validators?, using http: any HTTPClient
    ) async throws -> FeedReading {
        let number = (last?.adapterState.flatMap { Int($0) } ?? 0) + step
        return .feed(Feed(title: "Numbers", entries: [Entry(id: "\(number)")]), Validators(adapterState: "\(number)"))
    }
}

private struct Shortener: EntryStage {
    static let descriptor = PluginDescriptor(
        name: "shortener", role: .stage, summary: "shortens titles", example: #"{"use": "shortener"}"#)

    init(options: NoOptions, context: PluginContext) {}

    func apply(_ entry: inout Entry) -> Verdict {
        guard let title = entry.title else { return .drop(reason: "no title") }
        entry.title = String(title.prefix(3))
        return .keep
    }
}
