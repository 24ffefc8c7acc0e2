import FeedJSON
import FeedModel
import TributaryEngine

/// Entries as the store writes them: JSON Feed items.
struct EntryText {
    private var writer = JSONWriter()

    /// The entry as bytes.
    ///
    /// Of what Tributary knows only that is written which stands nowhere else in the store.
    mutating func bytes(of entry: Entry) -> [UInt8] {
        writer.removeAll()
        if let known = entry.tributary, known.alsoIn.isEmpty, known.score == nil {
            var bare = entry
            bare.tributary = nil
            writer.entry(bare)
        } else {
            writer.entry(entry)
        }
        return writer.bytes
    }

    /// The entry in bytes; `number` is for the message.
    static func entry(in bytes: Span<UInt8>, number: Int64, of database: String) throws(StoreFailure) -> Entry {
        do throws(JSONSyntaxError) {
            return try Entry(json: bytes)
        } catch {
            throw StoreFailure(
                .corrupt,
                "\(database): the text of entry \(number) is damaged (\(error.message)); put a backup in its place")
        }
    }

    /// Tags as bytes of a JSON array; nil for none.
    static func text(of tags: [String]) -> String? {
        guard !tags.isEmpty else { return nil }
        var writer = JSONWriter()
        writer.beginArray()
        for tag in tags { writer.string(tag) }
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The tags in a JSON array.
    static func tags(in text: String?) -> [String] {
        guard let text, let value = try? JSONValue(parsing: Array(text.utf8)) else { return [] }
        return value.arrayValue?.compactMap(\.stringValue) ?? []
    }
}
