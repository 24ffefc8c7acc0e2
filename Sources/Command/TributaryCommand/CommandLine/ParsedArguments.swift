import TributaryPluginKit

/// What the user wrote, sorted out by a command's description.
struct ParsedArguments: Sendable {
    /// The values of the options that were given, by name; flags have none.
    private(set) var options: [String: [String]] = [:]
    /// What is no option, in order.
    private(set) var operands: [String] = []

    /// Whether an option was given.
    func has(_ name: String) -> Bool { options[name] != nil }

    /// The value of an option; nil where it was not given.
    func value(_ name: String) -> String? { options[name]?.last }

    /// The values of a list; empty where it was not given.
    func values(_ name: String) -> [String] { options[name] ?? [] }

    /// Sorts out the words after the command's name.
    ///
    /// `--name=value` and `--name value` are the same; after `--` everything is an operand.
    init(_ words: some Sequence<String>, for command: CommandDescription) throws(UsageFailure) {
        var words = Array(words)[...]
        while let word = words.popFirst() {
            if word == "--" {
                operands += words
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            try take(word, from: &words, for: command)
        }
        guard !has("--help") else { return }
        if operands.contains("") { throw UsageFailure("an operand is empty", command: command.name) }
        if operands.count > command.operandCount.upperBound {
            let extra = operands[command.operandCount.upperBound]
            throw UsageFailure("\"\(extra)\" is one operand too many", command: command.name)
        }
        if operands.count < command.operandCount.lowerBound {
            throw UsageFailure("\(command.operands) is missing", command: command.name)
        }
    }

    /// Whether a word is a negative number, which no option is named like.
    private static func isNumber(_ word: String) -> Bool { Int64(word) != nil }

    private mutating func take(
        _ word: String, from words: inout ArraySlice<String>, for command: CommandDescription
    ) throws(UsageFailure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0] == "-h" ? "--help" : parts[0]
        let known = command.options + [.flag("--help", "")]
        guard let option = known.first(where: { $0.name == name }) else {
            let advice = Spelling.advice(for: name, among: known.map(\.name))
            throw UsageFailure("unknown option \"\(name)\"; \(advice)", command: command.name)
        }
        guard let valueName = option.value else {
            guard parts.count == 1 else {
                throw UsageFailure("\(name) takes no value", command: command.name)
            }
            options[name] = []
            return
        }
        var values: [String] = []
        if parts.count == 2 {
            values = [parts[1]]
        } else {
            repeat {
                guard let next = words.first, !next.hasPrefix("-") || next == "-" || Self.isNumber(next) else { break }
                values.append(words.removeFirst())
            } while option.isList
        }
        guard !values.isEmpty, !values.contains("") else {
            throw UsageFailure("\(name) needs a value: \(name) \(valueName)", command: command.name)
        }
        for value in values where !option.choices.isEmpty && !option.choices.contains(value) {
            let advice = Spelling.advice(for: value, among: option.choices)
            throw UsageFailure("\(name) \"\(value)\" is not known; \(advice)", command: command.name)
        }
        options[name] = option.isList || option.isRepeated ? (options[name] ?? []) + values : values
    }
}

/// What is wrong with what the user wrote (exit status 64).
struct UsageFailure: Error, Sendable, Hashable {
    /// What is wrong: lower case, no full stop.
    var message: String
    /// The command whose help tells more; nil for the list of commands.
    var command: String?

    init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }

    /// The lines to print.
    var lines: [String] {
        ["tributary: \(message)", "see: tributary \(command.map { "\($0) " } ?? "")--help"]
    }
}
