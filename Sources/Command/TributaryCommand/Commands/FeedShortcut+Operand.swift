import FeedText
import TributaryEngine

extension FeedShortcut {
    /// The address or the path that an operand of a command stands for.
    static func location(_ operand: String, of command: CommandDescription) throws(UsageFailure) -> String {
        switch meaning(of: operand) {
        case .plain: return URLText.withoutFeedScheme(operand)
        case .address(let url): return url
        case .mistake(let reason): throw UsageFailure(reason, command: command.name)
        }
    }
}
