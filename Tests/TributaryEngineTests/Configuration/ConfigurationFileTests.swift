import FoundationEssentials
import Testing

@testable import TributaryEngine

@Suite("Finding the configuration")
struct ConfigurationFileTests {
    private func found(_ given: String? = nil, _ variables: [String: String]) -> [String] {
        let environment = ConfigurationEnvironment(workingDirectory: "/nowhere") { variables[$0] }
        do throws(ConfigurationFailure) {
            _ = try ConfigurationFile.find(given: given, in: environment)
            return []
        } catch {
            return error.lines
        }
    }

    @Test("It is looked for where the option, the variable, or the user's folder says, in this order")
    func places() {
        let all = ["TRIBUTARY_CONFIG": "/no/b.json", "XDG_CONFIG_HOME": "/no/xdg", "HOME": "/no/home"]
        func path(_ given: String?, _ without: String...) -> String? {
            found(given, all.filter { !without.contains($0.key) }).first?.split(separator: ";").first.map(String.init)
        }
        #expect(path("a.json") == "no configuration at a.json")
        #expect(path(nil) == "no configuration at /no/b.json")
        #expect(path(nil, "TRIBUTARY_CONFIG") == "no configuration at /no/xdg/tributary/config.json")
        #expect(
            path(nil, "TRIBUTARY_CONFIG", "XDG_CONFIG_HOME")
                == "no configuration at /no/home/.config/tributary/config.json")
        #expect(
            found(nil, [:]) == [
                "no configuration: HOME is not set, so there is no place to look for one; name it with --config"
            ])
    }

    @Test("Without one there are three lines to paste, which make a configuration that is right")
    func threeLines() throws {
        let lines = found(nil, ["HOME": "/no/reader's home"])
        #expect(
            lines == [
                "no configuration at /no/reader's home/.config/tributary/config.json; to begin with one, paste these three lines:",
                #"mkdir -p '/no/reader'\''s home/.config/tributary' && cat > '/no/reader'\''s home/.config/tributary/config.json' <<'END'"#,
                #"{"feeds": ["https://www.swift.org/atom.xml"], "sinks": [{"use": "cache"}, {"use": "terminal"}]}"#,
                "END",
            ])
        #expect(Planner.sample().complaints(lines[2]).isEmpty)
        #expect(found("c.json", [:])[1] == "cat > c.json <<'END'")
    }

    @Test("A folder in its place is said to be one")
    func folder() {
        #expect(found("/tmp", [:]) == ["/tmp: the configuration cannot be read: is a directory"])
    }

    @Test("The default configuration has the default database, another one a database of its own")
    func databases() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/config-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/tributary", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let text = #"{"feeds": [], "sinks": [{"use": "cache"}]}"#
        let path = folder + "/tributary/config.json"
        try Data(text.utf8).write(to: URL(filePath: path))
        let planner = Planner.sample(["XDG_CONFIG_HOME": folder])

        let standard = try ConfigurationFile.find(given: nil, in: planner.environment)
        #expect(standard.isDefault)
        #expect(standard.name == path)
        #expect(
            try planner.plan(for: standard).store.place == .file("/home/reader/.local/state/tributary/tributary.db"))
        #expect(
            try ConfigurationFile.find(given: folder + "/./tributary/config.json", in: planner.environment).isDefault)

        let others = try ["/home/reader/feeds.json", "/home/reader/b/feeds.json"].map { path in
            try planner.plan(for: ConfigurationFile(name: "feeds.json", path: path, bytes: Array(text.utf8))).store
                .place
        }
        guard case .file(let first) = others[0], others[0] != others[1] else {
            Issue.record("the databases are \(others)")
            return
        }
        let parts = first.split(separator: "/").last?.split(separator: "-") ?? []
        #expect(first.hasPrefix("/home/reader/.local/state/tributary/feeds-"))
        #expect(parts.last?.count == 11 && parts.last?.hasSuffix(".db") == true)
    }

    @Test("Without any place for a database that is a mistake, unless the configuration names one")
    func noPlace() {
        let environment = ConfigurationEnvironment(workingDirectory: "/") { _ in nil }
        let planner = Planner(registry: .sample, context: .sample, environment: environment)
        #expect(
            planner.complaints(#"{"feeds": [], "sinks": [{"use": "cache"}]}"#) == [
                "config.json: there is no place for the database: set HOME or XDG_STATE_HOME, or name one in \"store.path\""
            ])
        #expect(planner.complaints(#"{"feeds": [], "sinks": [{"use": "cache"}], "store": {"path": "a.db"}}"#).isEmpty)
    }

    @Test(
        "Paths are made absolute by their text",
        arguments: [
            ("a/b", "/x/y/a/b"), ("/a//b/", "/a/b"), ("./a/../b", "/x/y/b"), ("../../../a", "/a"), ("", "/x/y"),
        ])
    func paths(written: String, absolute: String) {
        #expect(FilePath.absolute(written, in: "/x/y") == absolute)
    }
}
