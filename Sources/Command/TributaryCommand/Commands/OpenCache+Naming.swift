import EntryViews
import FeedModel
import FeedText
import TributaryEngine

extension OpenCache {
    /// The one cached entry that a user names by number, id or URL.
    ///
    /// - Throws: ``UnknownEntry`` where there is none; a usage failure that lists them where there are several.
    func entry(named name: String, command: String) async throws -> Entry {
        let entries = try await store.entries(named: name)
        guard let entry = entries.first else { throw UnknownEntry(name: name) }
        guard entries.count == 1 else { throw Self.ambiguity(of: name, among: entries, command: command) }
        return entry
    }

    /// What to say where a name is that of several entries.
    static func ambiguity(of name: String, among entries: [Entry], command: String) -> UsageFailure {
        let list = entries.prefix(10).map { entry in
            let card = EntryCard(entry)
            return "#\(entry.tributary?.number ?? 0) (\(card.feedName ?? ""): \(card.title))"
        }
        return UsageFailure(
            "\"\(name)\" names several entries: \(list.joined(separator: ", ")); write a number", command: command)
    }
}

/// A name that no cached entry has.
struct UnknownEntry: Error {
    let name: String

    /// What to tell.
    var message: String {
        "\"\(URLText.redacted(name))\" names no entry that the cache holds; tributary list shows their numbers"
    }
}
