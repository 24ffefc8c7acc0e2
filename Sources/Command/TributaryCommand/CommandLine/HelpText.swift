import FeedText

/// The help pages, made from the commands' descriptions.
enum HelpText {
    /// The page of all commands.
    static func overview(of commands: [CommandDescription]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        var lines = [
            "tributary - many feeds, one stream", "", "usage: tributary COMMAND [OPTION…] [OPERAND…]", "", "commands:",
        ]
        for command in commands {
            lines.append("  \(DisplayWidth.padded(command.name, toColumns: width))  \(command.summary)")
        }
        lines += ["", "tributary COMMAND --help tells more."]
        return lines.map { $0 + "\n" }.joined()
    }

    /// The page of one command.
    static func page(of command: CommandDescription) -> String {
        let rows = (command.options + [.flag("--help", "Shows this page.")]).map { ($0.usage, $0.fullSummary) }
        let width = rows.map { DisplayWidth.columns(of: $0.0) }.max() ?? 0
        var usage = "usage: tributary \(command.name) [OPTION…]"
        if !command.operands.isEmpty { usage += " \(command.operands)" }
        var lines = ["tributary \(command.name) - \(command.summary)", "", usage]
        for paragraph in command.details {
            lines.append("")
            lines += DisplayWidth.wrapped(paragraph, toColumns: 80)
        }
        lines += ["", "options:"]
        for (option, summary) in rows {
            let texts = DisplayWidth.wrapped(summary, toColumns: max(30, 78 - width - 2))
            for (index, text) in texts.enumerated() {
                lines.append("  \(DisplayWidth.padded(index == 0 ? option : "", toColumns: width))  \(text)")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension CommandOption {
    fileprivate var usage: String {
        guard let value else { return name }
        return "\(name) \(choices.isEmpty ? value : choices.joined(separator: "|"))\(isList ? "…" : "")"
    }

    fileprivate var fullSummary: String { summary }
}
