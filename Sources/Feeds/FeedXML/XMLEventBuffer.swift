/// Raw events as libxml2's callbacks leave them, until the driver hands them on: no generic code below C.
struct XMLEventBuffer {
    enum Kind: UInt8 {
        /// A start tag's qualified name; attributes follow.
        case tag
        case attributeName
        case attributeValue
        /// The end of the start tag.
        case tagEnd
        case text
        case end
    }

    struct Event {
        var kind: Kind
        /// The end of the event's bytes in `bytes`; they begin where those of the event before end.
        var end: Int
        var offset: Int
    }

    var events: [Event] = []
    var bytes: [UInt8] = []

    /// Closes an event whose bytes have been appended.
    mutating func close(_ kind: Kind, at offset: Int = 0) {
        if kind == .text, let last = events.indices.last, events[last].kind == .text {
            events[last].end = bytes.count
        } else {
            events.append(Event(kind: kind, end: bytes.count, offset: offset))
        }
    }

    mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }
}
