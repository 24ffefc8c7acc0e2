import FeedModel
import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import RSSAdapter

@Suite("RSS documents and what comes of them")
struct RSSFixtureTests {
    static let fixtures = DocumentFixture.all(suffix: "xml")

    @Test("a fixture is read as its expectation says", arguments: fixtures)
    func reading(fixture: DocumentFixture) throws { try fixture.expectReading(by: RSS()) }

    @Test("no beginning and no changed byte of a fixture traps", arguments: fixtures)
    func toughness(fixture: DocumentFixture) throws { try fixture.expectToughness(of: RSS()) }
}
