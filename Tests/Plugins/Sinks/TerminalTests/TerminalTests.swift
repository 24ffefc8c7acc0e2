import FeedJSON
import FeedModel
import Synchronization
import TerminalSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The terminal sink")
struct TerminalTests {
    /// Takes so many bytes, then fails.
    private final class Channel: OutputChannel {
        let written = Mutex<[UInt8]>([])
        let capacity: Int
        let isClosed: Bool

        init(capacity: Int = .max, isClosed: Bool = true) {
            self.capacity = capacity
            self.isClosed = isClosed
        }

        var text: String { written.withLock { String(decoding: $0, as: UTF8.self) } }

        func write(_ bytes: [UInt8]) async throws(OutputFailure) {
            let taken = written.withLock { written in
                let taken = min(bytes.count, capacity - written.count)
                written += bytes.prefix(taken)
                return taken
            }
            if taken < bytes.count {
                throw OutputFailure(isClosed: isClosed, bytesWritten: taken, message: "it is over")
            }
        }
    }

    private static func makeSink(_ options: String, to channel: Channel, columns: Int = 80) throws -> Terminal {
        let node = try JSONNode(parsing: Array(options.utf8))
        let decoded = try OptionDecoder.decode(Terminal.Options.self, from: node, table: Terminal.descriptor.options)
        let context = PluginContext(
            baseFolder: "/", clock: FixedClock(Timestamp(seconds: 0)), standardOutput: channel,
            folders: MemoryFolders(), http: MemoryHTTP(), terminal: TerminalTraits(columns: columns),
            report: { _ in })
        return Terminal(options: decoded, context: context)
    }

    private static let batch = DeliveryBatch(
        (1...3).map { number in
            var entry = Entry(id: "\(number)", url: "https://example.org/\(number)", title: "Entry \(number)")
            entry.tags = ["tag"]
            return Delivery(id: "d\(number)", position: Int64(number), revision: 0, entry: entry)
        })

    @Test(
        "Each style writes every entry and confirms it",
        arguments: [
            ("{}", "╭ Entry 1\n│\n│ [tag]\n╰ https://example.org/1\n\n"),
            (#"{"style": "cards"}"#, "╭ Entry 1\n│\n│ [tag]\n╰ https://example.org/1\n\n"),
            (#"{"style": "tsv"}"#, "\tEntry 1\thttps://example.org/1\t\t\t1\t\t\ttag\n"),
            (
                #"{"style": "json"}"#,
                #"{"id":"1","url":"https://example.org/1","title":"Entry 1","tags":["tag"]}"# + "\n"
            ),
        ])
    func styles(options: String, first: String) async throws {
        let channel = Channel()
        let receipt = try await Self.makeSink(options, to: channel).deliver(Self.batch)
        #expect(receipt.confirmed == ["d1", "d2", "d3"])
        #expect(channel.text == (1...3).map { first.replacing("1", with: "\($0)") }.joined())
    }

    @Test("A list fits the width that the terminal has")
    func width() async throws {
        let channel = Channel()
        _ = try await Self.makeSink(#"{"style": "list"}"#, to: channel, columns: 14).deliver(Self.batch)
        #expect(channel.text == "     -  Entry…\n     -  Entry…\n     -  Entry…\n")
    }

    @Test("What was not written whole stays pending", arguments: [true, false])
    func interrupted(isClosed: Bool) async throws {
        let whole = Channel()
        _ = try await Self.makeSink(#"{"style": "tsv"}"#, to: whole).deliver(Self.batch)
        let lineLength = whole.text.utf8.count / 3
        for capacity in 0..<whole.text.utf8.count {
            let channel = Channel(capacity: capacity, isClosed: isClosed)
            let sink = try Self.makeSink(#"{"style": "tsv"}"#, to: channel)
            let failure = await #expect(throws: SinkFailure.self) { try await sink.deliver(Self.batch) }
            #expect(failure?.receipt?.confirmed == Array(["d1", "d2", "d3"].prefix(capacity / lineLength)))
            #expect(failure?.kind == (isClosed ? .closed : .retryable(after: nil)))
            #expect(failure?.message == "standard output: it is over")
        }
    }

    @Test("An unknown style is a mistake that names what is allowed")
    func unknownStyle() throws {
        let error = #expect(throws: ConfigurationError.self) { try Self.makeSink(#"{"style": "card"}"#, to: Channel()) }
        #expect(error?.problems.map(\.message) == [#""card" is not known here; did you mean "cards"?"#])
    }

    @Test("It keeps the contract of a sink, wherever the reader goes away")
    func contract() async throws {
        try await SinkContract.check(
            Terminal.self, in: PluginFolder("Plugins/Sinks/Terminal"), faults: stride(from: 0, through: 3000, by: 7)
        ) { capacity in
            let output = CollectingOutput(closesAfter: capacity)
            return SinkBench(
                element: #"{"use": "terminal", "style": "json"}"#, context: .test(standardOutput: output)
            ) {
                let lines = output.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                return try lines.dropLast().map { try Entry(json: Array($0).span).id }
            }
        }
    }
}
