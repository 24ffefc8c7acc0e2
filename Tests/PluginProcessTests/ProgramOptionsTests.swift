import FeedJSON
import PluginProcess
import Testing
import TributaryPluginKit

@Suite("The options of programs")
struct ProgramOptionsTests {
    private func options(_ json: String) throws(ConfigurationError) -> ProgramOptions {
        let node = JSONNode.parse(Array(json.utf8)).node ?? JSONNode([:], at: 0)
        return try OptionDecoder.decode(ProgramOptions.self, from: node, table: ProgramOptions.table())
    }

    @Test("Defaults: all of the network, no file but its own and the system's, an environment without anything")
    func defaults() throws {
        let options = try options(#"{"command": ["./bin/x", "-v"]}"#)
        let program = options.program(in: "/base")
        #expect(options.name == "x" && options.timeout.seconds == 60 && options.silence.seconds == 20)
        #expect(options.maxBytes.bytes == 32_000_000 && options.maxLines == 100_000)
        #expect(program.command == ["./bin/x", "-v"] && program.folder == "/base" && program.allowsNetwork)
        #expect(program.readable == [] && program.writable.isEmpty && program.environment.isEmpty)
        #expect(program.processorTime == 600)
    }

    @Test("What a user says is passed on, paths relative to the configuration")
    func said() throws {
        let program = try options(
            #"{"command": ["x"], "env": {"A": "1"}, "network": false, "timeout": "2h", "paths": {"read": ["a"], "write": ["/b"]}}"#
        ).program(in: "/base")
        #expect(program.environment == ["A": "1"] && !program.allowsNetwork && program.processorTime == 72_000)
        #expect(program.readable == ["/base/a"] && program.writable == ["/b"])
        #expect(try options(#"{"command": ["x"], "paths": "any"}"#).program(in: "/").readable == nil)
        #expect(try options(#"{"command": ["x"], "env": ["LANG"]}"#).program(in: "/").passedVariables == ["LANG"])
    }

    @Test(
        "Mistakes are found",
        arguments: [
            (#"{}"#, "\"command\" is missing; it takes a list, each element a text"),
            (#"{"command": []}"#, "the list is empty"),
            (#"{"command": ["x"], "env": ["A=B"]}"#, "\"A=B\" cannot be the name of a variable"),
            (#"{"command": ["x"], "env": {"A=B": "c"}}"#, "\"A=B\" cannot be the name of a variable"),
            (#"{"command": ["x", "a\u0000b"]}"#, "a NUL character cannot be told to a program"),
            (#"{"command": ["x"], "env": {"A": "\u0000"}}"#, "a NUL character cannot be told to a program"),
            (#"{"command": ["x"], "timeout": "0s"}"#, "\"0s\" is nothing; write more than 0"),
            (#"{"command": ["x"], "silence": "00 m"}"#, "\"00 m\" is nothing; write more than 0"),
            (#"{"command": ["x"], "max_bytes": "0B"}"#, "\"0B\" is nothing; write more than 0"),
            (#"{"command": ["x"], "paths": {"raed": []}}"#, "unknown key; did you mean \"read\"?"),
        ])
    func mistakes(json: String, message: String) {
        do throws(ConfigurationError) {
            _ = try options(json)
            Issue.record("no mistake was found")
        } catch {
            #expect(error.problems.map(\.message) == [message])
        }
    }
}
