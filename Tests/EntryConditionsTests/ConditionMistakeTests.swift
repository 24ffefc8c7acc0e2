import EntryConditions
import FeedJSON
import Testing
import TributaryPluginKit

@Suite("Mistakes in conditions")
struct ConditionMistakeTests {
    @Test(
        "are named with their path, what is allowed and the nearest spelling",
        arguments: [
            (#""swift""#, #": "swift" stands where a condition such as {"title": {"contains": "swift"}} is expected"#),
            ("{}", #": the condition is empty; write a condition such as {"title": {"contains": "swift"}}"#),
            (#"{"titel": {"contains": "x"}}"#, #"titel: unknown field; did you mean "title"?"#),
            (#"{"authors.nam": {"is": "x"}}"#, #""authors.nam": unknown field; did you mean "authors.name"?"#),
            (
                #"{"_tributary.scor": {"is": 1}}"#,
                #""_tributary.scor": unknown field; did you mean "_tributary.score"?"#
            ),
            (#"{"title": {"contians": "x"}}"#, #"title.contians: unknown operator; did you mean "contains"?"#),
            (
                #"{"title": {"before": "2026-01-01"}}"#,
                #"title.before: "before" does not apply to title, which is a text; write "is", "contains", "#
                    + #""starts_with", "ends_with", "matches", "exists", "longer_than", "shorter_than""#
            ),
            (
                #"{"date_published": {"contains": "2026"}}"#,
                #"date_published.contains: "contains" does not apply to date_published, which is a date; write "#
                    + #""before", "after", "older_than", "newer_than", "exists""#
            ),
            (
                #"{"title": "swift"}"#,
                #"title: "swift" stands where an object of operators such as {"is": …} is expected"#
            ),
            (
                #"{"tags": {}}"#,
                #"tags: no operator is given; write "is", "contains", "starts_with", "ends_with", "matches", "has", "#
                    + #""exists", "longer_than", "shorter_than""#
            ),
            (#"{"title": {"is": 3}}"#, "title.is: 3 stands where a text is expected"),
            (
                #"{"title": {"is": ["a", "b"]}}"#,
                #"title.is: a list stands where a text is expected; write one condition each in "any""#
            ),
            (
                #"{"title": {"contains": "\u00AD"}}"#,
                #"title.contains: the text is empty; to ask whether there is any, write {"exists": false}"#
            ),
            (#"{"title": {"exists": "no"}}"#, #"title.exists: "no" stands where true or false is expected"#),
            (
                #"{"title": {"longer_than": -1}}"#,
                "title.longer_than: -1 stands where a whole number from 0 up is expected"
            ),
            (
                #"{"date_published": {"older_than": "1 fortnight"}}"#,
                #"date_published.older_than: "1 fortnight" is not a duration; write a number with s, m, h, d or w"#
            ),
            (
                #"{"date_published": {"before": "soon"}}"#,
                #"date_published.before: "soon" stands where a date such as "2026-05-01" or "#
                    + #""2026-05-01T09:00:00+09:00" is expected"#
            ),
            (
                #"{"date_published": {"before": "2026-02-30"}}"#,
                #"date_published.before: "2026-02-30" stands where a date such as "2026-05-01" or "#
                    + #""2026-05-01T09:00:00+09:00" is expected"#
            ),
            (#"{"_x.y": {"is": null}}"#, #""_x.y".is: null stands where a text, a number, true or false is expected"#),
            (
                #"{"title": {"matches": "日本(a"}}"#,
                #"title.matches: "日本(a" is not a pattern: missing closing parenthesis at character 5"#
            ),
            (#"{"all": {"title": {"is": "x"}}}"#, "all: an object stands where a list of conditions is expected"),
            (#"{"any": []}"#, "any: the list is empty"),
            (#"{"title": {"is": "x"}, "title": {"is": "y"}}"#, "title: the key stands here twice; keep one of them"),
        ])
    func messages(json: String, expected: String) throws {
        #expect(try problems(in: json).map { "\($0.path): \($0.message)" } == [expected])
    }

    @Test("are all found in one go, each at its own place")
    func everyMistake() throws {
        let json = #"{"any": [{"titel": {"is": "x"}}, {"title": {"matches": "["}}], "tags": {"hass": 1, "has": 1}}"#
        let found = try problems(in: json)
        #expect(found.map(\.path.description) == ["any[0].titel", "any[1].title.matches", "tags.hass", "tags.has"])
        let places = found.map { problem in
            String(decoding: json.utf8.dropFirst(problem.offset ?? 0).prefix(7), as: UTF8.self)
        }
        #expect(places == [#""titel""#, ##""["}}], "##.prefix(7).description, #""hass":"#, "1}}"])
    }

    @Test("nesting deeper than 64 levels is one mistake, not a crash")
    func nesting() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: #"{"not": "#, count: depth) + #"{"title": {"is": "x"}}"#
                + String(repeating: "}", count: depth)
        }
        #expect(throws: Never.self) { try Condition(nested(64)) }
        #expect(try problems(in: nested(65)).map(\.message) == ["the condition is nested deeper than 64 levels"])
        #expect(try problems(in: nested(400)).count == 1)
    }

    @Test("decoding alone finds the same mistakes as the check")
    func decodingAlone() throws {
        let json = #"{"any": [{"titel": {"is": "x"}}], "title": {"is": 1}}"#
        #expect(throws: ConfigurationError(try problems(in: json))) { try Condition(json) }
    }

    private func problems(in json: String) throws -> [ConfigurationProblem] {
        var problems: [ConfigurationProblem] = []
        OptionKind.condition.check(try JSONNode(parsing: Array(json.utf8)), ConfigurationPath(), &problems)
        return problems
    }
}
