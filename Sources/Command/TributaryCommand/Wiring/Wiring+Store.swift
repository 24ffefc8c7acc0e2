import FeedModel
import FeedStore
import LocalSystem
import TributaryEngine
import TributaryPluginKit

extension Wiring {
    /// The store for a run; for a dry run a copy of it, so that nothing is written.
    func storeToRun(_ settings: StoreSettings, isDryRun: Bool) throws(StoreFailure) -> any Store {
        switch settings.place {
        case .memory: try SQLiteStore()
        case .file(let path) where isDryRun: try SQLiteStore(copying: path)
        case .file(let path): try SQLiteStore(path: path)
        }
    }

    /// Writes down which sites and addresses have asked a dry run to be left alone: that much is owed to them.
    func keepHolds(of dry: any Store, in plan: Plan) async throws(StoreFailure) {
        guard case .file(let path) = plan.store.place else { return }
        let now = clock.now.seconds
        let records = try await dry.fetchRecords()
        let sites = records.siteHolds.filter { $0.value > now }
        let addresses = plan.subscriptions.compactMap { planned -> (keys: [String], state: FetchState)? in
            guard let state = records.record(of: planned)?.fetch, state.retryAt ?? 0 > now else { return nil }
            return ([planned.subscription.key] + planned.earlierKeys, state)
        }
        guard !sites.isEmpty || !addresses.isEmpty else { return }
        let store = try SQLiteStore(path: path)
        try await store.hold(sites)
        try await store.hold(addresses)
    }

    /// What is owed to sinks; nil where no run has made a store.
    func outbox(_ settings: StoreSettings) throws(StoreFailure) -> (any OutboxStore)? { try storeThatIs(settings) }

    /// What the store knows of how entries came; nil where no run has made one.
    func history(_ settings: StoreSettings) throws(StoreFailure) -> (any HistoryStore)? { try storeThatIs(settings) }

    /// The store for a command that needs no run; nil where no run has made one.
    func storeToRead(_ settings: StoreSettings) throws(StoreFailure) -> (any ReaderStore & StoreKeeping)? {
        try storeThatIs(settings)
    }

    /// Whether a run has made the store.
    func hasStore(_ settings: StoreSettings) -> Bool {
        guard case .file(let path) = settings.place else { return false }
        return LocalFile.exists(path)
    }

    /// The store that runs have made, also where it cannot be written; nil where there is none.
    private func storeThatIs(_ settings: StoreSettings) throws(StoreFailure) -> SQLiteStore? {
        guard case .file(let path) = settings.place, LocalFile.exists(path) else { return nil }
        do throws(StoreFailure) {
            return try SQLiteStore(path: path)
        } catch  where error.kind == .readOnly {
            return try SQLiteStore(reading: path)
        }
    }

    /// The store for a command that changes it as a whole; it is made if there is none.
    func storeToKeep(_ settings: StoreSettings) throws(StoreFailure) -> any StoreKeeping {
        switch settings.place {
        case .memory: try SQLiteStore()
        case .file(let path): try SQLiteStore(path: path)
        }
    }
}
