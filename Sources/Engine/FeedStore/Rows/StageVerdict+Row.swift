import FeedModel
import TributaryEngine
import TributaryPluginKit

extension Statement {
    /// Binds five values: stage, verdict, reason, until, target.
    @discardableResult
    func bind(_ verdict: StageVerdict) -> Statement {
        bind(verdict.stage)
        return switch verdict.verdict {
        case .keep: bind("keep").bind(verdict.failure).bind(nil as Int64?).bind(nil as Int64?)
        case .drop(let reason): bind("drop").bind(reason).bind(nil as Int64?).bind(nil as Int64?)
        case .hold(let until): bind("hold").bind(verdict.failure).bind(until.wholeSecondsUp).bind(nil as Int64?)
        case .merge(let target, let reason): bind("merge").bind(reason).bind(nil as Int64?).bind(target)
        }
    }
}

extension Row {
    /// Five columns: stage, verdict, reason, until, target.
    mutating func stageVerdict() -> StageVerdict {
        let (stage, name, reason) = (text(), text(), optionalText())
        let (until, target) = (integer(), integer())
        let verdict: RiverVerdict =
            switch name {
            case "drop": .drop(reason: reason ?? "")
            case "hold": .hold(until: Timestamp(seconds: until))
            case "merge": .merge(into: target, reason: reason ?? "")
            default: .keep
            }
        let isFailure = name == "keep" || name == "hold"
        return StageVerdict(stage: stage, verdict: verdict, failure: isFailure ? reason : nil)
    }
}

extension Timestamp {
    /// The first whole second that is not earlier.
    var wholeSecondsUp: Int64 { nanoseconds > 0 ? adding(seconds: 1).seconds : seconds }
}
