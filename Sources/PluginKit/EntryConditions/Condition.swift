public import FeedModel
public import TributaryPluginKit

/// A question about an entry, written as data: `{"any": [{"title": {"contains": "swift"}}, {"tags": {"has": "ja"}}]}`.
///
/// An object asks for all that it holds: `all` and `any` over lists of conditions, `not` over one, and operators by
/// field. Of an absent field nothing holds but `{"exists": false}`, and its length is 0. Decode one as an option of the
/// kind ``TributaryPluginKit/OptionKind/condition``.
public struct Condition: Sendable {
    /// One part of the question.
    indirect enum Node: Sendable {
        case all([Node])
        case any([Node])
        case not(Node)
        case test(FieldTest)
    }

    let root: Node

    /// Whether the condition holds for an entry at a time; parts that cannot change the answer are not looked at.
    ///
    /// - Throws: where a pattern ran into its limits, so that nothing is known.
    public func evaluate(_ entry: Entry, now: Timestamp) throws(StageFailure) -> Bool {
        var reading = EntryReading(entry, now: now)
        return try root.holds(in: &reading)
    }

    /// The parts that decide, in words: `title contains "swift"`, or where it does not hold `title does not contain …`.
    ///
    /// - Throws: as ``evaluate(_:now:)``.
    public func reason(for entry: Entry, now: Timestamp) throws(StageFailure) -> String {
        try reason(for: entry, now: now) { _ in nil }
    }

    /// The same, with where each part is written.
    ///
    /// - Parameter place: puts into words a place in what the condition was read from, in bytes; nil for none.
    package func reason(
        for entry: Entry, now: Timestamp, writingPlaces place: (Int) -> String?
    ) throws(StageFailure) -> String {
        var reading = EntryReading(entry, now: now)
        return try root.reason(root.holds(in: &reading), in: &reading, place)
    }
}

// MARK: - Evaluation

extension Condition.Node {
    func holds(in reading: inout EntryReading) throws(StageFailure) -> Bool {
        switch self {
        case .all(let parts):
            for part in parts {
                guard try part.holds(in: &reading) else { return false }
            }
            return true
        case .any(let parts):
            for part in parts {
                if try part.holds(in: &reading) { return true }
            }
            return false
        case .not(let part):
            return try !part.holds(in: &reading)
        case .test(let test):
            return try test.holds(in: &reading)
        }
    }

    /// Why the answer is `answer`, which the caller has found out.
    func reason(
        _ answer: Bool, in reading: inout EntryReading, _ place: (Int) -> String?
    ) throws(StageFailure) -> String {
        switch self {
        case .test(let test):
            return (answer ? test.words.holding : test.words.failing) + (place(test.offset).map { " (\($0))" } ?? "")
        case .not(let part):
            return try part.reason(!answer, in: &reading, place)
        case .all(let parts), .any(let parts):
            if case .all = self, answer { return try Self.joined(parts, answer, in: &reading, place) }
            if case .any = self, !answer { return try Self.joined(parts, answer, in: &reading, place) }
            for part in parts {
                if try part.holds(in: &reading) == answer { return try part.reason(answer, in: &reading, place) }
            }
            return ""
        }
    }

    /// The reasons of parts that all gave one answer, the first three of them.
    private static func joined(
        _ parts: [Condition.Node], _ answer: Bool, in reading: inout EntryReading, _ place: (Int) -> String?
    ) throws(StageFailure) -> String {
        var reasons: [String] = []
        for part in parts.prefix(3) { reasons.append(try part.reason(answer, in: &reading, place)) }
        if parts.count > 3 { reasons.append("\(parts.count - 3) more") }
        return reasons.joined(separator: " and ")
    }
}
