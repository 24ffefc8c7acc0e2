import FeedJSON
import FeedModel
import FeedText
import TributaryEngine

extension ExplanationPage {
    /// How an entry came, and what became of it.
    init(_ explanation: EntryExplanation) {
        let history = explanation.history
        let title = explanation.title.map(DisplayText.singleLine) ?? "(its text is gone)"
        head = ["#\(history.number) \(title)"] + [explanation.url].compactMap(\.self)
        sections = [
            Section(heading: "came", lines: Self.arrival(explanation)),
            Section(heading: "repaired", lines: history.response?.record.repairs ?? []),
            Section(heading: "stages", lines: explanation.steps.map(\.line)),
            Section(heading: "sinks", lines: explanation.deliveries.map(\.line)),
        ]
        json = [
            "number": JSONValue(Int(history.number)), "title": JSONValue(explanation.title),
            "url": JSONValue(explanation.url), "feed": .string(history.feedName), "key": .string(history.subscription),
            "place": JSONValue(explanation.place), "first_seen": .string(history.firstSeen.rfc3339),
            "last_listed": .string(history.lastListed.rfc3339),
            "revision": JSONValue(history.revision),
            "kept_revision": JSONValue(history.keptRevision),
            "response": JSONValue(history.response?.json),
            "has_document": .bool(explanation.hasDocument),
            "stages": .array(explanation.steps.map { .object($0.json) }),
            "sinks": .array(explanation.deliveries.map { .object($0.json) }),
        ]
    }

    private static func arrival(_ explanation: EntryExplanation) -> [String] {
        let history = explanation.history
        var lines = [
            "\(history.firstSeen.local) from \(history.feedName)"
                + (explanation.place.map { " (\($0))" } ?? ", which is not in the configuration any more")
        ]
        if history.revision > 0 {
            let times = history.revision == 1 ? "once" : "\(history.revision) times"
            lines.append(
                "revised \(times)" + (history.response.map { ", last at \($0.date.local)" } ?? "")
                    + (history.keptRevision == history.revision || history.isOnItsWay
                        ? "" : history.keptRevision.map { "; revision \($0) is the last that was kept" } ?? ""))
        }
        guard let response = history.response else {
            lines.append("the response that brought it is not recorded")
            return lines
        }
        let record = response.record
        var facts = [record.location ?? "no address is known"]
        if let status = record.status { facts.append("status \(status)") }
        if let type = record.mediaType { facts.append(type) }
        if let size = record.size { facts.append("\(size) bytes") }
        lines.append(facts.joined(separator: ", "))
        lines.append(
            explanation.hasDocument
                ? "the document is kept" : "the document is not kept any more, so it cannot be judged anew")
        return lines
    }
}

// MARK: - Parts

extension EntryExplanation.Step {
    /// The step in one line.
    fileprivate var line: String {
        var line = stage + (place.map { " (\($0))" } ?? " (not in the configuration any more)")
        switch effect {
        case .kept: line += " kept it"
        case .passed: line += " let it pass"
        case .skipped: line += " was not for it"
        case .changed: line += " changed it"
        case .dropped, .takenBack: line += " dropped it"
        case .merged: line += " merged it into " + (target.map { "#\($0)" } ?? "another one")
        case .held: line += " held it" + (until.map { " until \($0.local)" } ?? "")
        case .failed, .passedFailing: line += " failed on it"
        case .wouldDrop: line += " let it pass, but would drop it with its present options"
        }
        if let date { line += " at \(date.local)" }
        if effect == .failed { line += ", so it waited for another run" }
        if effect == .passedFailing { line += " as in the runs before, so it passed unchanged" }
        line += reason.map { ": \($0)" } ?? ""
        return effect == .takenBack ? line + "; replay --deliver has taken it back since" : line
    }

    fileprivate var json: JSONObject {
        [
            "stage": .string(stage), "place": JSONValue(place), "effect": .string(effect.rawValue),
            "reason": JSONValue(reason), "date": JSONValue(date?.rfc3339), "until": JSONValue(until?.rfc3339),
            "target": JSONValue(target.map(Int.init)),
        ]
    }
}

extension EntryExplanation.Delivery {
    /// The delivery in one line.
    fileprivate var line: String {
        var line = sink + (place.map { " (\($0))" } ?? "")
        switch state {
        case .cached: line += " holds it"
        case .delivered: line += " has confirmed it"
        case .pending: line += " is owed it"
        case .waiting: line += " is owed it, and not asked before " + (until?.local ?? "a while")
        case .parked: line += " is owed it"
        case .dead: line += " has refused it: a dead letter"
        case .void: line += " did not get it"
        case .dropped: line += " need not get it"
        case .undecided: line += until.map { " may get it after \($0.local)" } ?? " may get it in a later run"
        case .none: line += " does not get it"
        }
        if let date { line += (state == .cached || state == .dead ? " since " : " at ") + date.local }
        return line + (reason.map { ": \($0)" } ?? "")
    }

    fileprivate var json: JSONObject {
        [
            "sink": .string(sink), "place": JSONValue(place), "state": .string(state.rawValue),
            "date": JSONValue(date?.rfc3339), "until": JSONValue(until?.rfc3339), "reason": JSONValue(reason),
        ]
    }
}

extension RecordedResponse {
    fileprivate var json: JSONObject {
        [
            "date": .string(date.rfc3339), "location": JSONValue(record.location),
            "status": JSONValue(record.status), "type": JSONValue(record.mediaType),
            "size": JSONValue(record.size),
            "document": JSONValue(record.document?.name), "coding": JSONValue(record.document?.coding),
            "repairs": .array(record.repairs.map(JSONValue.string)),
        ]
    }
}

extension Timestamp {
    /// The time as a clock on the wall shows it.
    var local: String { Record.Value.date(self).cell }
}

extension JSONValue {
    /// The text, or null.
    init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

    /// The number, or null.
    init(_ number: Int?) { self = number.map { .number(JSONNumber($0)) } ?? .null }

    /// The object, or null.
    init(_ object: JSONObject?) { self = object.map(JSONValue.object) ?? .null }
}
