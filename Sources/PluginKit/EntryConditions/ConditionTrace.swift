public import FeedModel
import TributaryPluginKit

/// What became of each part of a condition on one entry: what `explain` prints.
public struct ConditionTrace: Sendable, Hashable {
    /// The answer of a part.
    public enum Answer: Sendable, Hashable {
        /// It holds.
        case yes
        /// It does not hold.
        case no
        /// It could not be found out: why.
        case unknown(String)
    }

    /// The part: `all`, `any`, `not`, or a test in words.
    public var label: String
    /// What came out.
    public var answer: Answer
    /// What the entry has there, shortened and safe to print; nil for `all`, `any` and `not`.
    public var value: String?
    /// The parts within.
    public var parts: [ConditionTrace]
}

extension ConditionTrace: CustomStringConvertible {
    /// One line for each part, those within indented.
    public var description: String {
        var lines: [String] = []
        append(to: &lines, depth: 0)
        return lines.joined(separator: "\n")
    }

    private func append(to lines: inout [String], depth: Int) {
        var line = String(repeating: "  ", count: depth)
        switch answer {
        case .yes: line = "yes      " + line + label
        case .no: line = "no       " + line + label
        case .unknown: line = "unknown  " + line + label
        }
        if let value { line += ": \(value)" }
        if case .unknown(let reason) = answer, parts.isEmpty { line += "; \(reason)" }
        lines.append(line)
        for part in parts { part.append(to: &lines, depth: depth + 1) }
    }
}

// MARK: - Tracing

extension Condition {
    /// Looks at every part, also at those that no longer change the answer.
    public func trace(_ entry: Entry, now: Timestamp) -> ConditionTrace {
        var reading = EntryReading(entry, now: now)
        return root.trace(&reading)
    }
}

extension Condition.Node {
    fileprivate func trace(_ reading: inout EntryReading) -> ConditionTrace {
        switch self {
        case .all(let nodes):
            let parts = Self.trace(nodes, &reading)
            let decisive = parts.first { $0.answer != .yes }
            return ConditionTrace(label: "all", answer: decisive?.answer ?? .yes, parts: parts)
        case .any(let nodes):
            let parts = Self.trace(nodes, &reading)
            let decisive = parts.first { $0.answer != .no }
            return ConditionTrace(label: "any", answer: decisive?.answer ?? .no, parts: parts)
        case .not(let node):
            let part = node.trace(&reading)
            let answer: ConditionTrace.Answer =
                switch part.answer {
                case .yes: .no
                case .no: .yes
                case .unknown: part.answer
                }
            return ConditionTrace(label: "not", answer: answer, parts: [part])
        case .test(let test):
            let value = reading.values(of: test.field).printed
            do throws(StageFailure) {
                let answer: ConditionTrace.Answer = try test.holds(in: &reading) ? .yes : .no
                return ConditionTrace(label: test.words.holding, answer: answer, value: value, parts: [])
            } catch {
                return ConditionTrace(
                    label: test.words.holding, answer: .unknown(error.message), value: value, parts: [])
            }
        }
    }

    private static func trace(_ nodes: [Condition.Node], _ reading: inout EntryReading) -> [ConditionTrace] {
        var traces: [ConditionTrace] = []
        for node in nodes { traces.append(node.trace(&reading)) }
        return traces
    }
}
