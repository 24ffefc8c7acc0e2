/// What a condition can ask of a field.
enum ConditionOperator: String, CaseIterable, Sendable {
    case `is`
    case contains
    case startsWith = "starts_with"
    case endsWith = "ends_with"
    case matches
    case has
    case before
    case after
    case olderThan = "older_than"
    case newerThan = "newer_than"
    case above
    case below
    case exists
    case longerThan = "longer_than"
    case shorterThan = "shorter_than"

    /// Whether a field of this kind takes the operator.
    func applies(to kind: EntryField.Kind) -> Bool {
        switch self {
        case .exists: return true
        case .is: return kind != .date && kind != .elements
        case .contains, .startsWith, .endsWith, .matches: return kind == .text || kind == .texts || kind == .json
        case .has: return kind == .texts || kind == .json
        case .before, .after, .olderThan, .newerThan: return kind == .date || kind == .json
        case .above, .below: return kind == .number || kind == .numbers || kind == .json
        case .longerThan, .shorterThan: return kind != .number && kind != .date
        }
    }

    /// The verb in words: where the test holds, and where it does not.
    var verbs: (holding: String, failing: String) {
        switch self {
        case .is: ("is", "is not")
        case .contains: ("contains", "does not contain")
        case .startsWith: ("starts with", "does not start with")
        case .endsWith: ("ends with", "does not end with")
        case .matches: ("matches", "does not match")
        case .has: ("has", "does not have")
        case .before: ("is before", "is not before")
        case .after: ("is after", "is not after")
        case .olderThan: ("is older than", "is not older than")
        case .newerThan: ("is newer than", "is not newer than")
        case .above: ("is above", "is not above")
        case .below: ("is below", "is not below")
        case .exists: ("exists", "is missing")
        case .longerThan: ("is longer than", "is not longer than")
        case .shorterThan: ("is shorter than", "is not shorter than")
        }
    }

    /// The operators that a field of this kind takes, by name.
    static func names(for kind: EntryField.Kind) -> [String] {
        allCases.filter { $0.applies(to: kind) }.map(\.rawValue)
    }
}
