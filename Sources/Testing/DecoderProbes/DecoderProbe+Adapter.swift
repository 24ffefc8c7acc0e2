import FeedJSON
import FeedModel
import FeedText
import TributaryPluginKit

extension DecoderProbe {
    /// A document adapter: whatever it reads can be written as JSON Feed and read back as the same, every entry has an
    /// id, no more comes of a document than it can hold, and in pieces it is read as the whole.
    static func adapter<Adapter: DocumentAdapter>(_ type: Adapter.Type) -> DecoderProbe {
        let adapter = Result { () throws(ConfigurationError) in try type.isolated() }
        return DecoderProbe(
            type.descriptor.name, tokens: xmlTokens + jsonTokens + htmlTokens,
            takesFixture: { fixture in
                type.recognise(head(of: fixture.bytes).span, type: nil) >= .possible
            },
            probe: { bytes throws(BrokenPromise) in
                _ = type.recognise(head(of: bytes).span, type: nil)
                switch adapter {
                case .success(let adapter): try read(bytes, by: adapter)
                case .failure(let error): throw BrokenPromise("it can't be made without options: \(error)")
                }
            })
    }

    private static func read(_ bytes: [UInt8], by adapter: some DocumentAdapter) throws(BrokenPromise) {
        if let piecewise = adapter as? any PiecewiseAdapter { try readInPieces(bytes, by: piecewise) }
        let document = Document(url: url, mediaType: nil, bytes: bytes)
        guard let (feed, output) = try? adapter.feed(from: document) else { return }
        try expect(output.diagnostics.count <= 101, "\(output.diagnostics.count) diagnostics")
        try expect(feed.entries.allSatisfy { !$0.id.isEmpty }, "an entry has no id")
        try expect(feed.entries.count <= bytes.count, "\(feed.entries.count) entries of \(bytes.count) bytes")
        let json = feed.json()
        try expect(json.count <= 64 * bytes.count + 1 << 20, "\(json.count) bytes of \(bytes.count)")
        let again: Feed
        do throws(JSONSyntaxError) { again = try Feed(json: json) } catch {
            throw BrokenPromise("what was written can't be read: \(error)")
        }
        try expect(again.json() == json, "written and read, \(text(json)) became \(text(again.json()))")
    }

    private static func readInPieces(_ bytes: [UInt8], by adapter: some PiecewiseAdapter) throws(BrokenPromise) {
        let length = 16 + bytes.count % 40
        let source = ByteSource(bytes, pieceLength: length)
        let pieces = Result { () throws(DecodingFailure) in
            try adapter.feed(from: LargeDocument(url: url, mediaType: nil, bytes: source)).map(outcome)
        }
        if case .success(nil) = pieces { return }
        let whole = Result { () throws(DecodingFailure) -> String? in
            outcome(try adapter.feed(from: Document(url: url, mediaType: nil, bytes: bytes)))
        }
        try expect(pieces == whole, "in pieces of \(length) bytes it is \(pieces), whole it is \(whole)")
    }

    private static func outcome(_ read: (feed: Feed, output: DecodingOutput)) -> String {
        "\(text(read.feed.json())) with \(read.output.diagnostics), truncated: \(read.output.isTruncated)"
    }

    private static let url = "https://example.com/blog/feed"

    private static func head(of bytes: [UInt8]) -> [UInt8] { Array(bytes.prefix(4096)) }
}
