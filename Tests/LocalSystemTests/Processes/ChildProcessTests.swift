import LocalSystem
import Testing

@Suite("Processes")
struct ChildProcessTests {
    @Test("How a process ended is told")
    func endings() async throws {
        #expect(try await ChildProcess.run(["true"]) == .status(0))
        #expect(try await ChildProcess.run(["sh", "-c", "exit 3"]) == .status(3))
        #expect(try await ChildProcess.run(["sh", "-c", "kill -9 $$"]) == .signal(9))
    }

    @Test("It finds its input whole, and words are words, whatever they hold")
    func input() async throws {
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        let count = #"test "$(wc -c)" -eq 1048576 && test "$1" = '; exit 1 $(false)'"#
        #expect(
            try await ChildProcess.run(["sh", "-c", count, "sh", "; exit 1 $(false)"], input: bytes) == .status(0))
    }

    @Test("That it does not read its input is no failure")
    func unreadInput() async throws {
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        #expect(try await ChildProcess.run(["true"], input: bytes) == .status(0))
        // What this process ignores is no concern of the child's.
        #expect(try await ChildProcess.run(["sh", "-c", "kill -13 $$"]) == .signal(13))
    }

    @Test("A command that is not there is missing, one that is no word is refused")
    func missing() async {
        let missing = await #expect(throws: LocalFileFailure.self) {
            try await ChildProcess.run(["no-such-command-here"])
        }
        #expect(missing?.kind == .missing)
        await #expect(throws: LocalFileFailure.self) { try await ChildProcess.run([]) }
        await #expect(throws: LocalFileFailure.self) { try await ChildProcess.run(["true", "a\0b"]) }
    }
}
