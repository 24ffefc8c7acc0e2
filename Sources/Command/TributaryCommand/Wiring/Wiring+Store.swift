import FeedModel
import FeedStore
import LocalSystem
import TributaryEngine

extension Wiring {
    /// The store for a run; for a dry run a copy of it, so that nothing is written.
    func storeToRun(_ settings: StoreSettings, isDryRun: Bool) throws(StoreFailure) -> any Store {
        switch settings.place {
        case .memory: try SQLiteStore()
        case .file(let path) where isDryRun: try SQLiteStore(copying: path)
        case .file(let path): try SQLiteStore(path: path)
        }
    }

    /// Writes down which sites have asked a dry run to be left alone: that much is owed to them.
    func keepHolds(of dry: any Store, in settings: StoreSettings) async throws(StoreFailure) {
        guard case .file(let path) = settings.place, LocalFile.exists(path) else { return }
        let now = clock.now.seconds
        let holds = try await dry.fetchRecords().siteHolds.filter { $0.value > now }
        if !holds.isEmpty { try await SQLiteStore(path: path).hold(holds) }
    }

    /// What is owed to sinks; nil where no run has made a store.
    func outbox(_ settings: StoreSettings) throws(StoreFailure) -> (any OutboxStore)? {
        guard case .file(let path) = settings.place, LocalFile.exists(path) else { return nil }
        return try SQLiteStore(path: path)
    }

    /// Whether a run has made the store.
    func hasStore(_ settings: StoreSettings) -> Bool {
        guard case .file(let path) = settings.place else { return false }
        return LocalFile.exists(path)
    }

    /// What the store knows of how entries came; nil where no run has made one.
    func history(_ settings: StoreSettings) throws(StoreFailure) -> (any HistoryStore)? {
        guard case .file(let path) = settings.place, LocalFile.exists(path) else { return nil }
        return try SQLiteStore(path: path)
    }

    /// The store for a command that needs no run, also where it cannot be written; nil where no run has made one.
    func storeToRead(_ settings: StoreSettings) throws(StoreFailure) -> (any ReaderStore & StoreKeeping)? {
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
