import EntryConditions
import EntryViews
import FeedModel
import FeedText
import TributaryEngine
import TributaryPluginKit

/// What a command needs to read the cache.
struct OpenCache {
    /// The configuration.
    let plan: Plan
    /// The store.
    let store: any ReaderStore
}

extension Wiring {
    /// Opens the cache of a configuration; what to end with where there is none, which has been said by then.
    func openCache(config: String?) async throws -> Result<OpenCache, CacheAbsence> {
        let plan = try plan(given: config, reportingTo: { _ in })
        guard plan.archive != nil else {
            await console.complain([
                "tributary: nothing is kept, so there is nothing to read; add {\"use\": \"cache\"} to the sinks"
            ])
            return .failure(CacheAbsence(status: .configuration))
        }
        guard let store = try storeToRead(plan.store) else {
            await console.complain(["nothing is cached yet; tributary run reads the feeds"])
            return .failure(CacheAbsence(status: .success))
        }
        return .success(OpenCache(plan: plan, store: store))
    }

    /// How entries are shown on standard output.
    func renderer(_ style: EntryStyle) -> EntryRenderer {
        EntryRenderer(style: style, terminal: terminalStyle)
    }

    /// What the reader of standard output can show.
    var terminalStyle: TerminalStyle {
        let traits = terminal
        return TerminalStyle(columns: traits.columns, color: traits.allowsColor)
    }

    /// Prints entries on standard output, a batch at a time.
    ///
    /// - Parameter search: what found them, to be shown with them.
    func show(_ entries: [Entry], as style: EntryStyle, foundBy search: SearchQuery? = nil) async -> ExitStatus {
        let renderer = renderer(style)
        var bytes: [UInt8] = []
        for entry in entries {
            bytes += renderer.bytes(of: entry, foundBy: search)
            guard bytes.count >= 1 << 16 else { continue }
            let status = await console.print(bytes)
            guard status == .success else { return status }
            bytes.removeAll(keepingCapacity: true)
        }
        return bytes.isEmpty ? .success : await console.print(bytes)
    }
}

/// There is no cache: what the command ends with.
struct CacheAbsence: Error {
    let status: ExitStatus
}

/// Keeps the entries for which a condition holds; where that cannot be found out, they are left out and counted.
struct EntrySieve {
    /// How many entries could not be judged, and why the first could not.
    private(set) var unknown: (count: Int, reason: String) = (0, "")
    private let condition: Condition?
    private let now: Timestamp

    init(_ condition: Condition?, now: Timestamp) {
        self.condition = condition
        self.now = now
    }

    /// Whether everything passes.
    var isOpen: Bool { condition == nil }

    mutating func kept(of entries: [Entry]) -> [Entry] {
        guard let condition else { return entries }
        var kept: [Entry] = []
        for entry in entries {
            do throws(StageFailure) {
                if try condition.evaluate(entry, now: now) { kept.append(entry) }
            } catch {
                if unknown.count == 0 { unknown.reason = error.message }
                unknown.count += 1
            }
        }
        return kept
    }

    /// What to tell about entries that could not be judged.
    var complaints: [String] {
        unknown.count == 0 ? [] : ["--where could not be answered for \(unknown.count) entries: \(unknown.reason)"]
    }
}
