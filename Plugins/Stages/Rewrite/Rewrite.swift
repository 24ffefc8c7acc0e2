import EntryConditions
import FeedJSON
public import FeedModel
public import TributaryPluginKit

/// Puts something else in the place of what a pattern matches in a field.
public struct Rewrite: EntryStage {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var field: EditableField
        var pattern: Pattern
        var replacement: Replacement
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "rewrite", role: .stage, summary: "replaces what a pattern matches in a field",
        options: [
            .required("field", EditableField.optionKind, "The field, in lists each of its texts."),
            .required("pattern", .pattern, "What is replaced wherever it matches: a PCRE2 pattern."),
            Option(
                "replacement", .replacement, default: "",
                "What is put there: a text with $1, ${name} for groups, $0 for the match, $$ for a dollar."),
        ],
        example: #"{"use": "rewrite", "field": "title", "pattern": "^\\[PR\\] *", "replacement": ""}"#)

    private let field: EditableField
    private let substitution: Substitution
    private let report: @Sendable (Diagnostic) -> Void

    /// Makes the stage; a group that the pattern does not have is a mistake in `replacement`.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        field = options.field
        report = context.report
        do throws(ConfigurationError) {
            substitution = try Substitution(options.pattern, options.replacement)
        } catch {
            throw ConfigurationError(error.problems.map { ConfigurationProblem($0.message, at: "replacement") })
        }
    }

    /// Replaces every match; a URL that would be none any more stays as it came, with a warning.
    public func apply(_ entry: inout Entry) throws(StageFailure) -> Verdict {
        try field.edit(&entry) { text throws(StageFailure) in
            guard let result = try substitution.applied(to: text, of: field.rawValue) else { return nil }
            guard field.kind == .url, !result.isEmpty else { return result }
            guard let url = EditableField.usableURL(result) else {
                let words =
                    "\(field.rawValue) would become \"\(result.prefix(200))\", which is no URL; it stays as it was"
                report(Diagnostic(.warning, words))
                return nil
            }
            return url
        }
        return .keep
    }
}
