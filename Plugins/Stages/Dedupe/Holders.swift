import FeedModel
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

    /// The text of an entry that others may nearly repeat.
    struct Text {
        var sketch: Sketch
        /// The key of its feed.
        var feed: String
    }

    /// So many texts under one key are compared with, so that a river of texts all alike takes no longer than another.
    private static let mostTextsPerKey = 32

    private var holders: [UInt64: EntryHead.ID]
    private var heads: [EntryHead.ID: EntryHead] = [:]
    private var texts: [EntryHead.ID: Text]
    private var textsByKey: [UInt64: [EntryHead.ID]] = [:]

    /// The holders that earlier rivers left, and the texts of those that are compared by them.
    init(earlier: [UInt64: EntryHead.ID], texts: [EntryHead.ID: Text]) {
        holders = earlier
        self.texts = texts
        for (id, text) in texts {
            for key in text.sketch.keys where earlier[key] == id { textsByKey[key] = [id] }
        }
    }

    /// The entry that repeats the same, looked for in the order of the likenesses; nil where none but the entry itself does.
    func original(of head: EntryHead, traces: [Trace?]) -> Original? {
        for (likeness, trace) in traces.enumerated() {
            let id: EntryHead.ID? =
                switch trace {
                case nil: nil
                case .key(let key): holders[key]
                case .near(let sketch): nearest(to: sketch, of: head)
                }
            guard let id, id != head.id else { continue }
            return Original(id: id, head: heads[id], likeness: likeness)
        }
        return nil
    }

    /// Takes an entry in.
    ///
    /// Keys that nobody holds yet are its own, or those of the original that it repeats; its text counts only if it
    /// repeats none.
    mutating func take(_ head: EntryHead, traces: [Trace?], of original: EntryHead.ID?) {
        heads[head.id] = head
        for case let trace? in traces {
            switch trace {
            case .key(let key):
                if holders[key] == nil { holders[key] = original ?? head.id }
            case .near(let sketch):
                guard original == nil else { continue }
                texts[head.id] = Text(sketch: sketch, feed: head.feed.id)
                for key in sketch.keys {
                    var list = textsByKey[key] ?? []
                    if list.count < Self.mostTextsPerKey { list.append(head.id) }
                    textsByKey[key] = list
                }
            }
        }
    }

    /// The entry of another feed whose text is the nearest, and of equally near ones the first by number; nil where none is
    /// near enough.
    private func nearest(to sketch: Sketch, of head: EntryHead) -> EntryHead.ID? {
        var best: (distance: Int, id: EntryHead.ID)?
        for key in sketch.keys {
            for id in textsByKey[key] ?? [] where id != head.id {
                guard let text = texts[id], text.feed != head.feed.id,
                    let distance = sketch.distance(to: text.sketch)
                else { continue }
                if let found = best, (found.distance, found.id) <= (distance, id) { continue }
                best = (distance, id)
            }
        }
        return best?.id
    }
}
