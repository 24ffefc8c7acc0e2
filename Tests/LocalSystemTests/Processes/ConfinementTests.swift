import LocalSystem
import Testing

@Suite("Confinement")
struct ConfinementTests {
    @Test(
        "Its words are read as they were meant",
        arguments: [
            Confinement(readable: nil), Confinement(readable: []),
            Confinement(readable: ["/a b", "--", "/水"], writable: ["/w"], allowsNetwork: false, processorTime: 7),
        ])
    func arguments(confinement: Confinement) throws {
        let command = ["/bin/x", "--read", "", "--"]
        let parsed = try #require(Confinement.parse(confinement.arguments + ["--"] + command))
        #expect(parsed.confinement == confinement)
        #expect(parsed.command == command)
    }

    @Test(
        "Words that mean nothing are not guessed at",
        arguments: [
            [], ["--"], ["/bin/x"], ["--read"], ["--cpu", "x", "--", "/bin/x"], ["--cpu", "-1", "--", "/bin/x"],
            ["--cpus", "1", "--", "/bin/x"],
        ])
    func mistakes(words: [String]) {
        #expect(Confinement.parse(words) == nil)
    }
}
