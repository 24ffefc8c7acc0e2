import FeedStore
import LocalSystem
import TributaryEngine

extension Wiring {
    /// The store for a run; for a dry run a copy of it in memory, so that nothing is written.
    func storeToRun(_ settings: StoreSettings, isDryRun: Bool) throws(StoreFailure) -> any Store {
        switch settings.place {
        case .memory: try SQLiteStore()
        case .file(let path) where isDryRun: try SQLiteStore(copying: path)
        case .file(let path): try SQLiteStore(path: path)
        }
    }

    /// What is owed to sinks; nil where no run has made a store.
    func outbox(_ settings: StoreSettings) throws(StoreFailure) -> (any OutboxStore)? {
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
