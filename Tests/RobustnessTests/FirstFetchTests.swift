import BuiltinPlugins
import Testing
import TributaryPluginKit

@Suite("Sinks that meet a feed for the first time")
struct FirstFetchTests {
    /// What shows entries to somebody, or acts on the world; all others take everything.
    private static let few: [String: DeliveryTraits.FirstFetch] = [
        "terminal": .newest(10), "exec": .newest(1), "smtp": .newest(1), "webhook": .newest(1), "mqtt": .newest(1),
        "maildir": .newest(1), "mbox": .newest(1),
        "prometheus": DeliveryTraits.FirstFetch.none,
    ]

    @Test("A sink's first meeting with a feed floods nobody")
    func defaults() {
        let sinks = BuiltinPlugins.all.map { $0.descriptor }.filter { $0.role == .sink }
        #expect(sinks.count > 4)
        for sink in sinks { #expect(sink.delivery?.firstFetch == Self.few[sink.name] ?? .all, "\(sink.name)") }
    }
}
