import FeedJSON
import FeedModel
import Testing
import TributaryPluginKit

@testable import TributaryEngine

@Suite("The registry")
struct RegistryTests {
    @Test("A plugin is found by its role and name")
    func lookUp() {
        #expect(Registry.sample.plugin(.stage, named: "limit") is SampleLimit.Type)
        #expect(Registry.sample.plugin(.sink, named: "limit") == nil)
        #expect(Registry.sample.plugin(.adapter, named: "nothing") == nil)
    }

    @Test("Plugins of a role are listed by name")
    func listing() {
        let names = Registry.sample.plugins(.sink).map { $0.descriptor.name }
        #expect(names == ["cache", "html", "json_lines", "mail", "terminal"])
        #expect(Registry.sample.plugins.count == 14)
    }

    @Test("Formats keep the order in which they were registered, and bring what they accept")
    func formats() {
        #expect(Registry.sample.formats.map { $0.descriptor.name } == ["atom", "rss"])
        #expect(
            Registry.sample.acceptedTypes.map(\.essence) == [
                "application/atom+xml", "application/xml", "application/rss+xml",
            ])
    }

    @Test("A plugin is made from its element, and the engine's keys are none of its options")
    func making() throws {
        let element = JSONNode(["use": "terminal", "name": "mine", "style": "list"], at: 0)
        let made = try Registry.sample.make(
            SampleTerminal.self, from: element, at: ConfigurationPath(), context: .sample)
        #expect((made as? SampleTerminal)?.style == "list")
    }

    @Test("All mistakes of an element come in one go, each with its path and place")
    func mistakes() {
        let element = JSONNode(["use": "github_search", "query": 5, "limit": 0], at: 7)
        let path = ConfigurationPath([.key("feeds"), .index(3)])
        #expect {
            try Registry.sample.make(SampleSearch.self, from: element, at: path, context: .sample)
        } throws: { error in
            let problems = (error as? ConfigurationError)?.problems ?? []
            return problems.map { "\($0.path)" } == ["feeds[3].query", "feeds[3].limit"]
                && problems.allSatisfy { $0.offset == 7 }
        }
    }

    @Test(
        "A plugin whose description does not fit is refused with the reason",
        arguments: [
            (TakesUse.self as any Plugin.Type, "declares the option \"use\", which is a key of the engine's own"),
            (TwoForms.self, "calls itself a stage and must then conform to one of the role's protocols, not 2"),
            (WrongRole.self, "calls itself a sink and must then conform to one of the role's protocols, not 0"),
            (NoDelivery.self, "must describe its deliveries if it is a sink, and only then"),
            (TwiceTheSame.self, "declares the option \"count\" twice"),
        ])
    func defects(plugin: any Plugin.Type, reason: String) {
        #expect(Registry.defect(of: plugin) == reason)
    }

    @Test("A stage may declare `where`, a sink may not")
    func reservedWhere() {
        #expect(Registry.defect(of: SampleKeep.self) == nil)
        #expect(ConfigurationLanguage.isReserved("where", in: .sink))
        #expect(!ConfigurationLanguage.isReserved("where", in: .stage))
    }

    @Test(
        "Every key of the engine is reserved",
        arguments: [
            (
                PluginRole.adapter,
                "use id url was name tags every stages on_update keep_for keep_count http enabled"
            ),
            (.stage, "use"),
            (.sink, "use name where first_fetch order"),
        ])
    func reserved(role: PluginRole, keys: String) {
        for key in keys.split(separator: " ") { #expect(ConfigurationLanguage.isReserved(String(key), in: role)) }
    }

    @Test("Two plugins of one role and name stop the program")
    func twoOfOneName() async {
        await #expect(processExitsWith: .failure) {
            var registry = Registry([SampleLimit.self])
            registry.register(SampleLimit.self)
        }
    }
}

private struct TakesUse: EntryStage {
    static let descriptor = PluginDescriptor(
        name: "takes_use", role: .stage, summary: "", options: [Option("use", .text, "")], example: "")
    init(options: NoOptions, context: PluginContext) {}
    func apply(_ entry: inout Entry) throws(StageFailure) -> Verdict { .keep }
}

private struct TwoForms: EntryStage, RiverStage {
    static let descriptor = PluginDescriptor(name: "two_forms", role: .stage, summary: "", example: "")
    init(options: NoOptions, context: PluginContext) {}
    func apply(_ entry: inout Entry) throws(StageFailure) -> Verdict { .keep }
    func apply(to river: inout River) async throws(StageFailure) {}
}

private struct WrongRole: EntryStage {
    static let descriptor = PluginDescriptor(name: "wrong_role", role: .sink, summary: "", example: "")
    init(options: NoOptions, context: PluginContext) {}
    func apply(_ entry: inout Entry) throws(StageFailure) -> Verdict { .keep }
}

private struct NoDelivery: ArchiveSink {
    static let descriptor = PluginDescriptor(name: "no_delivery", role: .sink, summary: "", example: "")
    var retention: Retention { Retention() }
    init(options: NoOptions, context: PluginContext) {}
}

private struct TwiceTheSame: EntryStage {
    static let descriptor = PluginDescriptor(
        name: "twice", role: .stage, summary: "", options: [Option("count", .text, ""), Option("count", .json, "")],
        example: "")
    init(options: NoOptions, context: PluginContext) {}
    func apply(_ entry: inout Entry) throws(StageFailure) -> Verdict { .keep }
}
