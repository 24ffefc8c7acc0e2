import EntryPages
import FeedModel
import FeedText
import TributaryPluginKit

/// The pages of entries that this sink has written, so that it removes its own only.
///
/// A list of their names and of hashes of what was written stands beside the index, in a hidden file. A page is on it
/// before it is written, so that a kill leaves none behind that nobody knows; one that somebody has changed since stays.
struct WrittenPages {
    /// A page as it was written.
    private struct Record: Hashable {
        let name: String
        let hash: String
    }

    /// The file of the page with all entries.
    static let index = "index.html"
    private static let list = ".tributary-pages"
    private static let entries = "entries"

    private let folder: any OutputFolder
    private var listed: Set<Record>
    private var shown: Set<Record> = []
    private var keys: Set<String> = []

    /// Reads which pages earlier renderings have left.
    init(in folder: any OutputFolder) async throws(SinkFailure) {
        self.folder = folder
        do throws(FileFailure) {
            listed = Self.records(in: try await folder.contents(of: Self.list) ?? [])
        } catch {
            throw error.ofSink()
        }
    }

    /// The file of the page of an entry.
    static func name(of key: String) -> String { "\(entries)/\(key).html" }

    /// Whether a page that was written is gone.
    func areMissing() async throws(SinkFailure) -> Bool {
        do throws(FileFailure) {
            guard try await folder.mark(of: Self.index) != nil else { return true }
            let names = Set(try await folder.names(in: Self.entries).map { "\(Self.entries)/\($0)" })
            return !names.isSuperset(of: listed.map(\.name))
        } catch {
            throw error.ofSink()
        }
    }

    /// A key for an entry, the same in every rendering.
    mutating func newKey(for entry: Entry) -> String {
        let stem = EntryFileName.key(of: entry)
        var key = stem
        var number = 2
        while !keys.insert(key).inserted {
            key = "\(stem)-\(number)"
            number += 1
        }
        return key
    }

    /// Writes pages, as far as they are not there already.
    mutating func write(_ pages: [OutputFile]) async throws(SinkFailure) {
        let records = pages.map { Record(name: $0.name, hash: EntryFileName.hash(of: $0.bytes)) }
        shown.formUnion(records)
        do throws(FileFailure) {
            if !listed.isSuperset(of: records) {
                listed.formUnion(records)
                try await folder.replace([OutputFile(Self.list, Self.bytes(of: listed))])
            }
            try await folder.replace(pages)
        } catch {
            throw error.ofSink()
        }
    }

    /// Removes the pages that were not written this time, unless they are no longer what was written.
    mutating func removeOthers() async throws(SinkFailure) {
        let names = Set(shown.map(\.name))
        let others = Dictionary(grouping: listed.filter { !names.contains($0.name) }, by: \.name)
        do throws(FileFailure) {
            var ours: [String] = []
            for (name, records) in others {
                guard let bytes = try await folder.contents(of: name) else { continue }
                let hash = EntryFileName.hash(of: bytes)
                if records.contains(where: { $0.hash == hash }) { ours.append(name) }
            }
            try await folder.remove(ours.sorted())
            if listed != shown { try await folder.replace([OutputFile(Self.list, Self.bytes(of: shown))]) }
        } catch {
            throw error.ofSink()
        }
        listed = shown
    }
}

// MARK: - Private

extension WrittenPages {
    private static func bytes(of records: Set<Record>) -> [UInt8] {
        let lines = records.map { "\($0.hash) \($0.name)\n" }.sorted()
        return Array("# The pages that Tributary has written here and will remove again.\n\(lines.joined())".utf8)
    }

    private static func records(in list: [UInt8]) -> Set<Record> {
        var records: Set<Record> = []
        for line in String(decoding: list, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ", maxSplits: 1)
            // Whatever stands in the list, only pages of entries are ever removed.
            guard parts.count == 2, parts[1].hasPrefix("entries/"), parts[1].hasSuffix(".html"),
                OutputFile.defect(of: String(parts[1])) == nil
            else { continue }
            records.insert(Record(name: String(parts[1]), hash: String(parts[0])))
        }
        return records
    }
}
