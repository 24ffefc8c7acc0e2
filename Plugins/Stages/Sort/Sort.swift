public import TributaryPluginKit

/// Puts the river into an order; sinks then deliver in it.
public struct Sort: RiverStage {
    /// The options as a user writes them.
    public struct Options: PluginOptions {
        var by: [SortKey]
    }

    /// What people and the engine must know of the stage.
    public static let descriptor = PluginDescriptor(
        name: "sort", role: .stage, summary: "puts the river into an order",
        options: [
            .required(
                "by", .list(of: .choice(of: SortKey.allowed), atLeast: 1),
                "What to order by; a later key counts where the earlier ones are equal.")
        ],
        example: #"{"use": "sort", "by": ["feed", "-date"]}"#)

    private let keys: [SortKey]

    /// Makes the stage.
    public init(options: Options, context: PluginContext) {
        keys = options.by
    }

    /// Orders the river; entries that are equal in every key stay as they were.
    public func apply(to river: inout River) {
        var values: [EntryHead.ID: [SortValue]] = [:]
        values.reserveCapacity(river.heads.count)
        for head in river.heads { values[head.id] = keys.map { $0.value(of: head) } }
        river.sort { left, right in
            guard let left = values[left.id], let right = values[right.id] else { return false }
            for index in keys.indices {
                if left[index].goesBefore(right[index], descending: keys[index].isDescending) { return true }
                if right[index].goesBefore(left[index], descending: keys[index].isDescending) { return false }
            }
            return false
        }
    }
}
