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
        let plain = try #require(await folder.keep(Self.document(text), at: Self.now))
        #expect(await folder.content(of: plain) == Array(text.utf8))
        // Two stored blocks of deflate with one byte each: as no compressor of ours would write it.
        let odd: [UInt8] = [
            0x78, 0x01, 0x00, 1, 0, 0xFE, 0xFF, 0x61, 0x01, 1, 0, 0xFE, 0xFF, 0x62, 0x01, 0x26, 0x00, 0xC4,
        ]
        let coded = try #require(
            await folder.keep(Self.document("ab", received: odd, coding: "deflate"), at: Self.now))
        let files = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(files.count == 1, "small documents share a file")
        let file = try Data(contentsOf: URL(filePath: path + "/" + #require(files.first)))
        #expect(Array(file.suffix(odd.count)) == odd)
        #expect(await folder.content(of: coded) == Array("ab".utf8))
        #expect(await folder.content(of: plain) == Array(text.utf8))
    }

    @Test("A document in a file of its own, as earlier versions kept it, is read")
    func earlier() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = DocumentFolder(path)
        let kept = try #require(await folder.keep(Self.document("some text"), at: Self.now))
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: path).first)
        let whole = KeptDocument(name: name, coding: kept.coding)
        #expect(await folder.content(of: whole) == Array("some text".utf8))
    }

    @Test("A file that is gone or cut off is an absent document")
    func absent() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = DocumentFolder(path)
        let kept = try #require(await folder.keep(Self.document("some text"), at: Self.now))
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: path).first)
        let url = URL(filePath: path + "/" + name)
        try Data(contentsOf: url).prefix(5).write(to: url)
        #expect(await folder.content(of: kept) == nil)
        try FileManager.default.removeItem(at: url)
        #expect(await folder.content(of: kept) == nil)
    }

    @Test("The oldest go beyond the limits, and all of them without limits")
    func trimming() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = DocumentFolder(path, fileSize: 1)
        for hour in 0..<5 {
            let time = Self.now.adding(seconds: Int64(hour) * 3_600)
            #expect(await folder.keep(Self.document("text \(hour)"), at: time) != nil)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        let end = Self.now.adding(seconds: 4 * 3_600)
        await folder.trim(to: DocumentLimits(age: 2 * 3_600, size: 1 << 20), at: end)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == names.suffix(3))
        await folder.trim(to: DocumentLimits(age: 2 * 3_600, size: 20), at: end)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [names[4]])
        await folder.trim(to: nil, at: end)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }
}
