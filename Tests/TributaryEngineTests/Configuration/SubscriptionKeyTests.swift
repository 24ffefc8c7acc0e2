import Testing
import TributaryPluginKit

@testable import TributaryEngine

@Suite("Keys of subscriptions")
struct SubscriptionKeyTests {
    @Test(
        "Scheme and host are made equal, the password goes, all else stays as it was written",
        arguments: [
            ("http://Example.ORG/Feed?Q=A#F", "https://example.org/Feed?Q=A#F"),
            ("HTTPS://EXAMPLE.org", "https://example.org"),
            ("https://example.org:8443/a@b", "https://example.org:8443/a@b"),
            ("https://Reader:pass:word@Example.org/", "https://Reader@example.org/"),
            ("https://:secret@Example.org/", "https://example.org/"),
            ("https://a@b:c@Example.org/", "https://a@b@example.org/"),
            (
                "https://${env:USER}:${file:/run/a:b}@${env:Host}.Example.org/x",
                "https://${env:USER}@${env:Host}.example.org/x"
            ),
            ("https://${env:BROKEN.Example.org/", "https://${env:broken.example.org/"),
            ("${env:URL}", "${env:URL}"),
            ("Feeds/A.xml", "Feeds/A.xml"),
            ("http:/Example.org", "http:/Example.org"),
            ("", ""),
        ])
    func normalized(written: String, key: String) {
        #expect(SubscriptionKey.normalized(written) == key)
        #expect(SubscriptionKey.normalized(key) == key)
    }

    @Test("The options that identify make the key, in any order, with references as they were written")
    func options() throws {
        let plan = try Planner.sample().plan(
            """
            {"feeds": [{"limit": 5, "token": "x", "query": "${env:TOKEN}", "use": "github_search", "every": "1h"}],
             "sinks": [{"use": "cache"}]}
            """)
        #expect(plan.subscriptions.map(\.subscription.key) == [#"github_search {"query":"${env:TOKEN}"}"#])
    }

    @Test("An id counts before an address")
    func id() throws {
        let plan = try Planner.sample().plan(
            #"{"feeds": [{"url": "https://example.org/", "id": "Blog"}], "sinks": [{"use": "cache"}]}"#)
        #expect(plan.subscriptions.map(\.subscription.key) == ["Blog"])
    }
}
