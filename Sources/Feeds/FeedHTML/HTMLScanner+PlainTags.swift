import CBytes
import FeedText

extension HTMLScanner {
    /// Reads on to the next start tag with attributes that hold URLs, or any if it isn't plain; false at the end.
    mutating func nextTagWithURLs(in bytes: Span<UInt8>) -> Bool {
        while true {
            if passPlainTags(in: bytes) { return true }
            guard let token = next(in: bytes) else { return false }
            if case .startTag = token, !attributes.isEmpty { return true }
        }
    }

    /// Moves over text and over tags that change nothing for what follows and are written as nearly all are, `<p>`, `</p>`
    /// and `<a href="…">`: these need not be taken apart by all states of the standard.
    /// - Returns: whether `tag` and `attributes` are those of a tag with URLs; if not, `next(in:)` has to go on.
    private mutating func passPlainTags(in bytes: Span<UInt8>) -> Bool {
        guard foreignDepth == 0, content == .markup || content == .void else { return false }
        return unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return false }
            while true {
                // No name of one or two letters takes anything away.
                let opening = unsafe tributary_telling_tag(base, buffer.count, position)
                position = opening
                guard buffer.count - opening > 2 else { return false }
                var end = opening + 1
                let isEndTag = unsafe buffer[end] == UInt8(ascii: "/")
                if isEndTag { end += 1 }
                let name = end
                while unsafe end < buffer.count && buffer[end].isASCIILetterOrDigit { end += 1 }
                guard end < buffer.count, end > name, unsafe buffer[name].isASCIILetter else { return false }
                if !isEndTag, end > name + 2 {
                    guard HTMLElement.named(HTMLName(bytes, in: name..<end)).leavesContentAsItIs else { return false }
                }
                if unsafe buffer[end] == UInt8(ascii: ">") {
                    position = end + 1
                    continue
                }
                guard !isEndTag, let behind = unsafe readPlainAttributes(from: end, in: buffer) else { return false }
                position = behind
                guard attributes.isEmpty else {
                    tag = Tag(name: HTMLName(bytes, in: name..<end), start: opening)
                    return true
                }
            }
        }
    }

    /// Reads those attributes of a plain tag that hold URLs.
    /// - Returns: the position behind the tag; nil if an attribute is written in another way than `name="…"`.
    private mutating func readPlainAttributes(from start: Int, in buffer: UnsafeRawBufferPointer) -> Int? {
        attributes.removeFew()
        guard let base = buffer.baseAddress else { return nil }
        var at = start
        while true {
            let space = at
            while unsafe at < buffer.count && buffer[at].isASCIIWhitespace { at += 1 }
            guard buffer.count - at > 1 else { return nil }
            if unsafe buffer[at] == UInt8(ascii: ">") { return at + 1 }
            if unsafe buffer[at] == UInt8(ascii: "/") {
                return unsafe buffer[at + 1] == UInt8(ascii: ">") ? at + 2 : nil
            }
            let name = at
            while unsafe at < buffer.count && (buffer[at].isASCIILetter || buffer[at] == UInt8(ascii: "-")) { at += 1 }
            guard name > space, at > name, buffer.count - at > 2, unsafe buffer[at] == UInt8(ascii: "=") else {
                return nil
            }
            let quote = unsafe buffer[at + 1]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
            let value = at + 2
            let end = unsafe value + tributary_find(base + value, buffer.count - value, quote, quote)
            guard end < buffer.count else { return nil }
            if unsafe HTMLLinks.mayBeURL(nameAt: name, upTo: at, in: buffer) {
                guard attributes.count < HTMLScanner.mostAttributes else { return nil }
                attributes.append(Attribute(name: name..<at, value: value..<end, isQuoted: true))
            }
            at = end + 1
        }
    }
}

extension UInt8 {
    fileprivate var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
}

extension HTMLLinks {
    /// Whether an attribute may be one that holds URLs, as its length and first letter tell.
    fileprivate static func mayBeURL(nameAt start: Int, upTo end: Int, in buffer: UnsafeRawBufferPointer) -> Bool {
        switch (end - start, unsafe buffer[start] | 0x20) {
        case (3, UInt8(ascii: "s")), (4, UInt8(ascii: "h")), (4, UInt8(ascii: "c")), (4, UInt8(ascii: "d")),
            (6, UInt8(ascii: "p")), (6, UInt8(ascii: "a")), (6, UInt8(ascii: "s")), (8, _), (10, _), (11, _):
            true
        default: false
        }
    }
}
