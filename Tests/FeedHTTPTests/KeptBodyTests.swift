import Testing
import TributaryPluginKit
import TributaryTestOrigin

@testable import FeedHTTP

@Suite("Bodies as they are kept")
struct KeptBodyTests {
    private static let text = Array("<rss><title>時計</title>\(String(repeating: "words ", count: 200))</rss>".utf8)

    @Test(
        "A coded body is handed over as it came, however it is cut, and reads back the same",
        arguments: OriginEncoding.allCases.filter { $0 != .identity }, [1, 15, 100, 100_000])
    func received(encoding: OriginEncoding, pieces: Int) throws {
        let encoded = encoding.encode(Self.text)
        let received = try #require(try Self.received(encoded, as: encoding.name, pieces: pieces))
        #expect(received == encoded)
        let kept = KeptBody(received: received, coding: encoding.name)
        #expect(try kept.content(limit: 1 << 20) == Self.text)
    }

    @Test("So is gzip that nobody announced")
    func unlabelled() throws {
        let encoded = OriginEncoding.gzip.encode(Self.text)
        #expect(try Self.received(encoded, as: nil, pieces: 7) == encoded)
        #expect(try KeptBody(received: encoded, coding: nil).content(limit: 1 << 20) == Self.text)
    }

    @Test("Of a plain body nothing is held twice, whatever its head says", arguments: [nil, "gzip", "br", "identity"])
    func plain(coding: String?) throws {
        var decoder = BodyDecoder(contentEncoding: coding, limit: 1 << 20)
        try decoder.append(Self.text.span)
        #expect(decoder.heldBytes < Self.text.count * 2)
        try decoder.finish()
        #expect(decoder.takeReceived() == nil)
    }

    @Test("A plain body is compressed, and reads back the same", arguments: [0, 1, 16, 100_000])
    func compressing(count: Int) throws {
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let kept = KeptBody(compressing: content)
        #expect(kept.coding == "deflate")
        #expect(count < 1_000 || kept.bytes.count < count / 4)
        #expect(try kept.content(limit: 1 << 20) == content)
    }

    @Test("Half of what was kept, and more than the limit, are failures")
    func damaged() {
        let kept = KeptBody(compressing: Self.text)
        let half = KeptBody(received: Array(kept.bytes.prefix(kept.bytes.count / 2)), coding: kept.coding)
        #expect(throws: HTTPFailure.self) { try half.content(limit: 1 << 20) }
        #expect(throws: HTTPFailure.self) { try kept.content(limit: 100) }
    }

    private static func received(_ bytes: [UInt8], as coding: String?, pieces: Int) throws -> [UInt8]? {
        var decoder = BodyDecoder(contentEncoding: coding, limit: 1 << 20)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            try decoder.append(bytes.span.extracting(start..<min(start + pieces, bytes.count)))
        }
        try decoder.finish()
        return decoder.takeReceived()
    }
}
