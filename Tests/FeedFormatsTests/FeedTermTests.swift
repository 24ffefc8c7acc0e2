import Testing

@testable import FeedFormats

@Suite("The names of elements")
struct FeedTermTests {
    @Test("each code has the name of its case, but for the two with dashes", arguments: FeedTerm.allCases)
    func names(_ term: FeedTerm) {
        switch term {
        case .newFeedURL: #expect(term.text == "new-feed-url")
        case .inReplyTo: #expect(term.text == "in-reply-to")
        default: #expect(term.text == "\(term)")
        }
    }
}
