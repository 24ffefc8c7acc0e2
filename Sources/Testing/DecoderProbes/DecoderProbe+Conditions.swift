import EntryConditions
import FeedJSON
import FeedModel
import TributaryPluginKit

extension DecoderProbe {
    /// Conditions: whatever a configuration says, it is refused with a reason or answers for any entry, and its trace
    /// gives the same answer.
    static let conditions = DecoderProbe(
        "conditions",
        samples: [
            #"{"any": [{"title": {"contains": "swift"}}, {"tags": {"has": "ja"}}], "not": {"url": {"exists": false}}}"#,
            #"{"text": {"matches": "(?i)^(a|b)*\\w+\\b(?=x)"}, "authors.name": {"starts_with": "mi"}}"#,
            #"{"date_published": {"newer_than": "2d", "before": "2026-01-01"}, "attachments.size_in_bytes": {"above": 1e7}}"#,
            #"{"_podcast.episode": {"is": 42}, "title": {"longer_than": 3, "shorter_than": 99}, "all": [{"id": {"is": "x"}}]}"#,
        ],
        tokens: jsonTokens + [
            "\"all\":[", "\"any\":[", "\"not\":{", "\"title\":{", "\"matches\":\"", "\"contains\":\"",
            "\"newer_than\":\"",
            "\"_podcast.people.name\":{", "\"exists\":", "(?<n>", "\\\\1", "(?R)", "{9,99999}", "(*LIMIT_MATCH=1)",
            "[[:alpha:]", "\\\\p{Han}", "(a+)+$",
        ],
        probe: { bytes throws(BrokenPromise) in
            guard let node = JSONNode.parse(bytes, options: .commentsAndTrailingCommas).node else { return }
            let condition: Condition
            do throws(ConfigurationError) { condition = try Condition(option: node) } catch {
                try expect(!error.problems.isEmpty, "it is refused without a reason")
                return
            }
            for entry in entries { try ask(condition, entry) }
        })

    private static func ask(_ condition: Condition, _ entry: Entry) throws(BrokenPromise) {
        let trace = condition.trace(entry, now: now)
        do throws(StageFailure) {
            let holds = try condition.evaluate(entry, now: now)
            if case .unknown = trace.answer { return }
            guard trace.answer == (holds ? .yes : .no) else { throw StageFailure("the trace says otherwise") }
            _ = try condition.reason(for: entry, now: now)
        } catch {
            if case .unknown = trace.answer { return }
            throw BrokenPromise("\(error.message)\n\(trace)")
        }
    }

    private static let now = Timestamp(seconds: 1_777_777_777)

    private static var entries: [Entry] {
        var entry = Entry(id: "tag:example.org,2026:1", url: "https://example.org/1", title: "Swift 6.3の新機能 (a) aaaa!")
        entry.contentHTML = "<p>Typed <b>throws</b> &amp; spans</p>"
        entry.datePublished = Timestamp(seconds: 1_777_700_000, offset: 32_400)
        entry.authors = [Author(name: "Mila"), Author(name: "青木")]
        entry.tags = ["swift", "サーバー"]
        entry.attachments = [
            Attachment(url: "https://example.org/1.mp3", mimeType: "audio/mpeg", sizeInBytes: 9_000_000)
        ]
        entry.extensions = ["_podcast": ["episode": 42, "people": [["name": "Yui"]]]]
        return [entry, Entry(id: "")]
    }
}
