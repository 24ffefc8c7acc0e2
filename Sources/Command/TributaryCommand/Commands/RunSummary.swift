import FeedModel
import TributaryEngine
import TributaryPluginKit

/// What a run came to, in a line or two for people and as an exit status.
struct RunSummary {
    let plan: Plan
    let result: RunReport
    /// Whether URLs and files were read without a configuration.
    let isAdHoc: Bool

    /// The lines for standard error.
    var lines: [String] {
        guard !isAdHoc else { return adHocLines }
        if let nothingDue { return [nothingDue] }
        var parts: [String] = []
        let failed = failures.count
        let read = result.readings.count - failed - skipped - cancelled - waits.count
        parts.append("\(Self.count(read, "feed")) read")
        if failed > 0 { parts.append("\(failed) failed") }
        if cancelled > 0 { parts.append("\(cancelled) not finished") }
        if skipped > 0 { parts.append("\(skipped) not asked (offline)") }
        let gone = waits.count { $0.reason == .gone }
        if waits.count > gone { parts.append("\(waits.count - gone) not due") }
        if gone > 0 { parts.append("\(gone) gone for good") }
        var text = parts.joined(separator: ", ")
        text += new + revised == 0 ? "; nothing new" : "; \(Self.count(new, "new entry", "new entries"))"
        if revised > 0 { text += ", \(revised) revised" }
        if result.dropped > 0 { text += ", \(result.dropped) dropped by stages" }
        if result.held > 0 { text += ", \(result.held) held by stages" }
        if result.deadLetters > 0 {
            text += "; \(Self.count(result.deadLetters, "dead letter")) (tributary outbox list)"
        }
        var lines = [text]
        for sink in plan.sinks {
            if let pending = result.pending[sink.key], pending > 0 {
                lines.append("\(sink.key): \(Self.count(pending, "delivery", "deliveries")) would be made")
            }
            let waiting = result.dryDeliveries[sink.key]?.count { $0.state == .waiting } ?? 0
            if waiting > 0 {
                let deliveries = Self.count(waiting, "delivery", "deliveries")
                lines.append("\(sink.key): \(deliveries) would wait, as it is not asked yet")
            }
        }
        return lines
    }

    /// The exit status.
    func status(isStrict: Bool) -> ExitStatus {
        if !result.failedSinks.isEmpty { return .failure }
        if result.isOutputClosed { return .success }
        let asked = result.readings.count - skipped - waits.count
        if asked > 0, failures.count == asked {
            guard isAdHoc, let kind = failures.first, failures.allSatisfy({ $0 == kind }) else { return .unavailable }
            return ExitStatus(kind)
        }
        return isStrict && !failures.isEmpty ? .temporary : .success
    }
}

// MARK: - Private

extension RunSummary {
    /// Without a configuration the entries speak for themselves, where there are any.
    private var adHocLines: [String] {
        if skipped > 0 { return ["\(skipped) not asked (offline)"] }
        return result.readings.values.allSatisfy { $0 == .read(new: 0, revised: 0) } ? ["no entries"] : []
    }

    /// What is said where no feed was due: when one will be, and what there is to read until then.
    private var nothingDue: String? {
        guard !waits.isEmpty, waits.count == result.readings.count else { return nil }
        var text = "nothing is due"
        if let next = waits.compactMap(\.until).min() {
            text += "; the next feed is in \(TimeText.length(next - result.begin.seconds))"
        }
        text += " (tributary plan says more, --force asks now)"
        if let holdings = result.holdings, holdings.count > 0 {
            text += "; tributary list shows \(holdings.description(at: result.begin))"
        }
        return text
    }

    private var waits: [FetchWait] {
        result.readings.values.compactMap { reading in
            if case .waiting(let wait) = reading { wait } else { nil }
        }
    }

    private var failures: [ReadFailure.Kind] {
        result.readings.values.compactMap { reading in
            if case .failed(let kind) = reading, kind != .cancelled { kind } else { nil }
        }
    }

    private var cancelled: Int { result.readings.values.count { $0 == .failed(.cancelled) } }

    private var skipped: Int { result.readings.values.count { $0 == .skipped } }

    private var new: Int { sum { new, _ in new } }

    private var revised: Int { sum { _, revised in revised } }

    private func sum(_ part: (Int, Int) -> Int) -> Int {
        result.readings.values.reduce(0) { sum, reading in
            if case .read(let new, let revised) = reading { sum + part(new, revised) } else { sum }
        }
    }

    private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }
}
