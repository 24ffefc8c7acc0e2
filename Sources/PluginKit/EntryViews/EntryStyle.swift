/// How entries are shown or written where a person or a script reads them.
public enum EntryStyle: String, Sendable, CaseIterable, Decodable {
    /// A card of several lines for each entry.
    case cards
    /// One line for each entry, with its number.
    case list
    /// One JSON Feed item on a line (JSON Lines).
    case json
    /// One line of fields parted by tabs, as sfeed(5) has them.
    case tsv
}
