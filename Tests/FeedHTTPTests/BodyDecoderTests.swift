import Testing
import TributaryPluginKit
import TributaryTestKit
import TributaryTestOrigin

@testable import FeedHTTP

@Suite struct BodyDecoderTests {
    private static let text = Array("<rss><title>Zoë's log</title>\(String(repeating: "設計 ", count: 40))</rss>".utf8)

    @Test(
        "every coding is decoded, however its bytes are cut", arguments: OriginEncoding.allCases,
        [1, 3, 16, 17, 100_000])
    func roundTrip(encoding: OriginEncoding, pieces: Int) throws {
        let decoded = try decode(encoding.encode(Self.text), as: encoding.name, pieces: pieces)
        #expect(decoded.content == Self.text)
        #expect(decoded.remarks == [])
    }

    @Test("a stream without its end is a truncated download", arguments: OriginEncoding.allCases)
    func truncation(encoding: OriginEncoding) {
        guard encoding != .identity else { return }
        let encoded = encoding.encode(Self.text)
        for count in 20..<encoded.count {
            let failure = #expect(throws: HTTPFailure.self) {
                try decode(Array(encoded[..<count]), as: encoding.name, pieces: 64)
            }
            #expect(failure?.kind == .truncated, "after \(count) of \(encoded.count) bytes")
        }
    }

    @Test("a plain body under a coding's name is taken as it is, with a remark", arguments: OriginEncoding.allCases)
    func mislabelled(encoding: OriginEncoding) throws {
        guard encoding != .identity else { return }
        for plain in [Self.text, Array("{}".utf8), Array("\u{FEFF}<?xml version=\"1.0\"?>".utf8)] {
            let decoded = try decode(plain, as: encoding.name)
            #expect(decoded.content == plain)
            #expect(decoded.remarks == ["the server says \(encoding.name), but the body is not; it is taken as it is"])
        }
    }

    @Test("gzip that nobody announced is decoded, also inside another coding")
    func unlabelled() throws {
        let remark = "the body is gzip, though the server does not say so"
        let gzip = OriginEncoding.gzip.encode(Self.text)
        let once = try decode(gzip, as: nil)
        #expect(once.content == Self.text)
        #expect(once.remarks == [remark])
        let twice = try decode(OriginEncoding.brotli.encode(gzip), as: "br")
        #expect(twice.content == Self.text)
        #expect(twice.remarks == [remark])
    }

    @Test("several codings are undone from the last one on, other names are passed over")
    func severalCodings() throws {
        let encoded = OriginEncoding.zstd.encode(OriginEncoding.gzip.encode(Self.text))
        #expect(try decode(encoded, as: "gzip, ZSTD").content == Self.text)
        let unknown = try decode(Self.text, as: "utf-8")
        #expect(unknown.content == Self.text)
        #expect(unknown.remarks.count == 1)
        #expect(try decode(Self.text, as: "identity").remarks == [])
    }

    @Test("all members of a gzip body count, padding behind them does not", arguments: [1, 5, 100_000])
    func members(pieces: Int) throws {
        let member = OriginEncoding.gzip.encode(Self.text)
        let decoded = try decode(member + member + [0, 0, 0, 0], as: "gzip", pieces: pieces)
        #expect(decoded.content == Self.text + Self.text)
        let frame = OriginEncoding.zstd.encode(Self.text)
        #expect(try decode(frame + frame + [0], as: "zstd", pieces: pieces).content == Self.text + Self.text)
    }

    @Test("an empty body is empty under every name", arguments: OriginEncoding.allCases)
    func empty(encoding: OriginEncoding) throws {
        let decoded = try decode([], as: encoding.name)
        #expect(decoded.content == [])
        #expect(decoded.remarks == [])
    }

    @Test("a bomb within the limit is a body like any other")
    func smallBomb() throws {
        let decoded = try decode(OriginResponse.bomb(mebibytes: 1).body, as: "gzip", pieces: 1_000)
        #expect(decoded.content.count == 1 << 20)
    }

    @Test("a bomb ends at the limit with bounded memory")
    func bomb() {
        let bomb = OriginResponse.bomb(mebibytes: 64).body
        var decoder = BodyDecoder(contentEncoding: "gzip", limit: 1 << 20)
        let failure = #expect(throws: HTTPFailure.self) {
            try decoder.append(bomb.span)
            try decoder.finish()
        }
        #expect(failure?.kind == .tooLarge)
        #expect(failure?.message == "the body is over the limit of 1 MiB after decoding")
        #expect(decoder.content.count <= 1 << 20)
        #expect(decoder.content.capacity <= 2 << 20)
    }

    @Test("no flipped byte traps or hangs", arguments: OriginEncoding.allCases)
    func flippedBytes(encoding: OriginEncoding) {
        let encoded = encoding.encode(Self.text)
        for index in encoded.indices {
            for mask in [0x01, 0x80, 0xFF] as [UInt8] {
                var broken = encoded
                broken[index] ^= mask
                // Whatever comes of it, it is a value: the content, or one of the two failures of a broken stream.
                do {
                    _ = try decode(broken, as: encoding.name)
                } catch {
                    #expect([.truncated, .contentCoding].contains((error as? HTTPFailure)?.kind))
                }
            }
        }
    }

    @Test("a large body is decoded as it comes, a small one at its end", arguments: [1_000, 100_000])
    func waiting(count: Int) throws {
        var random = SeededGenerator(seed: 11)
        let text = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        var decoder = BodyDecoder(contentEncoding: "gzip", limit: 1 << 20)
        try decoder.append(OriginEncoding.gzip.encode(text).span)
        #expect(decoder.content.isEmpty == (count < 1 << 16))
        try decoder.finish()
        #expect(decoder.takeContent() == text)
    }

    @Test("what is decoded at once is what zlib makes of it piece by piece, damaged or not", arguments: [1, 2, 3, 4])
    func bothWays(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var text = Self.text
        text.removeFirst(Int.random(in: 0..<text.count, using: &random))
        let member = OriginEncoding.gzip.encode(text)
        #expect(WholeBody.expandingGzip(member.span, limit: text.count) == text)
        #expect(WholeBody.expandingGzip(member.span, limit: text.count - 1) == nil)
        for index in member.indices {
            var body = member
            body[index] = .random(in: .min ... .max, using: &random)
            if index % 3 == 0 { body.removeSubrange(index..<min(index + 2, body.count)) }
            if index % 7 == 0 { body.append(.random(in: .min ... .max, using: &random)) }
            // Without its magic a body is taken as it is.
            guard ContentCoding.isGzip(body.span) else { continue }
            #expect(
                Result { try decode(body, as: "gzip").content }.comparable == piecewise(body).comparable,
                "seed \(seed), byte \(index)")
        }
    }

    private func piecewise(_ body: [UInt8]) -> Result<[UInt8], any Error> {
        Result {
            let decoder = InflateDecoder(.gzip)
            var content: [UInt8] = []
            try decoder.decode(body.span) { (piece) throws(HTTPFailure) in
                for index in piece.indices { content.append(piece[index]) }
            }
            guard decoder.isFinished else { throw HTTPFailure(.truncated, "cut off") }
            return content
        }
    }

    private func decode(_ bytes: [UInt8], as name: String?, pieces: Int = 100_000) throws -> Decoded {
        var decoder = BodyDecoder(contentEncoding: name, limit: 1 << 20)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            try decoder.append(bytes.span.extracting(start..<min(start + pieces, bytes.count)))
        }
        try decoder.finish()
        return Decoded(content: decoder.takeContent(), remarks: decoder.remarks)
    }
}

extension Result<[UInt8], any Error> {
    /// The content, or the kind of failure.
    fileprivate var comparable: Result<[UInt8], KindOfFailure> {
        mapError { KindOfFailure(kind: ($0 as? HTTPFailure)?.kind) }
    }
}

private struct KindOfFailure: Error, Equatable {
    var kind: HTTPFailure.Kind?
}

private struct Decoded {
    var content: [UInt8]
    var remarks: [String]
}
