import Foundation

@testable import FeedStore

extension SQLiteStore {
    /// Overwrites the first page of a table in the file of the database.
    func damage(_ table: String, at path: String) throws {
        let place = try database.statement(
            "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = ?"
        )
        .bind(table).first { (row) in (page: Int(row.integer()), size: Int(row.integer())) }
        guard let place else { return }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seek(toOffset: UInt64((place.page - 1) * place.size))
        try file.write(contentsOf: Data(repeating: 0xAB, count: place.size))
        try file.close()
    }
}
