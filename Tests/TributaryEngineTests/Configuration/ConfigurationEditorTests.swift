import FeedJSON
import Testing
import TributaryPluginKit

@testable import TributaryEngine

@Suite("Adding feeds to a configuration")
struct ConfigurationEditorTests {
    private typealias NewFeed = ConfigurationEditor.NewFeed

    private func edited(_ text: String, adding feeds: [NewFeed]) throws(ConfigurationFailure) -> String {
        let file = ConfigurationFile(
            name: "config.json", path: "/home/reader/feeds/config.json", bytes: Array(text.utf8))
        let edited = try ConfigurationEditor(planner: .sample()).adding(feeds, to: file)
        return String(decoding: edited.bytes, as: UTF8.self)
    }

    @Test("A feed with nothing said is a text, any other an object")
    func elements() throws {
        let text = #"{"feeds": [], "sinks": [{"use": "terminal"}]}"#
        #expect(
            try edited(text, adding: [NewFeed(url: "https://a.example/")])
                == #"{"feeds": ["https://a.example/"], "sinks": [{"use": "terminal"}]}"#)
        let full = NewFeed(url: "https://a.example/", id: "a", name: "A", tags: ["x", "y"], every: "2h")
        #expect(
            full.element.bytes(layout: .spaced)
                == Array(
                    #"{"url": "https://a.example/", "id": "a", "name": "A", "tags": ["x", "y"], "every": "2h"}"#.utf8))
    }

    @Test("Nothing that is added becomes a reference to a secret")
    func references() throws {
        let feed = NewFeed(url: "https://a.example/${env:TOKEN}?$${x}", name: "${file:/etc/passwd}", tags: ["${"])
        let text = try edited(#"{"feeds": [], "sinks": [{"use": "terminal"}]}"#, adding: [feed])
        let plan = try Planner.sample().plan(text)
        let subscription = try #require(plan.subscriptions.first?.subscription)
        #expect(subscription.location == feed.url)
        #expect(subscription.name == feed.name)
        #expect(subscription.tags == feed.tags)
        #expect(plan.secrets.isEmpty)
    }

    @Test("A result that is no configuration is refused, with all that is wrong")
    func refused() {
        func complaints(_ text: String, _ feed: NewFeed) -> [String] {
            do throws(ConfigurationFailure) {
                _ = try edited(text, adding: [feed])
                return []
            } catch {
                return error.lines
            }
        }
        let sinks = #""sinks": [{"use": "terminal"}]"#
        let feed = NewFeed(url: "https://a.example/")
        #expect(complaints(#"{"feeds": ["http://A.example/"], \#(sinks)}"#, feed).first?.contains("feeds[1]") == true)
        #expect(complaints("{\"feeds\": [}", feed).first?.hasPrefix("config.json:1:12: ") == true)
        #expect(complaints("{\(sinks)}", feed) == ["config.json: there is no list \"feeds\" to add to"])
        #expect(complaints(#"{"feeds": [], \#(sinks)}"#, NewFeed(url: "ftp://a.example/")).count == 1)
    }

    @Test("A feed is known by its address, its id, an earlier key or its file")
    func known() throws {
        let plan = try Planner.sample().plan(
            """
            {"feeds": ["https://a.example/feed", {"id": "b", "url": "http://b.example/x", "was": ["https://old.example/"]},
              "feeds/c.xml"], "sinks": [{"use": "terminal"}]}
            """)
        func place(_ feed: NewFeed) -> String? { SubscriptionIndex(plan).subscription(like: feed)?.path.description }
        #expect(place(NewFeed(url: "http://A.example/feed")) == "feeds[0]")
        #expect(place(NewFeed(url: "https://B.example/x")) == "feeds[1]")
        #expect(place(NewFeed(url: "https://new.example/", id: "b")) == "feeds[1]")
        #expect(place(NewFeed(url: "http://old.example/")) == "feeds[1]")
        #expect(place(NewFeed(url: "/home/reader/feeds/feeds/c.xml")) == "feeds[2]")
        #expect(place(NewFeed(url: "./feeds/../feeds/c.xml")) == "feeds[2]")
        #expect(place(NewFeed(url: "https://a.example/Feed")) == nil)
        var index = SubscriptionIndex(plan)
        let isNew = index.insert(NewFeed(url: "https://n.example/"))
        let isNewAgain = index.insert(NewFeed(url: "http://N.example/", name: "N"))
        #expect(isNew && !isNewAgain)
        #expect(index.subscription(like: NewFeed(url: "https://n.example/")) == nil)
    }

    @Test("Where there is no configuration, the new one is right")
    func new() throws {
        let environment = ConfigurationEnvironment(workingDirectory: "/nowhere") { ["HOME": "/no/home"][$0] }
        let (file, isNew) = try ConfigurationFile.findOrMake(given: nil, in: environment)
        #expect(isNew && file.isDefault)
        #expect(file.path == "/no/home/.config/tributary/config.json")
        let made = try ConfigurationEditor(planner: .sample()).adding([NewFeed(url: "https://a.example/")], to: file)
        #expect(
            String(decoding: made.bytes, as: UTF8.self) == """
                {
                  "feeds": [
                    "https://a.example/"
                  ],
                  "sinks": [
                    {"use": "cache"},
                    {"use": "terminal"}
                  ]
                }

                """)
    }
}
