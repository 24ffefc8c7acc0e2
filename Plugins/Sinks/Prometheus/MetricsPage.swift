import FeedModel
import FeedText
import TributaryPluginKit

/// Metrics in the text format of Prometheus, version 0.0.4.
struct MetricsPage {
    private(set) var text = ""

    private static let statuses = ["read", "unchanged", "failed", "cancelled", "not_due", "offline"]

    /// The metrics of a run.
    init(_ health: RunHealth, showsFeeds: Bool) {
        appendRun(health)
        append(
            "tributary_sink_up", "Whether a sink took what it was given in the last run.",
            health.sinks.map {
                ([("sink", $0.name)], $0.hasFailed ? "0" : "1")
            })
        append(
            "tributary_sink_confirmed", "Deliveries that a sink confirmed in the last run.",
            health.sinks.map {
                ([("sink", $0.name)], "\($0.confirmed)")
            })
        append(
            "tributary_sink_pending", "Deliveries that a sink is still owed.",
            health.sinks.map {
                ([("sink", $0.name)], "\($0.pending)")
            })
        if showsFeeds { appendFeeds(health.feeds) }
    }
}

// MARK: - Private

extension MetricsPage {
    private mutating func appendRun(_ health: RunHealth) {
        append("tributary_run_begin_timestamp_seconds", "When the last run began.", Self.seconds(health.begin))
        append("tributary_run_end_timestamp_seconds", "When the last run ended.", Self.seconds(health.end))
        append(
            "tributary_run_feeds", "Feeds of the last run by what came of them.",
            Self.statuses.map { status in
                ([("status", status)], "\(health.feeds.count { $0.status == status })")
            })
        let sums = [
            ("new", health.feeds.reduce(0) { $0 + $1.new }), ("revised", health.feeds.reduce(0) { $0 + $1.revised }),
            ("dropped", health.dropped),
        ]
        append(
            "tributary_run_entries", "Entries of the last run: new ones, changed ones, and those that stages dropped.",
            sums.map { ([("kind", $0.0)], "\($0.1)") })
        let received = health.feeds.reduce(0) { $0 + $1.receivedBytes }
        append(
            "tributary_run_received_bytes", "Bytes of all bodies of the last run as they were received.", "\(received)")
        append("tributary_dead_letters", "Deliveries that a sink refused for good.", "\(health.deadLetters)")
    }

    private mutating func appendFeeds(_ feeds: [RunHealth.Feed]) {
        // Two series with the same labels would make the whole file void.
        var seen: Set<String> = []
        let feeds = feeds.filter { seen.insert(Self.label($0.key)).inserted }
        func labels(_ feed: RunHealth.Feed) -> [(String, String)] { [("feed", feed.key), ("name", feed.name)] }
        func values(_ value: (RunHealth.Feed) -> String?) -> [([(String, String)], String)] {
            feeds.compactMap { feed in value(feed).map { (labels(feed), $0) } }
        }
        append(
            "tributary_feed_up", "Whether a feed could be read when it was last asked.",
            values { $0.isGone || $0.failures > 0 ? "0" : "1" })
        append(
            "tributary_feed_failures", "How often asking has failed since it last went well.",
            values { "\($0.failures)" })
        append(
            "tributary_feed_last_read_timestamp_seconds", "When a feed was last read with success.",
            values { $0.lastRead.map(Self.seconds) })
        append(
            "tributary_feed_next_request_timestamp_seconds", "From when on a feed is asked again.",
            values { $0.nextRequest.map(Self.seconds) })
        append("tributary_feed_new_entries", "New entries of the last run.", values { "\($0.new)" })
        append(
            "tributary_feed_received_bytes", "Bytes received in the last run, before content decoding.",
            values { "\($0.receivedBytes)" })
        append(
            "tributary_feed_transfer_seconds", "How long the transfers of the last run took.",
            values { "\(Double($0.milliseconds) / 1000)" })
    }

    private mutating func append(_ name: String, _ help: String, _ value: String) {
        append(name, help, [([], value)])
    }

    private mutating func append(_ name: String, _ help: String, _ samples: [([(String, String)], String)]) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n"
        for (labels, value) in samples {
            let list = labels.map { "\($0.0)=\"\(Self.label($0.1))\"" }.joined(separator: ",")
            text += list.isEmpty ? "\(name) \(value)\n" : "\(name){\(list)} \(value)\n"
        }
    }

    private static func seconds(_ time: Timestamp) -> String { "\(time.seconds)" }

    /// A text as the value of a label: one line, its quotes and backslashes escaped.
    private static func label(_ text: String) -> String {
        var escaped = ""
        for scalar in DisplayText.singleLine(text).unicodeScalars {
            if scalar == "\\" || scalar == "\"" { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
