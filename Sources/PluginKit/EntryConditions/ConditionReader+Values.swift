import FeedJSON
import FeedModel
import FeedText
import TributaryPluginKit

extension ConditionReader {
    /// What an operator with this value asks; nil where a mistake was noted.
    mutating func question(
        _ asked: ConditionOperator, _ node: JSONNode, of kind: EntryField.Kind, at path: ConfigurationPath
    ) -> FieldTest.Question? {
        switch asked {
        case .is, .has: equality(node, of: kind, at: path)
        case .contains: text(node, at: path).map { .text(.containing, $0) }
        case .startsWith: text(node, at: path).map { .text(.beginning, $0) }
        case .endsWith: text(node, at: path).map { .text(.ending, $0) }
        case .matches: pattern(node, at: path).map { .pattern($0) }
        case .before: date(node, at: path).map { .before($0) }
        case .after: date(node, at: path).map { .after($0) }
        case .olderThan: duration(node, at: path).map { .olderThan($0) }
        case .newerThan: duration(node, at: path).map { .newerThan($0) }
        case .above: value("a number", node.value.doubleValue, node, at: path).map { .above($0) }
        case .below: value("a number", node.value.doubleValue, node, at: path).map { .below($0) }
        case .exists: value("true or false", node.value.boolValue, node, at: path).map { .exists($0) }
        case .longerThan: length(node, at: path).map { .longerThan($0) }
        case .shorterThan: length(node, at: path).map { .shorterThan($0) }
        }
    }

    private mutating func equality(
        _ node: JSONNode, of kind: EntryField.Kind, at path: ConfigurationPath
    ) -> FieldTest.Question? {
        switch kind {
        case .number, .numbers:
            return value("a number", node.value.doubleValue, node, at: path).map { .equals($0) }
        case .json:
            if let wanted = node.value.boolValue { return .boolean(wanted) }
            if let wanted = node.value.doubleValue { return .equals(wanted) }
            guard case .string = node.content else {
                note(.wrongKind(node, "a text, a number, true or false", at: path))
                return nil
            }
            return text(node, at: path).map { .text(.equal, $0) }
        default:
            return text(node, at: path).map { .text(.equal, $0) }
        }
    }

    private mutating func text(_ node: JSONNode, at path: ConfigurationPath) -> FoldedText? {
        if case .array = node.content {
            note("a list stands where a text is expected; write one condition each in \"any\"", at: path, node.offset)
            return nil
        }
        guard let text = value("a text", node.value.stringValue, node, at: path) else { return nil }
        guard let folded = FoldedText(text) else {
            note("the text is empty; to ask whether there is any, write {\"exists\": false}", at: path, node.offset)
            return nil
        }
        return folded
    }

    private mutating func pattern(_ node: JSONNode, at path: ConfigurationPath) -> Pattern? {
        guard let source = value("a pattern", node.value.stringValue, node, at: path) else { return nil }
        do throws(Pattern.Mistake) {
            return try Pattern(source)
        } catch {
            note(error.words(about: source), at: path, node.offset)
            return nil
        }
    }

    /// A day, which begins at midnight UTC, or an instant.
    private mutating func date(_ node: JSONNode, at path: ConfigurationPath) -> Timestamp? {
        let kind = "a date such as \"2026-05-01\" or \"2026-05-01T09:00:00+09:00\""
        let text = node.value.stringValue ?? ""
        let startsWithYear = text.utf8.prefix(4).count { $0.isASCIIDigit } == 4 && text.utf8.dropFirst(4).first == 0x2D
        let isDay = text.utf8.count == 10 || (text.utf8.count >= 16 && startsWithYear)
        return value(kind, startsWithYear && isDay ? Timestamp(parsing: text) : nil, node, at: path)
    }

    private mutating func duration(_ node: JSONNode, at path: ConfigurationPath) -> TimeSpan? {
        do throws(ConfigurationError) {
            return try TimeSpan(option: node)
        } catch {
            for problem in error.placed(at: path, node: node) { note(problem) }
            return nil
        }
    }

    private mutating func length(_ node: JSONNode, at path: ConfigurationPath) -> Int? {
        value("a whole number from 0 up", node.value.intValue.flatMap { $0 >= 0 ? $0 : nil }, node, at: path)
    }

    private mutating func value<Value>(
        _ kind: String, _ found: Value?, _ node: JSONNode, at path: ConfigurationPath
    ) -> Value? {
        if found == nil { note(.wrongKind(node, kind, at: path)) }
        return found
    }
}
