/// The six kinds of JSON value.
public enum JSONKind: Sendable, Hashable {
    case null
    case bool
    case number
    case string
    case array
    case object
}
