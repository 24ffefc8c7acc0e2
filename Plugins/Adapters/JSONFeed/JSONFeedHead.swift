import FeedJSON
import FeedText
import TributaryPluginKit

/// What the first kilobytes of a document tell of its kind.
struct JSONFeedHead {
    private enum Member: String, CaseIterable, Sendable {
        case version
        case items
        case title
        case homePageURL = "home_page_url"
        case feedURL = "feed_url"
    }

    private static let members = JSONNameTable<Member>()

    /// How sure the head makes of JSON Feed.
    private(set) var recognition = Recognition.no

    /// Looks at a head in the charset that it came in.
    init(_ head: Span<UInt8>) {
        guard head.count >= 2, head[0] == 0 || head[1] == 0 || head[0] >= 0xFE else {
            look(at: head)
            return
        }
        var bytes: [UInt8] = []
        for index in 0..<head.count { bytes.append(head[index]) }
        let text = CharsetDecoder.decode(bytes, kind: .json)
        look(at: text.utf8.span)
    }

    private mutating func look(at source: Span<UInt8>) {
        var reader = JSONReader(source, options: [.controlCharactersInStrings, .commentsAndTrailingCommas])
        do throws(JSONSyntaxError) {
            guard try reader.peek(in: source) == .object else { return }
            try reader.beginObject(in: source)
            while recognition < .certain, let name = try reader.nextName(in: source) {
                try note(name, reader, in: source)
                try reader.skipValue(in: source)
            }
        } catch {
            // The head ends in the midst of a value; what was noted before it counts.
        }
    }

    private mutating func note(
        _ name: JSONName, _ reader: JSONReader, in source: Span<UInt8>
    ) throws(JSONSyntaxError) {
        var value = reader
        switch (Self.members[name, source], try value.peek(in: source)) {
        case (.version, .string):
            if try value.string(in: source).contains("jsonfeed.org") { recognition = .certain }
        case (.items, .array), (.homePageURL, .string), (.feedURL, .string): recognition = .possible
        default: break
        }
    }
}
