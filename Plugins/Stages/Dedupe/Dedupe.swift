import FeedJSON
import FeedModel
public import TributaryPluginKit

/// Lets a story through once, though several feeds bring it.
public struct Dedupe: RiverStage {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var by: [Likeness]
        var within: TimeSpan
        var merge: Bool
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "dedupe", role: .stage, summary: "lets a story through once, though several feeds bring it",
        options: [
            .required(
                "by", .list(of: Likeness.kind, atLeast: 1),
                "What two entries of one story have in common; a list within the list asks for all of its fields."),
            Option("within", .duration, default: "30d", "How long an entry that was routed is compared with."),
            Option("merge", .boolean, default: true, "Whether the entry that stays says which feeds also have it."),
        ],
        example: #"{"use": "dedupe", "by": ["url", ["title", "date"]]}"#)

    private let likenesses: [Likeness]
    private let within: Int64
    private let merges: Bool

    /// Makes the stage.
    public init(options: Options, context: PluginContext) {
        likenesses = options.by
        within = options.within.seconds
        merges = options.merge
    }

    /// Keeps of each story what was routed earlier, else its oldest entry; revisions always stay.
    ///
    /// The outcome does not depend on the river's order.
    public func apply(to river: inout River) async throws(StageFailure) {
        let heads = river.heads
        let traces = try await traces(of: heads, in: river)
        var holders = try await holders(of: traces, in: river)
        var verdicts: [EntryHead.ID: RiverVerdict] = [:]
        for index in heads.indices.sorted(by: { Self.comesBefore(heads[$0], heads[$1]) }) {
            let head = heads[index]
            let original = head.isRevision ? nil : holders.original(of: head, traces: traces[index])
            if let original { verdicts[head.id] = verdict(on: head, original) }
            // What was routed earlier is compared with for so long and no longer, however many copies follow.
            if original?.isEarlier != true {
                river.remember(traces[index].compactMap { $0?.exactKey }, of: original?.id ?? head.id)
            }
            // A copy of a copy may be another story, so only what stays is looked for by likeness.
            if original == nil { river.remember(traces[index].flatMap { $0?.nearKeys ?? [] }, of: head.id) }
            holders.take(head, traces: traces[index], of: original?.id)
        }
        river.judge { verdicts[$0.id] ?? .keep }
    }
}

// MARK: - Reading

extension Dedupe {
    /// So many entries are in memory at once.
    private static let batch = 200

    /// What there is to compare of each entry, by likeness.
    private func traces(of heads: [EntryHead], in river: River) async throws(StageFailure) -> [[Trace?]] {
        guard likenesses.contains(where: \.needsEntry) else {
            return heads.map { head in likenesses.map { $0.trace(of: head, nil) } }
        }
        var traces: [[Trace?]] = []
        traces.reserveCapacity(heads.count)
        for start in stride(from: 0, to: heads.count, by: Self.batch) {
            let batch = heads[start..<min(start + Self.batch, heads.count)]
            let entries = try await river.entries(batch.map(\.id))
            // Whatever is in the river is in the store.
            guard entries.count == batch.count else { throw StageFailure("the store lacks entries of the river") }
            for (head, entry) in zip(batch, entries) { traces.append(likenesses.map { $0.trace(of: head, entry) }) }
        }
        return traces
    }

    /// What was routed earlier and has something in common with these.
    private func holders(of traces: [[Trace?]], in river: River) async throws(StageFailure) -> Holders {
        let exact = Set(traces.joined().compactMap { $0?.exactKey })
        let near = Set(traces.joined().flatMap { $0?.nearKeys ?? [] })
        let earlier = try await river.earlier(Array(exact.union(near)), within: within)
        var known: [EntryHead.ID: Holders.Text] = [:]
        for id in Set(near.compactMap { earlier[$0] }).sorted() {
            // What the store no longer holds cannot be compared.
            guard let entry = try await river.entries([id]).first, let sketch = Sketch(of: entry) else { continue }
            known[id] = Holders.Text(sketch: sketch, feed: entry.tributary?.feed.id ?? "")
        }
        return Holders(earlier: earlier, texts: known)
    }
}

// MARK: - Judging

extension Dedupe {
    /// What came first in the world comes first here: revisions of what is known, then the oldest, then by place.
    private static func comesBefore(_ left: EntryHead, _ right: EntryHead) -> Bool {
        if left.isRevision != right.isRevision { return left.isRevision }
        let (mine, theirs) = (left.sortDate, right.sortDate)
        if (mine.seconds, mine.nanoseconds) != (theirs.seconds, theirs.nanoseconds) {
            return (mine.seconds, mine.nanoseconds) < (theirs.seconds, theirs.nanoseconds)
        }
        return (left.feed.id, left.place) < (right.feed.id, right.place)
    }

    private func verdict(on head: EntryHead, _ original: Holders.Original) -> RiverVerdict {
        let likeness = likenesses[original.likeness].words
        guard let other = original.head else {
            let reason = "\(likeness) as entry \(original.id), which came earlier"
            return merges ? .merge(into: original.id, reason: reason) : .drop(reason: reason)
        }
        let reason = "\(likeness) as \"\(other.title ?? other.entryID)\" of \(other.feed.title ?? other.feed.id)"
        let isOtherFeed = other.feed.id != head.feed.id
        return merges && isOtherFeed ? .merge(into: original.id, reason: reason) : .drop(reason: reason)
    }
}
