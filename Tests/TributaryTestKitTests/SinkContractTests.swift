import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The contract suite of sinks")
struct SinkContractTests {
    private static func check<Checked: Sink>(_ sink: Checked.Type) async throws {
        try await SinkContract.check(
            sink, in: PluginFolder("Tests/TributaryTestKitTests/Fixtures/Lying"), faults: 0..<40
        ) { capacity in
            let output = CollectingOutput(closesAfter: capacity)
            return SinkBench(element: #"{"use": "lying"}"#, context: .test(standardOutput: output)) {
                let lines = output.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                return lines.dropLast().filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
            }
        }
    }

    private static func expectIssue<Checked: Sink>(_ sink: Checked.Type, _ words: String...) async throws {
        try await withKnownIssue {
            try await check(sink)
        } matching: { issue in
            issue.comments.contains { comment in words.contains { comment.rawValue.contains($0) } }
        }
    }

    @Test("finds nothing where a sink is honest")
    func honest() async throws {
        try await Self.check(LineSink<Honest>.self)
    }

    @Test("finds a sink that confirms what did not arrive, or writes what it does not confirm")
    func receipts() async throws {
        try await Self.expectIssue(LineSink<Overconfident>.self, "confirmed what did not arrive")
        try await Self.expectIssue(LineSink<Forgetful>.self, "what arrived will be repeated")
    }

    @Test("finds a sink that does not notice a failure, and one that writes when it is closed")
    func silence() async throws {
        try await Self.expectIssue(LineSink<Deaf>.self, "the sink did not notice it", "no receiver failed")
        try await Self.expectIssue(LineSink<Talkative>.self, "closed without a batch", "changed by closing")
    }
}

/// How a sink breaks its contract.
private protocol Vice: Sendable {
    /// What it confirms of a delivery that failed.
    static func receipt(for batch: DeliveryBatch, isWritten: Bool) -> Receipt?
    /// Whether it says that it failed.
    static var admitsFailure: Bool { get }
    /// What it writes at the end.
    static var lastWords: String { get }
}

extension Vice {
    static func receipt(for batch: DeliveryBatch, isWritten: Bool) -> Receipt? {
        isWritten ? Receipt(for: batch) : nil
    }
    static var admitsFailure: Bool { true }
    static var lastWords: String { "" }
}

private enum Honest: Vice {}

private enum Overconfident: Vice {
    static func receipt(for batch: DeliveryBatch, isWritten: Bool) -> Receipt? { Receipt(for: batch) }
}

private enum Forgetful: Vice {
    static func receipt(for batch: DeliveryBatch, isWritten: Bool) -> Receipt? { nil }
}

private enum Deaf: Vice {
    static var admitsFailure: Bool { false }
}

private enum Talkative: Vice {
    static var lastWords: String { "goodbye\n" }
}

/// Writes the id of each entry on a line and an empty line after it; the entry has arrived with its own line.
private struct LineSink<Kind: Vice>: Sink {
    static var descriptor: PluginDescriptor {
        PluginDescriptor(
            name: "lying", role: .sink, summary: "writes ids", example: #"{"use": "lying"}"#,
            delivery: DeliveryTraits(isRepeatable: false, firstFetch: .all))
    }

    private let output: any OutputChannel

    init(options: NoOptions, context: PluginContext) {
        output = context.standardOutput
    }

    func deliver(_ batch: DeliveryBatch) async throws(SinkFailure) -> Receipt {
        let lines = batch.deliveries.map { $0.entry.id + "\n" }.joined()
        var isWritten = false
        do throws(OutputFailure) {
            try await output.write(Array(lines.utf8))
            isWritten = true
            try await output.write(Array("\n".utf8))
        } catch {
            guard Kind.admitsFailure else { return Receipt(for: batch) }
            throw SinkFailure(.closed, "it is over", receipt: Kind.receipt(for: batch, isWritten: isWritten))
        }
        return Receipt(for: batch)
    }

    func close() async throws(SinkFailure) {
        try? await output.write(Array(Kind.lastWords.utf8))
    }
}
