import TributaryEngine

/// What a dry run would deliver, as it is listed.
struct DryRunListing: Sendable {
    let plan: Plan
    let result: RunReport

    /// The deliveries, sink by sink in the order of the configuration.
    var list: RecordList {
        RecordList(
            records: plan.sinks.flatMap { sink in
                (result.dryDeliveries[sink.key] ?? []).map { delivery in
                    Record(fields: [
                        Record.Field(name: "sink", value: .text(sink.key)),
                        Record.Field(name: "state", value: .text(delivery.state.rawValue)),
                        Record.Field(name: "entry", value: delivery.entry.map { .number(Int($0)) } ?? .none),
                        Record.Field(name: "feed", value: Record.Value(delivery.feed)),
                        Record.Field(name: "title", value: Record.Value(delivery.title ?? delivery.url)),
                    ])
                }
            })
    }
}
