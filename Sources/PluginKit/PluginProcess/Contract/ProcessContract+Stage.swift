import FeedModel
import TributaryPluginKit

extension ProcessContract {
    var stagePromises: [Promise] {
        let entries = SampleEntries.good + SampleEntries.odd
        return [
            ("it judges good entries", { _ = try await judgements(on: SampleEntries.good) }),
            ("it judges odd entries", { _ = try await judgements(on: SampleEntries.odd) }),
            (
                "asked again, it says the same",
                {
                    let judged = try await judgements(on: entries + entries)
                    try compare(Array(judged.prefix(entries.count)), Array(judged.suffix(entries.count)), entries)
                }
            ),
            (
                "asked in another order, by another process, it says the same",
                {
                    let backwards = try await judgements(on: entries.reversed())
                    try compare(try await judgements(on: entries), backwards.reversed(), entries)
                }
            ),
            (
                "asked about several at once, it answers in order",
                { try compare(try await judgements(on: entries), try await judgementsAtOnce(on: entries), entries) }
            ),
        ]
    }

    /// What the stage makes of one entry; an error that it reports is an answer too.
    private struct Judgement: Equatable, Sendable {
        var verdict: Verdict?
        var entry: Entry?
    }

    private func judgements(on entries: [Entry]) async throws -> [Judgement] {
        try await talk { conversation in
            var judged: [Judgement] = []
            for entry in entries {
                await conversation.say(.judge(entry))
                let judgement = try await Self.judgement(by: conversation)
                guard judgement.verdict != .drop(reason: "") else {
                    throw Violation("it drops the entry \"\(entry.id.prefix(60))\" without a reason")
                }
                judged.append(judgement)
            }
            return judged
        }
    }

    private func judgementsAtOnce(on entries: [Entry]) async throws -> [Judgement] {
        try await talk { conversation in
            for entry in entries { await conversation.say(.judge(entry)) }
            var judged: [Judgement] = []
            for _ in entries { judged.append(try await Self.judgement(by: conversation)) }
            return judged
        }
    }

    private static func judgement(by conversation: PluginConversation) async throws -> Judgement {
        do throws(PluginFailure) {
            let (verdict, entry) = try await conversation.hearVerdict()
            return Judgement(verdict: verdict, entry: entry)
        } catch {
            guard case .reported = error.kind else { throw error }
            return Judgement()
        }
    }

    private func compare(_ first: [Judgement], _ second: [Judgement], _ entries: [Entry]) throws {
        for (index, entry) in entries.enumerated() where first[index] != second[index] {
            throw Violation("it says something else of the entry \"\(entry.id.prefix(60))\"")
        }
    }
}
