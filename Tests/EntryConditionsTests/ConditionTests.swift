import EntryConditions
import FeedModel
import Testing
import TributaryPluginKit

@Suite("Conditions")
struct ConditionTests {
    @Test(
        "hold for an entry that has what they ask for",
        arguments: [
            #"{"title": {"contains": "SWIFT 6"}}"#,
            #"{"title": {"is": "swift 6.3の新機能"}}"#,
            #"{"title": {"starts_with": "Swift", "ends_with": "新機能"}}"#,
            #"{"title": {"matches": "6\\.\\d"}}"#,
            #"{"title": {"matches": "^\\w+ 6"}}"#,
            #"{"title": {"longer_than": 12, "shorter_than": 14}}"#,
            #"{"id": {"starts_with": "tag:"}}"#,
            #"{"url": {"contains": "/POSTS/"}}"#,
            #"{"external_url": {"exists": true}}"#,
            #"{"content_html": {"contains": "<b>throws</b>"}}"#,
            #"{"content_text": {"is": "Typed throws & spans"}}"#,
            #"{"text": {"contains": "in short"}}"#,
            #"{"text": {"contains": "新機能"}}"#,
            #"{"text": {"matches": "throws & spans$"}}"#,
            #"{"summary": {"matches": "(?i)^WHAT"}}"#,
            #"{"image": {"ends_with": ".png"}, "banner_image": {"contains": "wide"}}"#,
            #"{"language": {"is": "JA"}}"#,
            #"{"tags": {"has": "swift"}}"#,
            #"{"tags": {"is": "サーバー"}}"#,
            #"{"tags": {"contains": "ｻｰﾊﾞ"}}"#,
            #"{"tags": {"longer_than": 1, "shorter_than": 3}}"#,
            #"{"tags": {"matches": "^S"}}"#,
            #"{"authors": {"longer_than": 1}}"#,
            #"{"authors.name": {"starts_with": "aoki"}}"#,
            #"{"authors.url": {"exists": true}, "authors.avatar": {"longer_than": 0}}"#,
            #"{"authors._profile.level": {"above": 2}}"#,
            #"{"attachments": {"exists": true}}"#,
            #"{"attachments.mime_type": {"starts_with": "audio/"}}"#,
            #"{"attachments.size_in_bytes": {"above": 1000000, "below": 1e7}}"#,
            #"{"attachments.duration_in_seconds": {"is": 1800}}"#,
            #"{"date_published": {"older_than": "47h"}}"#,
            #"{"date_published": {"newer_than": "49h"}}"#,
            #"{"date_published": {"after": "2026-04-30"}}"#,
            #"{"date_published": {"before": "2026-05-01T09:00:01+09:00"}}"#,
            #"{"date_modified": {"after": "2026-05-01"}}"#,
            #"{"_tributary.feed.title": {"contains": "例"}}"#,
            #"{"_tributary.feed.id": {"ends_with": "/feed"}}"#,
            #"{"_tributary.score": {"above": 2.4, "below": 2.6, "is": 2.5}}"#,
            #"{"_tributary.number": {"is": 42}}"#,
            #"{"_tributary.first_seen": {"exists": true}}"#,
            #"{"_tributary.also_in": {"longer_than": 0}, "_tributary.also_in.title": {"has": "planet"}}"#,
            #"{"_podcast": {"exists": true}}"#,
            #"{"_podcast.episode": {"is": 12}}"#,
            #"{"_podcast.explicit": {"is": false}}"#,
            #"{"_podcast.people.name": {"has": "yui"}}"#,
            #"{"_podcast.people": {"longer_than": 1}}"#,
            #"{"_github.state": {"is": "OPEN", "longer_than": 3}}"#,
            #"{"_github.closed_at": {"exists": false}}"#,
            #"{"_github.updated_at": {"newer_than": "2d"}}"#,
            #"{"_absent.deeply.nested": {"exists": false}}"#,
            #"{"not": {"title": {"contains": "rust"}}}"#,
            #"{"any": [{"title": {"contains": "rust"}}, {"tags": {"has": "swift"}}]}"#,
            #"{"all": [{"title": {"contains": "6.3"}}, {"not": {"any": [{"tags": {"has": "go"}}]}}]}"#,
        ])
    func holding(json: String) throws {
        let condition = try Condition(json)
        #expect(try condition.evaluate(.complete, now: testTime))
        #expect(condition.trace(.complete, now: testTime).answer == .yes)
    }

    @Test(
        "do not hold for an entry that lacks what they ask for",
        arguments: [
            #"{"title": {"contains": "rust"}}"#,
            #"{"title": {"is": "swift"}}"#,
            #"{"title": {"matches": "^swift"}}"#,
            #"{"title": {"starts_with": "6.3"}}"#,
            #"{"title": {"ends_with": "swift"}}"#,
            #"{"title": {"contains": "swift", "starts_with": "rust"}}"#,
            #"{"title": {"longer_than": 13}}"#,
            #"{"title": {"exists": false}}"#,
            #"{"content_text": {"contains": "<b>"}}"#,
            #"{"tags": {"has": "swif"}}"#,
            #"{"tags": {"shorter_than": 2}}"#,
            #"{"date_published": {"older_than": "48h"}}"#,
            #"{"date_published": {"newer_than": "48h"}}"#,
            #"{"date_published": {"before": "2026-05-01T09:00:00+09:00"}}"#,
            #"{"date_published": {"after": "2026-05-01"}}"#,
            #"{"_tributary.score": {"above": 2.5}}"#,
            #"{"_podcast.explicit": {"is": true}}"#,
            #"{"_podcast.episode": {"is": "12"}}"#,
            #"{"_github.state": {"before": "2026-05-01"}}"#,
            #"{"_github.closed_at": {"is": "x"}}"#,
            #"{"any": [{"title": {"contains": "rust"}}, {"tags": {"has": "go"}}]}"#,
            #"{"title": {"contains": "swift"}, "tags": {"has": "go"}}"#,
        ])
    func failing(json: String) throws {
        let condition = try Condition(json)
        #expect(try !condition.evaluate(.complete, now: testTime))
        #expect(condition.trace(.complete, now: testTime).answer == .no)
    }

    @Test("of an absent field nothing holds, but that it is absent and that it is short")
    func absentFields() throws {
        let bare = Entry(id: "1")
        for name in ["title", "content_text", "text", "tags", "authors", "attachments.url", "_tributary.feed.title"] {
            #expect(try Condition(#"{"\#(name)": {"exists": false}}"#).evaluate(bare, now: testTime))
            #expect(try Condition(#"{"\#(name)": {"shorter_than": 1}}"#).evaluate(bare, now: testTime))
            #expect(try !Condition(#"{"\#(name)": {"longer_than": 0}}"#).evaluate(bare, now: testTime))
        }
        let questions = [
            #"{"title": {"is": "x"}}"#, #"{"title": {"matches": ""}}"#, #"{"date_published": {"older_than": "1s"}}"#,
            #"{"date_published": {"newer_than": "9w"}}"#, #"{"_tributary.score": {"below": 1}}"#,
            #"{"_x.y": {"is": false}}"#,
        ]
        for json in questions {
            #expect(try !Condition(json).evaluate(bare, now: testTime))
        }
    }

    @Test("text of HTML is computed once and compared as a reader sees it")
    func htmlText() throws {
        var entry = Entry(id: "1")
        entry.contentHTML = "<p>Ｆｉｒｓｔ</p><script>hidden()</script><p>caf&eacute;</p>"
        let condition = try Condition(
            #"{"content_text": {"contains": "first"}, "text": {"ends_with": "CAFÉ"}, "not": {"text": {"contains": "hidden"}}}"#
        )
        #expect(try condition.evaluate(entry, now: testTime))
        entry.contentText = "plain wins"
        #expect(try Condition(#"{"content_text": {"is": "plain wins"}}"#).evaluate(entry, now: testTime))
    }

    @Test(
        "say in words which parts decided",
        arguments: [
            (#"{"title": {"contains": "swift"}}"#, #"title contains "swift""#),
            (#"{"title": {"contains": "rust"}}"#, #"title does not contain "rust""#),
            (#"{"not": {"title": {"contains": "swift"}}}"#, #"title contains "swift""#),
            (
                #"{"any": [{"title": {"contains": "rust"}}, {"tags": {"has": "go"}}]}"#,
                #"title does not contain "rust" and tags does not have "go""#
            ),
            (#"{"any": [{"title": {"is": "x"}}, {"language": {"is": "ja"}}]}"#, #"language is "ja""#),
            (
                #"{"title": {"exists": true}, "date_published": {"newer_than": "3d"}}"#,
                "title exists and date_published is newer than \"3d\""
            ),
            (#"{"tags": {"exists": false}, "title": {"is": "x"}}"#, "tags exists"),
            (#"{"_tributary.score": {"below": 1.50}}"#, "_tributary.score is not below 1.50"),
            (
                #"{"id": {"exists": true}, "url": {"exists": true}, "title": {"exists": true}, "tags": {"exists": true}}"#,
                "id exists and url exists and title exists and 1 more"
            ),
        ])
    func reasons(json: String, expected: String) throws {
        #expect(try Condition(json).reason(for: .complete, now: testTime) == expected)
    }

    @Test("a reason says where its parts are written, where somebody can say that")
    func places() throws {
        let condition = try Condition(#"{"any": [{"title": {"contains": "rust"}}, {"tags": {"has": "go"}}]}"#)
        let reason = try condition.reason(for: .complete, now: testTime) { $0 > 20 ? "byte \($0)" : nil }
        #expect(reason == #"title does not contain "rust" and tags does not have "go" (byte 52)"#)
    }

    @Test("a trace shows every part with what the entry has, made safe to print")
    func trace() throws {
        var entry = Entry.complete
        entry.summary = "red \u{1B}[31m\u{202E}" + String(repeating: "長", count: 100)
        let condition = try Condition(
            #"{"any": [{"title": {"contains": "rust"}}, {"not": {"tags": {"has": "go"}}}, {"summary": {"is": "x"}}]}"#)
        let summary = "red  [31m " + String(repeating: "長", count: 50)
        #expect(
            condition.trace(entry, now: testTime).description == """
                yes      any
                no         title contains "rust": "Ｓｗｉｆｔ 6.3の新機能"
                yes        not
                no           tags has "go": "Swift", "サーバー"
                no         summary is "x": "\(summary)…"
                """)
    }
}
