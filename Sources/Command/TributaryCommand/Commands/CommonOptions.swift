import EntryViews

extension CommandOption {
    /// Which configuration.
    static let config = CommandOption.value(
        "--config", "FILE",
        "The configuration; default $TRIBUTARY_CONFIG, then tributary/config.json in $XDG_CONFIG_HOME or ~/.config.")

    /// How entries are shown.
    static func format(_ summary: String) -> CommandOption {
        .value("--format", "STYLE", choices: EntryStyle.allCases.map(\.rawValue), summary)
    }
}

extension ParsedArguments {
    /// The style that `--format` names; nil where it was not given.
    var style: EntryStyle? { value("--format").flatMap(EntryStyle.init(rawValue:)) }
}
