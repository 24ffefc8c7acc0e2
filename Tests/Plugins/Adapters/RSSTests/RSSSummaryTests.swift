import FeedModel
import Testing
import TributaryPluginKit

@testable import RSSAdapter

@Suite("The summary beside the whole text of an item")
struct RSSSummaryTests {
    @Test(
        "a description that says the same is none",
        arguments: [
            ("One.", "One.", nil), (" One.\n", "One.", nil), ("One.", "Two.", "One."),
            ("&lt;p&gt;One.&lt;/p&gt;", "<p>One.</p>", nil),
            ("&lt;a href='x'&gt;One&lt;/a&gt;", "<a href='x'>One</a>", nil),
            ("&lt;a href='x'&gt;One&lt;/a&gt;", "<a href='y'>One</a>", "One"),
            ("<p>One.</p>", "<p>One.</p>", nil), ("One.", "One. And more.", "One."), (" ", "One.", nil),
        ] as [(String, String, String?)])
    func summary(description: String, content: String, summary: String?) throws {
        let text = """
            <rss xmlns:content='http://purl.org/rss/1.0/modules/content/'><channel><item><guid>1</guid>
            <description>\(description)</description><content:encoded><![CDATA[\(content)]]></content:encoded>
            </item></channel></rss>
            """
        let document = Document(url: "https://example.com/feed", mediaType: nil, bytes: Array(text.utf8))
        let feed = try RSS().feed(from: document).feed
        #expect(feed.entries.map(\.summary) == [summary])
        #expect(feed.entries.first?.contentHTML?.isEmpty == false)
    }
}
