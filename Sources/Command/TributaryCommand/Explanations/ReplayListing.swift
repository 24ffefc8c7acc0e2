import FeedModel
import TributaryEngine

/// A replay as it is listed: a line for each entry, and what it comes to.
struct ReplayListing: Sendable {
    let report: ReplayReport
    /// Whether what is as it was is left out.
    let showsDifferences: Bool

    /// The entries.
    var list: RecordList {
        RecordList(
            records: report.outcomes.filter { !showsDifferences || !$0.isSame }.map { outcome in
                Record(fields: [
                    Record.Field(name: "change", value: .text(outcome.sign)),
                    Record.Field(name: "entry", value: outcome.number.map { .number(Int($0)) } ?? .none),
                    Record.Field(name: "feed", value: .text(outcome.feed)),
                    Record.Field(name: "title", value: Record.Value(outcome.title)),
                    Record.Field(name: "would", value: .text(outcome.would.words)),
                    Record.Field(name: "was", value: .text(outcome.was.words)),
                    Record.Field(name: "fields", value: .list(outcome.changes)),
                ])
            })
    }

    /// What it comes to, for standard error.
    var summary: [String] {
        var lines: [String] = []
        if let start = report.start, report.documents > 0 {
            let kept = report.outcomes.count { $0.would == .kept }
            let signs = Dictionary(grouping: report.outcomes, by: \.sign).mapValues(\.count)
            lines.append(
                "\(Self.count(report.documents, "document")) since \(start.local): \(kept) of "
                    + "\(Self.count(report.outcomes.count, "entry", "entries")) would be kept: "
                    + "\(signs["+", default: 0]) more, \(signs["-", default: 0]) less, "
                    + "\(signs["~", default: 0]) changed")
        } else {
            lines.append("no document of that time is kept; see store.keep_documents")
        }
        if report.absent > 0 {
            lines.append("\(Self.count(report.absent, "document is", "documents are")) gone from the cache")
        }
        if report.foreign > 0 {
            lines.append(
                "\(Self.count(report.foreign, "document")) of feeds that this configuration does not have left out")
        }
        return lines
    }

    /// What was routed, for standard error.
    static func lines(of counts: [String: Int]) -> [String] {
        guard !counts.isEmpty else { return ["no sink lacks any of them"] }
        return counts.sorted { $0.key < $1.key }.map { sink, count in
            "\(sink): \(Self.count(count, "entry", "entries")) more"
        }
    }

    private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }
}

extension ReplayReport.Outcome {
    /// What differs, in a character.
    fileprivate var sign: String {
        switch (was, would) {
        case _ where isSame: "="
        case (.kept, .kept): "~"
        case (_, .kept): "+"
        case (.kept, _): "-"
        default: "~"
        }
    }
}

extension ReplayReport.Fate {
    /// The fate in words.
    fileprivate var words: String {
        switch self {
        case .kept: "kept"
        case .dropped(let stage, let reason): "dropped by \(stage): \(reason)"
        case .held(let stage): stage.isEmpty ? "on its way" : "held by \(stage)"
        case .unknown: "never came"
        }
    }
}
