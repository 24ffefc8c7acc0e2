import LocalSystem
import Testing

@Suite("The process's environment")
struct ProcessEnvironmentTests {
    @Test("Code that was let go takes no memory until it is needed again")
    func code() throws {
        let before = try residentFilePages()
        ProcessEnvironment.letGoOfCode()
        #expect(try residentFilePages() < before / 2)
    }

    /// In kB.
    private func residentFilePages() throws -> Int {
        let status = String(decoding: try LocalFile.read("/proc/self/status"), as: UTF8.self)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
        return try #require(Int(line.filter(\.isNumber)))
    }
}
