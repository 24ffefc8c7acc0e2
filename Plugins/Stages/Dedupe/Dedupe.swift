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
        let keys = heads.map { head in likenesses.map { $0.key(of: head) } }
        let earlier = try await river.earlier(Array(Set(keys.joined().compactMap { $0 })), within: within)
        var holders = Holders(earlier: earlier)
        var verdicts: [EntryHead.ID: RiverVerdict] = [:]
        for index in heads.indices.sorted(by: { Self.comesBefore(heads[$0], heads[$1]) }) {
            let head = heads[index]
            let original = head.isRevision ? nil : holders.original(of: head, keys: keys[index])
            if let original { verdicts[head.id] = verdict(on: head, original) }
            // What was routed earlier is compared with for so long and no longer, however many copies follow.
            if original?.isEarlier != true {
                river.remember(keys[index].compactMap { $0 }, of: original?.id ?? head.id)
            }
            holders.take(head, keys: keys[index], for: original?.id ?? head.id)
        }
        river.judge { verdicts[$0.id] ?? .keep }
    }
}

// MARK: - Private

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
        let fields = likenesses[original.likeness].name
        guard let other = original.head else {
            let reason = "same \(fields) as entry \(original.id), which came earlier"
            return merges ? .merge(into: original.id, reason: reason) : .drop(reason: reason)
        }
        let reason = "same \(fields) as \"\(other.title ?? other.entryID)\" of \(other.feed.title ?? other.feed.id)"
        let isOtherFeed = other.feed.id != head.feed.id
        return merges && isOtherFeed ? .merge(into: original.id, reason: reason) : .drop(reason: reason)
    }
}
