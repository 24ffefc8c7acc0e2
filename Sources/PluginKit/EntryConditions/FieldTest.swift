import FeedModel
import TributaryPluginKit

/// One operator on one field, with the value already folded, parsed or compiled.
struct FieldTest: Sendable {
    /// What is asked of a field's values; of a list it holds if it holds of any element.
    enum Question: Sendable {
        case text(FoldedText.Comparison, FoldedText)
        case pattern(Pattern)
        case equals(Double)
        case above(Double)
        case below(Double)
        case boolean(Bool)
        case before(Timestamp)
        case after(Timestamp)
        case olderThan(TimeSpan)
        case newerThan(TimeSpan)
        case exists(Bool)
        case longerThan(Int)
        case shorterThan(Int)
    }

    let field: EntryField
    let question: Question
    /// The test in words: where it holds, and where it does not.
    let words: (holding: String, failing: String)
    /// Where it is written, in bytes from the start of what the condition was read from.
    let offset: Int

    func holds(in reading: inout EntryReading) throws(StageFailure) -> Bool {
        let values = reading.values(of: field)
        switch question {
        case .text(let comparison, let wanted):
            if case .text(let text?) = values { return reading.compare(text, of: field, comparison, wanted) }
            return values.containsText { wanted.holds(comparison, of: $0) }
        case .pattern(let pattern):
            return try values.containsText { text throws(StageFailure) in
                try pattern.matches(text, of: field.name)
            }
        case .equals(let wanted): return values.containsNumber { $0 == wanted }
        case .above(let bound): return values.containsNumber { $0 > bound }
        case .below(let bound): return values.containsNumber { $0 < bound }
        case .boolean(let wanted): return values.contains(wanted)
        case .before(let bound): return values.containsDate { $0.isEarlier(than: bound) }
        case .after(let bound): return values.containsDate { bound.isEarlier(than: $0) }
        case .olderThan(let span):
            let bound = reading.now.adding(seconds: -span.seconds)
            return values.containsDate { $0.isEarlier(than: bound) }
        case .newerThan(let span):
            let bound = reading.now.adding(seconds: -span.seconds)
            return values.containsDate { bound.isEarlier(than: $0) }
        case .exists(let wanted): return values.exist == wanted
        case .longerThan(let length): return values.length > length
        case .shorterThan(let length): return values.length < length
        }
    }
}

extension Timestamp {
    /// Compares the instants alone; the offsets that they were written with do not count.
    fileprivate func isEarlier(than other: Timestamp) -> Bool {
        (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
    }
}
