import Testing
import TributaryPluginKit
import TributaryTestKit

@testable import AtomAdapter

@Suite("Atom documents and what comes of them")
struct AtomFixtureTests {
    private static let fixtures = DocumentFixture.all(suffix: "xml")

    @Test("the plugin keeps what every document adapter keeps")
    func contract() throws {
        try DocumentAdapterContract.check(
            Atom.self, in: PluginFolder("Plugins/Adapters/Atom"), fixtures: Self.fixtures)
    }

    @Test("a fixture is read as its expectation says", arguments: fixtures)
    func reading(fixture: DocumentFixture) throws { try fixture.expectReading(by: Atom()) }

    @Test("no beginning and no changed byte of a fixture traps", arguments: fixtures)
    func toughness(fixture: DocumentFixture) async throws { try await fixture.expectToughness(of: Atom()) }

    @Test("twice the entries take about twice the time")
    func linear() throws {
        try DocumentAdapterContract.checkLinear(Atom()) { count in
            let entry = "<entry><id>1</id><title>a</title><content type='html'>&lt;p&gt;b&lt;/p&gt;</content></entry>"
            return "<feed xmlns='http://www.w3.org/2005/Atom'>" + String(repeating: entry, count: count) + "</feed>"
        }
    }
}
