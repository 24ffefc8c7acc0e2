import FeedModel
import FeedText
import TributaryEngine

extension SQLiteStore {
    /// The numbers of the entries that a person means, sorted.
    ///
    /// What is written exactly so goes first: as it came, which the ledger knows by its keys, then as stages have left it.
    /// Only where there is no such entry, other spellings of a URL are looked for.
    ///
    /// - Parameter counts: whether an entry is one of those that may be meant.
    func numbers(
        named name: String, where counts: (Int64) throws(StoreFailure) -> Bool
    ) throws(StoreFailure) -> [Int64] {
        if let number = Int64(name.hasPrefix("#") ? name.dropFirst() : name[...]), number > 0, try counts(number) {
            return [number]
        }
        let exact = try numbers(having: EntryKey.naming(name), where: counts)
        if !exact.isEmpty { return exact }
        var stored: [StoredName] = []
        for form in try storedNames(like: name) where try counts(form.number) { stored.append(form) }
        for isSame in ComparableURL.likenesses(to: name) {
            let same = stored.filter { isSame($0.id) || $0.url.map(isSame) == true }.map(\.number)
            if !same.isEmpty { return Set(same).sorted() }
        }
        return try numbers(having: EntryKey.naming(spellingsOf: name), where: counts)
    }
}

// MARK: - Private

extension SQLiteStore {
    private func numbers(
        having keys: [EntryKey], where counts: (Int64) throws(StoreFailure) -> Bool
    ) throws(StoreFailure) -> [Int64] {
        var found: [Int64] = []
        for number in try numbers(having: keys) where try counts(number) { found.append(number) }
        return found
    }

    /// By what an entry's text is named.
    private struct StoredName {
        var number: Int64
        var id: String
        var url: String?
    }

    /// What texts are named that a name may mean: exactly so, or by a URL of its host and of the same end.
    private func storedNames(like name: String) throws(StoreFailure) -> [StoredName] {
        // No index: this is for a person, whom a million texts keep waiting for a second.
        let parts = URLParts(ComparableURL.canonical(name))
        let query = try database.statement(
            """
            SELECT number, entry_id, url FROM entry WHERE entry_id = ?1 OR url = ?1 OR (?2 <> ''
                AND (instr(lower(url), ?2) OR instr(lower(entry_id), ?2))
                AND (instr(lower(url), ?3) OR instr(lower(entry_id), ?3)))
            """)
        return try query.bind(name).bind(parts?.host.map(Self.bareHost)).bind(parts.map(Self.end)).all { (row) in
            StoredName(number: row.integer(), id: row.text(), url: row.optionalText())
        }
    }

    /// The part of a host that is in each of the hosts of a page.
    private static func bareHost(_ host: String) -> String {
        let labels = host.split(separator: ".")
        return labels.count > 2 ? labels.suffix(2).joined(separator: ".") : host
    }

    /// What is in each way to write the URL of a page, in lower case: the end of its path, unless that may be written with
    /// other bytes.
    private static func end(of page: URLParts) -> String {
        let last = page.path.split(separator: "/").last?.lowercased() ?? ""
        let isPlain = last.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_.".utf8.contains($0) }
        return isPlain ? last : ""
    }
}
