import EntryConditions
import FeedJSON
import TributaryPluginKit

/// What an element of `sinks` says to the engine.
struct SinkOptions: Decodable {
    var `where`: Condition?
    var firstFetch: FirstFetchOption?
    var order: String?

    /// The keys of an element.
    static func table(sink: OptionKind) -> OptionTable {
        [
            .required("use", sink, "The sink."),
            Option("name", .text, "What names the sink in the store, instead of its plugin; needed for a second one."),
            Option("where", .condition, "It receives the entries for which this holds."),
            Option(
                "first_fetch", .either(.choice(of: ["all", "none"]), .integer(in: 0...Int.max)),
                "How many of a feed's entries it receives at their first contact."),
            Option(
                "order", .choice(of: DeliveryTraits.Order.allCases.map(\.rawValue)),
                "In which order it receives the entries of a run."),
        ]
    }
}

/// `"all"`, `"none"` or a number.
struct FirstFetchOption: OptionDecodable {
    var value: DeliveryTraits.FirstFetch

    init(option node: JSONNode) throws(ConfigurationError) {
        switch node.value {
        case .string("all"): value = .all
        case .string("none"): value = .none
        case .number(let number) where (number.intValue ?? -1) >= 0: value = .newest(number.intValue ?? 0)
        default: throw ConfigurationError("this is neither \"all\" nor \"none\" nor a number")
        }
    }
}
