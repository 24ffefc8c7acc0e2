/// A command as the command line knows it: the one place that parsing and help come from.
struct CommandDescription: Sendable {
    /// The word after `tributary`.
    var name: String
    /// What stands after the options, as help shows it: `[URL|FILE…]`; empty for nothing.
    var operands = ""
    /// How many operands there may be.
    var operandCount: ClosedRange<Int> = 0...0
    /// One line.
    var summary: String
    /// What a user must know beside the options, a paragraph each.
    var details: [String] = []
    /// The options, in the order in which help shows them; `--help` is understood.
    var options: [CommandOption] = []
}

/// One option of a command.
struct CommandOption: Sendable {
    /// The name with its dashes: `--feed`.
    var name: String
    /// What its value is called in help: `NAME`; nil for a flag.
    var value: String?
    /// The values that are allowed; empty for any.
    var choices: [String] = []
    /// Whether it takes all values that follow, up to the next option, and may be given several times.
    var isList = false
    /// Whether it may be given several times, with one value each.
    var isRepeated = false
    /// One line.
    var summary: String

    /// A flag.
    static func flag(_ name: String, _ summary: String) -> CommandOption {
        CommandOption(name: name, summary: summary)
    }

    /// An option with one value.
    static func value(_ name: String, _ value: String, choices: [String] = [], _ summary: String) -> CommandOption {
        CommandOption(name: name, value: value, choices: choices, summary: summary)
    }

    /// An option with one value that may be given several times.
    static func repeated(_ name: String, _ value: String, _ summary: String) -> CommandOption {
        CommandOption(name: name, value: value, isRepeated: true, summary: summary)
    }

    /// An option with one value or more.
    static func list(_ name: String, _ value: String, _ summary: String) -> CommandOption {
        CommandOption(name: name, value: value, isList: true, summary: summary)
    }
}

/// One command of the command line.
protocol Command: Sendable {
    /// How the command line knows it.
    static var description: CommandDescription { get }

    /// Takes what was parsed by the description.
    init(_ arguments: ParsedArguments) throws(UsageFailure)

    /// Does the work.
    func run(in wiring: Wiring) async throws -> ExitStatus
}
