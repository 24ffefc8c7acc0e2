import CacheSink
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The sink cache")
struct CacheTests {
    @Test("It keeps the contract of a plugin")
    func contract() throws {
        try PluginContract.check(Cache.self, in: PluginFolder("Plugins/Sinks/Cache"))
        #expect(Cache.descriptor.delivery?.firstFetch == .all)
    }

    @Test(
        "Its options say how long entries are kept; what is absent keeps all",
        arguments: [
            ("{}", Retention()), (#"{"keep_for": "90d"}"#, Retention(keepFor: 90 * 86_400)),
            (#"{"keep_count": 500}"#, Retention(keepCount: 500)),
            (#"{"keep_for": "1w", "keep_count": 1}"#, Retention(keepFor: 7 * 86_400, keepCount: 1)),
            (#"{"keep_unread": true}"#, Retention(keepsUnread: true)),
        ])
    func retention(options: String, retention: Retention) throws {
        #expect(try PluginContract.make(Cache.self, options).retention == retention)
    }

    @Test(
        "What cannot be kept is a mistake", arguments: [#"{"keep_for": "soon"}"#, #"{"keep_for": 90}"#])
    func mistakes(options: String) {
        #expect(throws: ConfigurationError.self) { try PluginContract.make(Cache.self, options) }
    }
}
