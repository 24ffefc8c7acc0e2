import FeedModel
import SortStage
import Testing
import TributaryPluginKit
import TributaryTestKit

@Suite("The stage sort")
struct SortTests {
    @Test("keeps the contract of river stages")
    func contract() async throws {
        try await RiverStageContract.check(
            Sort.self, in: PluginFolder("Plugins/Stages/Sort"),
            options: [#"{"use": "sort", "by": ["-title", "score", "url", "-date_modified", "date_published"]}"#],
            dependsOnOrder: false)
    }

    @Test("orders texts by the alphabet and by the syllabary, without case, width and kind of kana")
    func texts() async throws {
        let titles = ["設計", "banana", "サーバー", "Ａｐｐｌｅ", "あさ", "apple pie", "Éclair", "ｲﾁｺﾞ", "cherry", "うみ", "9", "10"]
        let entries = titles.map { Entry(id: $0, title: $0) }
        let expected = ["10", "9", "Ａｐｐｌｅ", "apple pie", "banana", "cherry", "Éclair", "あさ", "ｲﾁｺﾞ", "うみ", "サーバー", "設計"]
        #expect(try await sorted(entries, by: #"["title"]"#) == expected)
        #expect(try await sorted(entries, by: #"["-title"]"#) == expected.reversed())
    }

    @Test("orders by several keys, what is absent last in either direction")
    func keys() async throws {
        var entries: [Entry] = []
        for (id, title, score) in [("1", "b", 1.5), ("2", "a", nil), ("3", "a", 2), ("4", nil, 9), ("5", "a", -1)] {
            var entry = Entry(id: id, title: title)
            entry.tributary = TributaryExtension(feed: FeedReference(id: "f"), firstSeen: Timestamp(seconds: 0))
            entry.tributary?.score = score
            entries.append(entry)
        }
        #expect(try await sorted(entries, by: #"["title", "-score"]"#) == ["3", "5", "2", "1", "4"])
        #expect(try await sorted(entries, by: #"["-title", "score"]"#) == ["1", "5", "3", "2", "4"])
        #expect(try await sorted(entries, by: #"["score"]"#) == ["5", "1", "3", "4", "2"])
    }

    @Test("orders dates by their instant, whatever their offset")
    func dates() async throws {
        var entries: [Entry] = []
        for (id, seconds, offset) in [("1", 200, 0), ("2", 100, 32_400), ("3", 100, 0), ("4", 300, -3600)] {
            var entry = Entry(id: id)
            entry.datePublished = Timestamp(seconds: Int64(seconds), offset: Int32(offset))
            entries.append(entry)
        }
        #expect(try await sorted(entries, by: #"["date"]"#) == ["2", "3", "1", "4"])
        #expect(try await sorted(entries, by: #"["-date_published"]"#) == ["4", "1", "2", "3"])
    }

    @Test("orders feeds by the name that is shown, else by their key")
    func feeds() async throws {
        var entries: [Entry] = []
        for (id, feed, title) in [("1", "a", "Zebra"), ("2", "m", nil), ("3", "z", "aardvark")] {
            var entry = Entry(id: id)
            entry.tributary = TributaryExtension(
                feed: FeedReference(id: feed, title: title), firstSeen: Timestamp(seconds: 0))
            entries.append(entry)
        }
        #expect(try await sorted(entries, by: #"["feed"]"#) == ["3", "2", "1"])
    }

    @Test("names the nearest key for one that it does not know")
    func mistakes() {
        let error = #expect(throws: ConfigurationError.self) {
            try PluginContract.make(Sort.self, #"{"use": "sort", "by": ["-dat", "titel"]}"#)
        }
        #expect(
            error?.problems.map(\.message) == [
                #""-dat" is not known here; did you mean "-date"?"#,
                #""titel" is not known here; did you mean "title"?"#,
            ])
    }

    private func sorted(_ entries: [Entry], by keys: String) async throws -> [String] {
        let sort = try PluginContract.make(Sort.self, #"{"use": "sort", "by": \#(keys)}"#)
        let river = MemoryRiver()
        let outcome = try await river.route(river.arrive(entries), through: sort)
        return outcome.kept.map { entries[Int($0) - 1].id }
    }
}
