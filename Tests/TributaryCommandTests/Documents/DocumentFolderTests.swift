import FeedModel
import Foundation
import Testing
import TributaryEngine

@testable import TributaryCommand

@Suite("The folder of documents")
struct DocumentFolderTests {
    private static let now = Timestamp(seconds: 1_777_766_400)
    private let path = FileManager.default.temporaryDirectory.path + "/documents-\(UUID().uuidString)"

    private static func document(_ text: String, received: [UInt8]? = nil, coding: String? = nil) -> Document {
        Document(
            url: "https://example.org/feed", mediaType: nil, bytes: Array(text.utf8),
            transfer: DocumentTransfer(status: 200, coding: coding, receivedBytes: received))
    }

    @Test("What came plain is compressed, what came coded is kept to the byte")
    func keeping() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = DocumentFolder(path)
        let text = String(repeating: "設計 ", count: 500)
        let plain = try #require(await folder.keep(Self.document(text), of: "a", at: Self.now))
        #expect(await folder.content(of: plain) == Array(text.utf8))
        // Two stored blocks of deflate with one byte each: as no compressor of ours would write it.
        let odd: [UInt8] = [
            0x78, 0x01, 0x00, 1, 0, 0xFE, 0xFF, 0x61, 0x01, 1, 0, 0xFE, 0xFF, 0x62, 0x01, 0x26, 0x00, 0xC4,
        ]
        let coded = try #require(
            await folder.keep(Self.document("ab", received: odd, coding: "deflate"), of: "b", at: Self.now))
        let file = try Data(contentsOf: URL(filePath: path + "/" + coded.name))
        #expect(Array(file) == odd)
        #expect(await folder.content(of: coded) == Array("ab".utf8))
        let same = await folder.keep(Self.document(text), of: "a", at: Self.now)
        #expect(same == plain)
    }

    @Test("A file that is gone or cut off is an absent document")
    func absent() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = DocumentFolder(path)
        let kept = try #require(await folder.keep(Self.document("some text"), of: "a", at: Self.now))
        let url = URL(filePath: path + "/" + kept.name)
        try Data(contentsOf: url).prefix(5).write(to: url)
        #expect(await folder.content(of: kept) == nil)
        try FileManager.default.removeItem(at: url)
        #expect(await folder.content(of: kept) == nil)
    }

    @Test("The oldest go beyond the limits, and all of them without limits")
    func trimming() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = DocumentFolder(path)
        var kept: [KeptDocument] = []
        for hour in 0..<5 {
            let time = Self.now.adding(seconds: Int64(hour) * 3_600)
            kept.append(try #require(await folder.keep(Self.document("text \(hour)"), of: "a", at: time)))
        }
        let end = Self.now.adding(seconds: 4 * 3_600)
        await folder.trim(to: DocumentLimits(age: 2 * 3_600, size: 1 << 20), at: end)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == kept.suffix(3).map(\.name))
        await folder.trim(to: DocumentLimits(age: 2 * 3_600, size: 20), at: end)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [kept[4].name])
        await folder.trim(to: nil, at: end)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }
}
