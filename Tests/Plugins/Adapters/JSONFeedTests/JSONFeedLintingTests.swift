import FeedModel
import Testing
import TributaryPluginKit

@testable import JSONFeedAdapter

@Suite("JSON Feed documents held against their specification")
struct JSONFeedLintingTests {
    @Test("of what is cut off nothing is said to be missing")
    func cutOff() {
        let messages = lint(#"{"title": "Pier", "items": [{"id": "1"}, {"id": "2", "content_text": "Pla"#)
        #expect(messages == [#"the item has neither "content_html" nor "content_text""#])
    }

    @Test("names that decoding says are there twice are not said again, others are")
    func namesTwice() {
        let messages = lint(
            """
            {"version": "https://jsonfeed.org/version/1.1", "title": "Echo", "items": [
            {"id": "1", "content_text": "a", "content_text": "b", "_x": 1, "_x": 2}]}
            """)
        #expect(messages == [#"the object has "_x" twice"#])
    }

    private func lint(_ text: String) -> [String] {
        let document = Document(url: nil, mediaType: nil, bytes: Array(text.utf8))
        var output = LintingOutput(document)
        JSONFeed().lint(document, into: &output)
        return output.diagnostics.map(\.message)
    }
}
