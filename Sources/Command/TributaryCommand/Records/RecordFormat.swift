import EntryViews

/// How a command that lists things lists them.
enum RecordFormat: String, CaseIterable {
    /// Aligned columns with names above, for people.
    case table
    /// A line of fields parted by tabs for each, for scripts.
    case tsv
    /// One JSON object on a line for each (JSON Lines).
    case json
}

extension CommandOption {
    /// How things are listed.
    static let records = CommandOption.value(
        "--format", "FORMAT", choices: RecordFormat.allCases.map(\.rawValue),
        "How they are listed on standard output; default table on a terminal, else tsv.")
}

extension ParsedArguments {
    /// The format that `--format` names; nil where it was not given.
    var recordFormat: RecordFormat? { value("--format").flatMap(RecordFormat.init(rawValue:)) }
}

extension EntryStyle {
    /// How things are listed where entries would be shown so.
    var recordFormat: RecordFormat {
        switch self {
        case .cards, .list: .table
        case .json: .json
        case .tsv: .tsv
        }
    }
}
