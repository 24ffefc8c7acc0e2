import Testing

@testable import TributaryCommand

@Suite("What the user wrote, sorted out")
struct ParsedArgumentsTests {
    private static let command = CommandDescription(
        name: "brew", operands: "CUP…", operandCount: 1...2, summary: "Makes tea.",
        options: [
            .value("--kind", "KIND", choices: ["green", "black"], "Which tea."),
            .value("--note", "TEXT", "What to say."),
            .list("--with", "THING", "What goes along."),
            .repeated("--dip", "BISCUIT", "What is dipped in."),
            .flag("--hot", "Not iced."),
        ])

    @Test(
        "Options and operands may stand in any order, values behind a space or an equals sign",
        arguments: [
            Usage("cup", operands: ["cup"]),
            Usage("cup saucer", operands: ["cup", "saucer"]),
            Usage("--hot cup", ["--hot": []], operands: ["cup"]),
            Usage("cup --hot --hot", ["--hot": []], operands: ["cup"]),
            Usage("cup --kind green", ["--kind": ["green"]], operands: ["cup"]),
            Usage("--kind=black cup", ["--kind": ["black"]], operands: ["cup"]),
            Usage("--kind green cup --kind black", ["--kind": ["black"]], operands: ["cup"]),
            Usage("--note=a=b cup", ["--note": ["a=b"]], operands: ["cup"]),
            Usage("--note=-5 cup", ["--note": ["-5"]], operands: ["cup"]),
            Usage("--note - cup", ["--note": ["-"]], operands: ["cup"]),
            Usage("--note -5 cup", ["--note": ["-5"]], operands: ["cup"]),
            Usage("cup --with milk sugar", ["--with": ["milk", "sugar"]], operands: ["cup"]),
            Usage("--with milk --hot cup", ["--with": ["milk"], "--hot": []], operands: ["cup"]),
            Usage("--with milk sugar -- cup", ["--with": ["milk", "sugar"]], operands: ["cup"]),
            Usage("--with=milk cup --with lemon", ["--with": ["milk", "lemon"]], operands: ["cup"]),
            Usage("--dip rusk cup --dip=tuile", ["--dip": ["rusk", "tuile"]], operands: ["cup"]),
            Usage("-", operands: ["-"]),
            Usage("-- --hot --kind", operands: ["--hot", "--kind"]),
            Usage("-- --", operands: ["--"]),
        ])
    func sortsOut(usage: Usage) throws {
        let parsed = try ParsedArguments(usage.words, for: Self.command)
        #expect(parsed.options == usage.options)
        #expect(parsed.operands == usage.operands)
    }

    @Test("Values are asked for by name")
    func values() throws {
        let parsed = try ParsedArguments(["cup", "--with", "milk", "sugar", "--hot"], for: Self.command)
        #expect(parsed.has("--hot"))
        #expect(!parsed.has("--kind"))
        #expect(parsed.value("--kind") == nil)
        #expect(parsed.values("--with") == ["milk", "sugar"])
        #expect(parsed.values("--note").isEmpty)
    }

    @Test("Who asks for help need not get the rest right", arguments: ["--help", "-h", "--help a b c", "--hot -h"])
    func help(words: String) throws {
        #expect(try ParsedArguments(words.split(separator: " ").map(String.init), for: Self.command).has("--help"))
    }

    @Test(
        "What is wrong is said with what to write instead",
        arguments: [
            (["cup", "--hto"], #"unknown option "--hto"; did you mean "--hot"?"#),
            (["cup", "-x"], #"unknown option "-x"; "#),
            (["cup", "--kind"], "--kind needs a value: --kind KIND"),
            (["cup", "--kind="], "--kind needs a value: --kind KIND"),
            (["cup", "--kind", "--hot"], "--kind needs a value: --kind KIND"),
            (["cup", "--note", ""], "--note needs a value: --note TEXT"),
            (["cup", "--with"], "--with needs a value: --with THING"),
            (["cup", "--kind", "gren"], #"--kind "gren" is not known; did you mean "green"?"#),
            (["cup", "--hot=yes"], "--hot takes no value"),
            (["--hot"], "CUP… is missing"),
            (["cup", ""], "an operand is empty"),
            (["a", "b", "c", "d"], #""c" is one operand too many"#),
        ])
    func complains(words: [String], message: String) {
        let failure = #expect(throws: UsageFailure.self) { try ParsedArguments(words, for: Self.command) }
        #expect(failure?.message.hasPrefix(message) == true, "\(failure?.message ?? "nothing")")
        #expect(failure?.lines.last == "see: tributary brew --help")
    }

    @Test("Without a command the list of commands is pointed to")
    func withoutCommand() {
        #expect(UsageFailure("odd").lines == ["tributary: odd", "see: tributary --help"])
    }

    /// Words and what they are sorted into.
    struct Usage: Sendable, CustomTestStringConvertible {
        var testDescription: String { words.joined(separator: " ") }
        var words: [String]
        var options: [String: [String]]
        var operands: [String]

        init(_ words: String, _ options: [String: [String]] = [:], operands: [String]) {
            self.words = words.split(separator: " ").map(String.init)
            self.options = options
            self.operands = operands
        }
    }
}
