import FeedModel
import TributaryPluginKit
import TributaryTestKit

@testable import TributaryEngine

extension Registry {
    /// The sample plugins.
    static let sample = Registry([
        SampleAtom.self, SampleRSS.self, SampleSearch.self, SampleKeep.self, SampleDrop.self, SampleLimit.self,
        SampleSort.self, SampleDedupe.self, SampleFullText.self, SampleCache.self, SampleTerminal.self,
        SampleLines.self, SamplePage.self, SampleMail.self,
    ])
}

extension PluginContext {
    /// A context in which nothing happens.
    static let sample = PluginContext(
        baseFolder: "/", clock: StoppedClock(), standardOutput: SilentOutput(), folders: MemoryFolders(),
        http: MemoryHTTP(), terminal: TerminalTraits(), report: { _ in })
}

private struct StoppedClock: WallClock {
    var now: Timestamp { Timestamp(seconds: 1_790_000_000) }
}

private struct SilentOutput: OutputChannel {
    func write(_ bytes: [UInt8]) async throws(OutputFailure) {}
}

extension Planner {
    /// What the reader of the samples keeps secret; it must never be seen in a message.
    static let secret = "geheim-7f3a9c"

    /// A planner with the sample plugins and others, in an environment of its own.
    static func sample(of others: [any Plugin.Type], _ variables: [String: String]) -> Planner {
        var all = ["TOKEN": secret, "PATTERN": "(\(secret)", "HOME": "/home/reader"]
        all.merge(variables) { $1 }
        let environment = ConfigurationEnvironment(workingDirectory: "/srv") { [all] in all[$0] }
        return Planner(
            registry: Registry(Registry.sample.plugins + others), context: .sample, environment: environment)
    }

    /// A planner with the sample plugins, in an environment of its own.
    static func sample(_ variables: [String: String] = [:]) -> Planner { sample(of: [], variables) }

    /// The plan of a configuration that stands in `/home/reader/feeds/config.json`.
    func plan(_ text: String) throws(ConfigurationFailure) -> Plan {
        try plan(
            for: ConfigurationFile(
                name: "config.json", path: "/home/reader/feeds/config.json", bytes: Array(text.utf8)))
    }

    /// What is said of such a configuration; nothing where it is right.
    func complaints(_ text: String) -> [String] {
        do throws(ConfigurationFailure) {
            _ = try plan(text)
            return []
        } catch {
            return error.lines
        }
    }
}
