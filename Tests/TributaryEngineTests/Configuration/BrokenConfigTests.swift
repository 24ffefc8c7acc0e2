import FoundationEssentials
import Testing
import TributaryTestKit

@testable import TributaryEngine

@Suite("Broken configurations")
struct BrokenConfigTests {
    /// A configuration and what must be said of it.
    struct Case: CustomTestStringConvertible {
        var name: String
        var folder: String
        var testDescription: String { name }
    }

    static let cases: [Case] = {
        let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Fixtures/BrokenConfigs"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { Case(name: $0, folder: folder) }
    }()

    @Test("There are cases")
    func thereAreCases() {
        #expect(Self.cases.count >= 31)
    }

    @Test("Every mistake is said in one go, in the order of the file", arguments: cases)
    func complaint(of broken: Case) throws {
        let path = "\(broken.folder)/\(broken.name)"
        let bytes = try #require(FileManager.default.contents(atPath: path))
        var said = ""
        do throws(ConfigurationFailure) {
            _ = try Planner.sample().plan(
                for: ConfigurationFile(
                    name: broken.name, path: "/home/reader/feeds/\(broken.name)", bytes: [UInt8](bytes)))
        } catch {
            said = error.description + "\n"
        }
        #expect(!said.contains(Planner.secret))
        let expected = FileManager.default.contents(atPath: path.dropLast(5) + ".txt")
        if let expected, ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == nil {
            #expect(said == String(decoding: expected, as: UTF8.self))
        } else {
            try Data(said.utf8).write(to: URL(filePath: path.dropLast(5) + ".txt"))
            Issue.record("recorded what was said of \(broken.name); read it before it is kept")
        }
    }

    @Test("A configuration with any bytes changed is judged, and never ends the program", arguments: cases)
    func changedBytes(of broken: Case) throws {
        let bytes = try #require(FileManager.default.contents(atPath: "\(broken.folder)/\(broken.name)"))
        let planner = Planner.sample()
        var generator = SeededGenerator()
        for _ in 0..<20 where !bytes.isEmpty {
            var changed = [UInt8](bytes)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: changed.indices, using: &generator)
                let other = Int.random(in: changed.indices, using: &generator)
                changed[index] =
                    Bool.random(using: &generator) ? changed[other] : .random(in: 0...255, using: &generator)
            }
            let file = ConfigurationFile(name: "c.json", path: "/c.json", bytes: changed)
            do throws(ConfigurationFailure) {
                _ = try planner.plan(for: file)
            } catch {
                #expect(
                    error.lines.allSatisfy { $0.hasPrefix("c.json:") && !$0.contains(Planner.secret) },
                    "seed \(generator.seed): \(error.lines)")
            }
        }
    }
}
