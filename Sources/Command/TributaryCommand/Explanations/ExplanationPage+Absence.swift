import EntryViews
import FeedJSON
import FeedModel
import FeedText
import TributaryEngine
import TributaryPluginKit

extension ExplanationPage {
    /// Why an address never came.
    init(_ absence: AbsenceExplanation) {
        let url = URLText.redacted(absence.url)
        head = [url, "never came"]
        sections = absence.candidates.map { candidate in
            Section(heading: "source", lines: Self.lines(of: candidate))
        }
        if absence.candidates.isEmpty {
            sections = [
                Section(
                    heading: "source",
                    lines: ["no subscription is of this site; tributary discover \(url) looks for its feeds"])
            ]
        }
        json = [
            "url": .string(url), "never_came": .bool(true),
            "candidates": .array(absence.candidates.map { .object(Self.json(of: $0)) }),
        ]
    }

    private static func lines(of candidate: AbsenceExplanation.Candidate) -> [String] {
        var lines = [candidate.name + (candidate.place.map { " (\($0))" } ?? "") + " is of this site"]
        if !candidate.isEnabled { lines.append("it is not read, since \"enabled\" is false") }
        lines.append(candidate.lastRead.map { "it was last read at \($0.local)" } ?? "it has never been read")
        if let failure = candidate.failure {
            lines.append("the last reading failed at \(failure.date.local): \(failure.reason)")
        }
        guard let document = candidate.document else {
            lines.append("none of its documents is kept")
            return lines
        }
        let count = document.count == 1 ? "1 entry" : "\(document.count) entries"
        let oldest = document.oldest.map { ", the oldest of \($0.local)" } ?? ""
        lines.append(
            document.hasAddress
                ? "its last document, of \(document.date.local), lists the address; tributary run reads it again"
                : "the address is not in its last document, of \(document.date.local), with \(count)\(oldest)")
        return lines
    }

    private static func json(of candidate: AbsenceExplanation.Candidate) -> JSONObject {
        var object: JSONObject = [
            "feed": .string(candidate.name), "place": JSONValue(candidate.place),
            "enabled": .bool(candidate.isEnabled), "last_read": JSONValue(candidate.lastRead?.rfc3339),
            "failed_at": JSONValue(candidate.failure?.date.rfc3339), "failure": JSONValue(candidate.failure?.reason),
            "document": .null,
        ]
        if let document = candidate.document {
            object["document"] = [
                "date": .string(document.date.rfc3339), "entries": .number(JSONNumber(document.count)),
                "oldest": JSONValue(document.oldest?.rfc3339), "has_address": .bool(document.hasAddress),
            ]
        }
        return object
    }
}

extension Wiring {
    /// An object in one line, in which a terminal shows what is hidden.
    func jsonLine(_ object: JSONObject) -> [UInt8] {
        let bytes = JSONValue.object(object).bytes()
        return (terminal.isTerminal ? HiddenCharacters.escaped(inJSON: bytes) : bytes) + [UInt8(ascii: "\n")]
    }
}
