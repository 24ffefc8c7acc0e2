import FeedJSON
public import FeedModel
import FeedText
public import TributaryPluginKit

/// Holds entries until a time of the week at which they are wanted.
public struct Schedule: EntryStage {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var days: [Weekday]
        var from: TimeOfDay
        var to: TimeOfDay
        var zone: Zone
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "schedule", role: .stage, summary: "holds entries until a time of the week",
        options: [
            Option(
                "days", .list(of: .choice(of: Weekday.allCases.map(\.rawValue)), atLeast: 1),
                default: .array(Weekday.allCases.map { .string($0.rawValue) }), "The days on which the time begins."),
            Option("from", TimeOfDay.kind, default: "00:00", "When it begins."),
            Option(
                "to", TimeOfDay.kind, default: "24:00", "When it is over; a time before `from` is on the next day."),
            Option(
                "zone", Zone.kind, default: "local", "Whose clock: \"local\", \"UTC\", or an offset such as \"+09:00\"."
            ),
        ],
        example: #"{"use": "schedule", "days": ["sat", "sun"], "from": "09:00", "to": "21:00"}"#)

    private let week: WeekWindow
    private let clock: any WallClock

    /// Makes the stage; the time has a length.
    public init(options: Options, context: PluginContext) throws(ConfigurationError) {
        guard options.from != options.to else {
            throw ConfigurationError("the time ends when it begins; write \"24:00\" for the end of a day", at: "to")
        }
        week = WeekWindow(days: Set(options.days), from: options.from, to: options.to, zone: options.zone)
        clock = context.clock
    }

    /// Keeps an entry within the time, else holds it until the next time begins.
    public func apply(_ entry: inout Entry) -> Verdict {
        let now = clock.now
        guard let begin = week.nextBegin(after: now.seconds) else { return .keep }
        return .hold(until: Timestamp(seconds: begin, offset: now.offset))
    }
}
