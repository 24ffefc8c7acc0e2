import Foundation
import Testing

@Suite("The page of what a run promises")
struct GuaranteesTests {
    @Test("Every test that the page names is there")
    func named() throws {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/guarantees.md"), encoding: .utf8)
        let names = page.split(separator: "“").dropFirst().compactMap { $0.split(separator: "”").first }
        #expect(names.count > 60)
        let tests = try #require(FileManager.default.enumerator(atPath: root.appending(path: "Tests").path))
        var sources = ""
        for case let file as String in tests where file.hasSuffix("Tests.swift") {
            sources += try String(contentsOf: root.appending(path: "Tests/\(file)"), encoding: .utf8)
        }
        for name in names { #expect(sources.contains("\"\(name)\""), "no test is called \(name)") }
    }
}
