import FeedJSON
import FeedModel
import FoundationEssentials
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import DedupeStage

/// Two entries of two feeds, and whether a person takes them for one story (`Fixtures/pairs.json`).
private struct LabelledPair: Sendable {
    var isSame: Bool
    /// How the second came of the first, or why it only looks like it.
    var kind: String
    var language: String
    var first: Entry
    var second: Entry

    static let all: [LabelledPair] = {
        let path = PluginFolder("Tests/Plugins/Stages/DedupeTests/Fixtures").path + "/pairs.json"
        guard let data = FileManager.default.contents(atPath: path),
            let pairs = try? JSONNode(parsing: Array(data)).value.arrayValue
        else { return [] }
        return pairs.map { pair in
            LabelledPair(
                isSame: pair["same"]?.boolValue ?? false, kind: pair["kind"]?.stringValue ?? "",
                language: pair["language"]?.stringValue ?? "", first: entry("a", pair["a"]),
                second: entry("b", pair["b"]))
        }
    }()

    private static func entry(_ id: String, _ value: JSONValue?) -> Entry {
        var entry = Entry(id: id, title: value?["title"]?.stringValue)
        entry.contentText = value?["text"]?.stringValue
        entry.contentHTML = value?["html"]?.stringValue
        entry.summary = value?["summary"]?.stringValue
        return entry
    }
}

extension JSONValue {
    fileprivate subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }
}

@Suite("The stage dedupe, by texts that are nearly the same")
struct NearTextTests {
    @Test("finds stories again with a precision of at least 0.98 on the labelled set")
    func precision() async throws {
        let pairs = LabelledPair.all
        #expect(pairs.count >= 60 && Set(pairs.map(\.language)) == ["en", "ja"])
        var found: [String: (hits: Int, all: Int)] = [:]
        var mistaken: [String] = []
        for pair in pairs {
            let isMerged = try await isMerged(pair.first, pair.second)
            if pair.isSame {
                found[pair.kind, default: (0, 0)].all += 1
                if isMerged { found[pair.kind, default: (0, 0)].hits += 1 }
            } else if isMerged {
                mistaken.append(pair.first.title ?? "")
            }
        }
        let hits = found.values.reduce(0) { $0 + $1.hits }
        let all = found.values.reduce(0) { $0 + $1.all }
        let kinds = found.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.hits)/\($0.value.all)" }
        print("dedupe near: recall \(hits)/\(all) (\(kinds.joined(separator: ", "))), mistaken \(mistaken)")
        #expect(Double(hits) >= 0.98 * Double(hits + mistaken.count), "mistaken: \(mistaken)")
        #expect(hits * 100 >= all * 55, "recall fell to \(hits) of \(all)")
    }

    @Test("takes no two different stories of the labelled set for one, in one river with all others")
    func crowd() async throws {
        var stories: [String: Entry] = [:]
        for pair in LabelledPair.all where !pair.isSame {
            for entry in [pair.first, pair.second] { stories[entry.title ?? ""] = entry }
        }
        let river = MemoryRiver()
        var heads: [EntryHead] = []
        for (place, story) in stories.sorted(by: { $0.key < $1.key }).enumerated() {
            heads += river.arrive([story.value], feed: "feed \(place)")
        }
        let outcome = try await river.attempt(heads, through: make())
        #expect(heads.count >= 60)
        #expect(outcome.departures.isEmpty)
    }

    @Test("finds a story again in a later run, as long as the store has its text")
    func laterRuns() async throws {
        let pair = try #require(LabelledPair.all.first { $0.kind == "footer" })
        let river = MemoryRiver()
        let stage = try make()
        #expect(try await river.route(river.arrive([pair.first], feed: "one"), through: stage).kept == [1])
        var copy = pair.second
        copy.tributary = TributaryExtension(feed: FeedReference(id: "two"), firstSeen: Timestamp(seconds: 0))
        let outcome = try await river.route(river.arrive([copy]), through: stage)
        #expect(
            outcome.departures == [2: .merge(into: 1, reason: "nearly the same text as entry 1, which came earlier")])
    }

    @Test("leaves entries of one feed, of other numbers, and without enough text alone")
    func guards() async throws {
        let text = String(repeating: "the harbour lamp was lit again after the storm ", count: 3)
        func entry(_ title: String, _ text: String) -> Entry {
            var entry = Entry(id: title, title: title)
            entry.contentText = text
            return entry
        }
        #expect(try await isMerged(entry("a", text), entry("b", text)))
        #expect(try await isMerged(entry("part 4 of 5", text), entry("5/4", text)))
        #expect(try await !isMerged(entry("week 41", text), entry("week 42", text)))
        #expect(try await !isMerged(entry("第四十一号", text), entry("第四十二号", text)))
        #expect(try await !isMerged(entry("a", text), entry("b", text), feeds: ("one", "one")))
        #expect(try await !isMerged(entry("a", "too short to tell"), entry("b", "too short to tell")))
    }

    @Test("doubling a river of texts all alike at most about doubles the time")
    func linear() async throws {
        let stage = try make()
        func time(_ count: Int) async throws -> Duration {
            let river = MemoryRiver()
            let entries = (0..<count).map { index in
                var entry = Entry(id: "\(index)")
                entry.contentText = "one two three four five six seven eight nine ten eleven twelve \(index / 10)"
                return entry
            }
            let heads = river.arrive(entries)
            return try await ContinuousClock().measure { _ = try await river.attempt(heads, through: stage) }
        }
        var ratios: [Double] = []
        for _ in 0..<5 {
            let ratio = try await time(2000) / time(1000)
            ratios.append(ratio)
            if ratio < 3 { return }
        }
        Issue.record("ratios \(ratios)")
    }

    private func isMerged(_ first: Entry, _ second: Entry, feeds: (String, String) = ("one", "two")) async throws
        -> Bool
    {
        let river = MemoryRiver()
        let heads = river.arrive([first], feed: feeds.0) + river.arrive([second], feed: feeds.1)
        let outcome = try await river.attempt(heads, through: make())
        return !outcome.departures.isEmpty
    }

    private func make() throws -> Dedupe {
        try PluginContract.make(Dedupe.self, #"{"use": "dedupe", "by": ["near"]}"#)
    }
}
