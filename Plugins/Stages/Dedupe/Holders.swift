import TributaryPluginKit

/// Which entry stands for the story under each key.
struct Holders {
    /// The entry that another one repeats.
    struct Original {
        var id: EntryHead.ID
        /// The entry itself, if it is in this river.
        var head: EntryHead?
        /// The place of the likeness that told.
        var likeness: Int
        /// Whether it was routed before this river.
        var isEarlier: Bool { head == nil }
    }

    private var holders: [UInt64: EntryHead.ID]
    private var heads: [EntryHead.ID: EntryHead] = [:]

    /// The holders that earlier rivers left.
    init(earlier: [UInt64: EntryHead.ID]) {
        holders = earlier
    }

    /// The entry that holds one of the keys, looked for in their order; nil where none but the entry itself does.
    func original(of head: EntryHead, keys: [UInt64?]) -> Original? {
        for (likeness, key) in keys.enumerated() {
            guard let key, let id = holders[key], id != head.id else { continue }
            return Original(id: id, head: heads[id], likeness: likeness)
        }
        return nil
    }

    /// Gives the keys that nobody holds yet to an entry: the head itself, or the one that it repeats.
    mutating func take(_ head: EntryHead, keys: [UInt64?], for id: EntryHead.ID) {
        heads[head.id] = head
        for case let key? in keys where holders[key] == nil { holders[key] = id }
    }
}
