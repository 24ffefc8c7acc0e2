import FeedModel
import Synchronization
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("Contract suites")
struct ContractTests {
    private let folder = PluginFolder("Tests/TributaryTestKitTests/Fixtures/Counting")

    @Test("find an entry stage that remembers")
    func impureEntryStage() async throws {
        try await withKnownIssue {
            try await EntryStageContract.check(CountingStage.self, in: folder)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasPrefix("asked") }
        }
    }

    @Test("find a river stage that remembers, and one that depends on the order of the river")
    func impureRiverStages() async throws {
        try await withKnownIssue {
            try await RiverStageContract.check(CountingRiverStage.self, in: folder, dependsOnOrder: true)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasPrefix("run again") }
        }
        try await withKnownIssue {
            try await RiverStageContract.check(FirstOnlyStage.self, in: folder, dependsOnOrder: false)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasPrefix("shuffled") }
        }
    }

    @Test("find a descriptor, a sample and a README that do not fit each other")
    func undocumentedOption() throws {
        try withKnownIssue {
            try PluginContract.check(UndocumentedStage.self, in: folder)
        } matching: { issue in
            issue.comments.contains("sample.json shows every option, and nothing else")
                || issue.comments.contains("README.md does not name `hidden`")
        }
    }
}

/// Keeps every other entry that it is asked about.
private final class CountingStage: EntryStage {
    static let descriptor = PluginDescriptor(
        name: "counting", role: .stage, summary: "counts", example: #"{"use": "counting"}"#)
    private let count = Mutex(0)

    init(options: NoOptions, context: PluginContext) {}

    func apply(_ entry: inout Entry) -> Verdict {
        let isEven = count.withLock { count in
            count += 1
            return count % 2 == 0
        }
        return isEven ? .keep : .drop(reason: "odd")
    }
}

/// Drops everything from the second river on.
private final class CountingRiverStage: RiverStage {
    static let descriptor = CountingStage.descriptor
    private let count = Mutex(0)

    init(options: NoOptions, context: PluginContext) {}

    func apply(to river: inout River) {
        guard !river.heads.isEmpty else { return }
        let isFirst = count.withLock { count in
            count += 1
            return count == 1
        }
        river.judge { _ in isFirst ? .keep : .drop(reason: "late") }
    }
}

/// Drops all entries but the river's first.
private struct FirstOnlyStage: RiverStage {
    static let descriptor = CountingStage.descriptor

    init(options: NoOptions, context: PluginContext) {}

    func apply(to river: inout River) {
        let first = river.heads.first?.id
        river.judge { $0.id == first ? .keep : .drop(reason: "not first") }
    }
}

/// Has an option that neither its sample nor its README shows.
private struct UndocumentedStage: EntryStage {
    static let descriptor = PluginDescriptor(
        name: "counting", role: .stage, summary: "counts", options: [Option("hidden", .text, "Not shown.")],
        example: #"{"use": "counting"}"#)

    init(options: NoOptions, context: PluginContext) {}

    func apply(_ entry: inout Entry) -> Verdict { .keep }
}
