import Foundation
import Testing
import ZipArchive

@Suite("ZIP archives")
struct ZipArchiveTests {
    private static let contents: [(name: String, bytes: [UInt8], isStored: Bool)] = [
        ("mimetype", Array("application/epub+zip".utf8), true), ("empty", [], false),
        ("folder/text.txt", Array(String(repeating: "川の流れ\n", count: 5000).utf8), false),
        ("folder/設計.bin", (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }, false),
    ]

    private static var archive: ZipArchive {
        var archive = ZipArchive()
        for (name, bytes, isStored) in contents { archive.add(name, bytes, isStored: isStored) }
        return archive
    }

    @Test("Python reads what was put in, in order, and finds no fault")
    func reading() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "tributary-\(UUID().uuidString).zip")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(Self.archive.bytes).write(to: file)
        let script = """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            assert archive.testzip() is None
            for info in archive.infolist():
                print(info.filename, info.file_size, info.compress_type, sum(archive.read(info)) % 65521)
            """
        let python = Process()
        let output = Pipe()
        python.executableURL = URL(filePath: "/usr/bin/python3")
        python.arguments = ["-c", script, file.path]
        python.environment = ["PYTHONIOENCODING": "utf-8"]
        python.standardOutput = output
        try python.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        python.waitUntilExit()
        let wanted = Self.contents.map { content in
            let sum = content.bytes.reduce(0) { $0 + Int($1) } % 65521
            let isSmaller = !content.isStored && !content.bytes.isEmpty
            return "\(content.name) \(content.bytes.count) \(isSmaller ? 8 : 0) \(sum)"
        }
        #expect(text.split(separator: "\n").map(String.init) == wanted)
    }

    @Test("The first file's bytes stand where EPUB looks for them, and nothing depends on the time")
    func bytes() {
        let bytes = Self.archive.bytes
        #expect(bytes[30..<38].elementsEqual("mimetype".utf8))
        #expect(bytes[38..<58].elementsEqual("application/epub+zip".utf8))
        #expect(bytes == Self.archive.bytes)
        #expect(ZipArchive().bytes.count == 22)
    }
}
