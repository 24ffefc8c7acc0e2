import TributaryEngine

extension Connection {
    /// What is damaged of the file, each in a line; empty where all is well.
    func damages(atMost most: Int) throws(StoreFailure) -> [String] {
        do throws(StoreFailure) {
            if try SearchIndex(self).isDamagedAlone() {
                return ["the search index is damaged, and nothing else; tributary store check makes it anew"]
            }
            // A row may be several lines, the first of which names nothing but the database.
            return try statement("PRAGMA integrity_check(\(most))").all { $0.text() }
                .flatMap { $0.split(separator: "\n").map(String.init) }
                .filter { $0 != "ok" && !$0.hasPrefix("*** in database ") }
        } catch  where error.kind == .corrupt {
            return ["parts of the database cannot be read"]
        }
    }

    /// Whether the pages of a table, or of an index on it, are damaged.
    func isDamaged(table: String) throws(StoreFailure) -> Bool {
        do throws(StoreFailure) {
            return try statement("PRAGMA quick_check(\(table))").all { $0.text() } != ["ok"]
        } catch  where error.kind == .corrupt {
            return true
        }
    }
}
