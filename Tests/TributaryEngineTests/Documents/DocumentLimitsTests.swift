import FeedModel
import Testing
import TributaryEngine

@Suite("Which documents are kept")
struct DocumentLimitsTests {
    private static let now = Timestamp(seconds: 1_777_766_400)
    private static let day: Int64 = 86_400

    private static func file(daysOld: Int64, hash: UInt64 = 1, size: Int = 100) -> (name: String, size: Int) {
        (DocumentLimits.name(at: now.adding(seconds: -daysOld * day), hash: hash), size)
    }

    @Test("Names sort by time, whatever the hash")
    func names() {
        let names = [Self.file(daysOld: 2, hash: .max), Self.file(daysOld: 1, hash: 0)].map(\.name)
        #expect(names == names.sorted())
        #expect(Set(names.map(\.utf8.count)).count == 1)
        #expect(DocumentLimits.name(at: Timestamp(seconds: -5), hash: 0) == "000000000000-0000000000000000")
    }

    @Test("What is too old goes")
    func age() {
        let files = (0..<6).map { Self.file(daysOld: $0) }
        let surplus = DocumentLimits(age: 3 * Self.day, size: 10_000).surplus(of: files, at: Self.now)
        #expect(surplus == [4, 5].map { files[$0].name })
    }

    @Test(
        "The newest stay up to the size, given in any order",
        arguments: [(0, 6), (99, 6), (100, 5), (350, 3), (600, 0)])
    func size(limit: Int64, gone: Int) {
        let files = (0..<6).map { Self.file(daysOld: $0) }
        let limits = DocumentLimits(age: 100 * Self.day, size: limit)
        let surplus = limits.surplus(of: files.shuffled(), at: Self.now)
        #expect(Set(surplus) == Set(files.suffix(gone).map(\.name)))
    }

    @Test("A document that is too large by itself goes, and takes no other with it")
    func tooLarge() {
        let files = [Self.file(daysOld: 2), Self.file(daysOld: 1), Self.file(daysOld: 0, size: 300)]
        let limits = DocumentLimits(age: 100 * Self.day, size: 250)
        #expect(limits.surplus(of: files, at: Self.now) == [files[2].name])
    }

    @Test("A file of another name stays, and takes no room")
    func foreign() {
        let files = [("notes.txt", 1_000), ("000001777000-zz", 1_000), Self.file(daysOld: 1)]
        #expect(DocumentLimits(age: Self.day * 2, size: 100).surplus(of: files, at: Self.now).isEmpty)
        #expect(DocumentLimits(age: 0, size: -1).surplus(of: files, at: Self.now) == [files[2].0])
    }
}
