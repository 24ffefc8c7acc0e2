import FeedJSON
import FeedModel
import TributaryEngine
import TributaryPluginKit

/// What a run did, as the JSON of `--report` (docs/run-report.md).
struct RunRecord {
    let plan: Plan
    let result: RunReport
    /// When the run ended.
    let end: Timestamp

    /// The document.
    var bytes: [UInt8] {
        JSONValue.object([
            "version": 1,
            "begin": .string(result.begin.rfc3339),
            "end": .string(end.rfc3339),
            "totals": .object(totals),
            "feeds": .array(feeds.map(JSONValue.object)),
            "sinks": .array(sinks.map(JSONValue.object)),
        ]).bytes(layout: .indented) + [UInt8(ascii: "\n")]
    }
}

// MARK: - Feeds

extension RunRecord {
    private var feeds: [JSONObject] {
        plan.subscriptions.compactMap { planned in
            result.readings[planned.subscription.key].map { object(of: planned, $0) }
        }
    }

    private func object(of planned: PlannedSubscription, _ reading: RunReport.Reading) -> JSONObject {
        let key = planned.subscription.key
        let exchange = result.exchanges[key]
        var object: JSONObject = ["key": .string(key), "name": .string(planned.subscription.displayName)]
        object["status"] = .string(reading.name)
        switch reading {
        case .read(let new, let revised):
            object["new"] = .number(JSONNumber(new))
            object["revised"] = .number(JSONNumber(revised))
        default: break
        }
        object["error"] = result.failures[key].map { .string($0) }
        object["cache"] = Self.cacheDecision(reading, exchange).map { .string($0) }
        if let exchange {
            object["http_status"] = exchange.status.map { .number(JSONNumber($0)) }
            object["responses"] = .number(JSONNumber(exchange.responses))
            object["received_bytes"] = .number(JSONNumber(exchange.receivedBytes))
            object["decoded_bytes"] = .number(JSONNumber(exchange.decodedBytes))
            object["milliseconds"] = .number(JSONNumber(Int(exchange.milliseconds)))
        }
        guard let wait = result.waits[key] ?? Self.wait(of: reading) else { return object }
        object["next"] = wait.until.map {
            .string(Timestamp(seconds: $0, offset: result.begin.offset).rfc3339)
        }
        object["next_reason"] = .string(wait.reason.rawValue)
        return object
    }

    /// Whether the answer, or asking at all, was saved; nil where there was no answer.
    private static func cacheDecision(_ reading: RunReport.Reading, _ exchange: Exchange?) -> String? {
        switch reading {
        case .waiting(let wait): wait.reason == .fresh ? "fresh" : nil
        case .unchanged: exchange?.status == 304 ? "not_modified" : "same_body"
        case .read: "changed"
        case .skipped, .failed: nil
        }
    }

    private static func wait(of reading: RunReport.Reading) -> FetchWait? {
        if case .waiting(let wait) = reading { wait } else { nil }
    }
}

// MARK: - Totals and sinks

extension RunRecord {
    private var totals: JSONObject {
        var counts: [String: Int] = [:]
        var (new, revised) = (0, 0)
        for reading in result.readings.values {
            counts[reading.name, default: 0] += 1
            guard case .read(let some, let others) = reading else { continue }
            new += some
            revised += others
        }
        var object = JSONObject()
        for name in ["read", "unchanged", "failed", "cancelled", "not_due", "offline"] {
            object[name] = .number(JSONNumber(counts[name] ?? 0))
        }
        let exchanges = result.exchanges.values
        let sums = [
            ("new", new), ("revised", revised), ("dropped", result.dropped),
            ("responses", exchanges.reduce(0) { $0 + $1.responses }),
            ("received_bytes", exchanges.reduce(0) { $0 + $1.receivedBytes }),
            ("decoded_bytes", exchanges.reduce(0) { $0 + $1.decodedBytes }),
        ]
        for (name, sum) in sums { object[name] = .number(JSONNumber(sum)) }
        return object
    }

    private var sinks: [JSONObject] {
        plan.sinks.map { sink in
            var object: JSONObject = ["name": .string(sink.key)]
            object["confirmed"] = result.confirmed[sink.key].map { .number(JSONNumber($0)) }
            object["pending"] = result.pending[sink.key].map { .number(JSONNumber($0)) }
            object["failed"] = .bool(result.failedSinks.contains(sink.key))
            return object
        }
    }
}
