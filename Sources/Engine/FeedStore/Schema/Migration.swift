import TributaryEngine

/// One step from a schema to the next.
///
/// The list only grows: a step that was released is never changed. The schema's version is the number of steps taken; it
/// stands in `user_version`, and the table `migration` says which ones and when.
struct Migration {
    /// What the step is called in the database.
    var name: String
    /// What it does.
    var script: String

    /// All steps, in order.
    static let all = [
        Migration(name: "first schema", script: Schema.first),
        Migration(name: "outbox with retries and dead letters", script: Schema.outbox),
        Migration(name: "schedule", script: Schema.schedule),
        Migration(name: "marks of readers", script: Schema.marks),
        Migration(name: "search index", script: Schema.search),
        Migration(name: "earlier revisions", script: Schema.revisions),
        Migration(name: "room at first contacts", script: Schema.firstContacts),
        Migration(name: "responses", script: Schema.responses),
        Migration(name: "publications", script: Schema.publications),
    ]

    /// What `application_id` says of a database of Tributary's: "Trib" in ASCII.
    static let applicationID: Int64 = 0x5472_6962
}

extension Connection {
    /// Brings the schema up to date, in one transaction.
    ///
    /// A database of a newer schema, or of another program, is left untouched.
    ///
    /// - Parameter migrations: the steps that this program knows.
    func migrate(by migrations: [Migration]) throws(StoreFailure) {
        guard try schemaVersion(knowing: migrations.count) < migrations.count else { return }
        try transaction { () throws(StoreFailure) in
            // Read again: another process may have done it in the meantime.
            let version = try schemaVersion(knowing: migrations.count)
            guard version < migrations.count else { return }
            if version == 0 {
                try run(script: "PRAGMA application_id = \(Migration.applicationID)")
                try run(script: Schema.migrations)
            }
            for (index, migration) in migrations.enumerated().dropFirst(version) {
                try run(script: migration.script)
                try statement("INSERT INTO migration (ordinal, name, at) VALUES (?, ?, unixepoch())")
                    .bind(index + 1).bind(migration.name).run()
            }
            try run(script: "PRAGMA user_version = \(migrations.count)")
        }
    }

    /// The number of migrations that the database has seen; 0 for an empty file.
    func schemaVersion(knowing known: Int) throws(StoreFailure) -> Int {
        let application = try statement("PRAGMA application_id").first { $0.integer() }
        let version = Int(try statement("PRAGMA user_version").first { $0.integer() } ?? 0)
        guard application == Migration.applicationID else {
            let tables = try statement("SELECT count(*) FROM sqlite_schema").first { $0.integer() }
            guard application == 0, version == 0, tables == 0 else {
                throw StoreFailure(.corrupt, StoreFailure.isNoDatabase(name))
            }
            return 0
        }
        guard version <= known else {
            throw StoreFailure(
                .newerSchema,
                "\(name): a newer Tributary has written this database (schema \(version), this one knows \(known)); "
                    + "update Tributary, or name another file in store.path")
        }
        return version
    }
}
