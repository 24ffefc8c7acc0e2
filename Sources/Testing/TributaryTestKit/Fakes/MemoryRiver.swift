public import FeedModel
import Synchronization
public import TributaryPluginKit

/// Rivers over a past in memory: what a river stage meets in the engine, without a store.
///
/// Entries are numbered from 1 on as they arrive; keys that a stage has remembered of routed entries are found again.
public final class MemoryRiver: Sendable {
    /// What a stage made of one river.
    public struct Outcome: Sendable, Equatable {
        /// The numbers of the entries that stayed, in order.
        public var kept: [EntryHead.ID]
        /// What became of the others.
        public var departures: [EntryHead.ID: RiverVerdict]
    }

    private struct Memory {
        var entry: EntryHead.ID
        var time: Timestamp
    }

    private struct Past {
        var entries: [Entry] = []
        var memories: [UInt64: Memory] = [:]
    }

    private let past = Mutex(Past())
    private let clock: any WallClock

    /// A past in which nothing has happened yet.
    public init(clock: any WallClock = FixedClock()) {
        self.clock = clock
    }

    /// Takes entries in and says their heads, in the given order; `_tributary.feed` names the feed, else it is `feed`.
    public func arrive(_ entries: [Entry], feed: String = "feed", areRevisions: Bool = false) -> [EntryHead] {
        past.withLock { past in
            entries.enumerated().map { place, entry in
                past.entries.append(entry)
                return EntryHead(
                    of: entry, id: Int64(past.entries.count),
                    feed: entry.tributary?.feed ?? FeedReference(id: feed),
                    firstSeen: entry.tributary?.firstSeen ?? clock.now, place: place,
                    textHash: (entry.contentText ?? entry.contentHTML ?? entry.summary).map(Self.hash),
                    isRevision: areRevisions)
            }
        }
    }

    /// Runs a stage over heads and routes what it keeps, so that later rivers find what it had remembered.
    public func route(_ heads: [EntryHead], through stage: any RiverStage) async throws -> Outcome {
        let (outcome, river) = try await run(stage, over: heads)
        let now = clock.now
        past.withLock { past in
            for (key, entry) in river.remembered where river.departures[entry] == nil {
                past.memories[key] = Memory(entry: entry, time: now)
            }
        }
        return outcome
    }

    /// Runs a stage over heads and forgets it, as a run does that is killed before Route.
    public func attempt(_ heads: [EntryHead], through stage: any RiverStage) async throws -> Outcome {
        try await run(stage, over: heads).outcome
    }

    private func run(
        _ stage: any RiverStage, over heads: [EntryHead]
    ) async throws -> (outcome: Outcome, river: River) {
        var river = River(heads, past: self)
        try await stage.apply(to: &river)
        return (Outcome(kept: river.heads.map(\.id), departures: river.departures), river)
    }

    /// FNV-1a without white space: equal texts have equal hashes, nothing more is asked of it.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { $1 <= 0x20 ? $0 : ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension MemoryRiver: RiverPast {
    package func earlier(_ keys: [UInt64], within seconds: Int64) async throws(StageFailure) -> [UInt64: EntryHead.ID] {
        let since = clock.now.adding(seconds: -seconds)
        return past.withLock { past in
            var found: [UInt64: EntryHead.ID] = [:]
            for key in keys {
                if let memory = past.memories[key], memory.time.seconds > since.seconds { found[key] = memory.entry }
            }
            return found
        }
    }

    package func entries(_ ids: [EntryHead.ID]) async throws(StageFailure) -> [Entry] {
        past.withLock { past in ids.map { past.entries[Int($0) - 1] } }
    }
}
