import FeedJSON
import FeedModel
import FeedText

/// Shows what changed from one revision of an entry to another.
public struct RevisionRenderer: Sendable {
    /// What the reader can show.
    public let terminal: TerminalStyle

    /// How many words of what stayed are shown on either side of a change.
    private static let context = 8

    /// Shows changes to a reader.
    public init(terminal: TerminalStyle) {
        self.terminal = terminal
    }

    /// The changes for people, in UTF-8, with an empty line behind them.
    ///
    /// In colours; without them what went stands as `[-went-]` and what came as `{+came+}`.
    public func text(of change: EntryChange) -> [UInt8] {
        var lines: [StyledLine] = []
        var head = StyledText()
        let date = change.date.map { ", " + LocalDate.text(of: $0, in: terminal) } ?? ""
        head.append("#\(change.number) revision \(change.from + 1) → \(change.to + 1)\(date)", .title)
        lines += head.wrapped(toColumns: terminal.columns)
        if change.fields.isEmpty {
            var line = StyledText()
            line.append("nothing that is shown", .detail)
            lines += line.wrapped(toColumns: terminal.columns)
        }
        for (name, difference) in change.fields {
            var text = StyledText()
            text.append("\(name): ", .detail)
            append(difference, to: &text)
            lines += text.wrapped(toColumns: name == "url" || name == "attachments" ? .max : terminal.columns)
        }
        return Array((lines.map { $0.rendered(color: terminal.color) }.joined() + "\n").utf8)
    }

    /// The changes as an object of JSON on a line: `number`, `from` and `to` (revisions from 1 up), `date`, and for
    /// `title`, `url`, `text` and `attachments`, as far as they changed, a list of objects with `same`, `removed` or
    /// `added`.
    public func json(of change: EntryChange) -> [UInt8] {
        var object: JSONObject = [
            "number": .number(JSONNumber(Int(change.number))), "from": .number(JSONNumber(change.from + 1)),
            "to": .number(JSONNumber(change.to + 1)),
        ]
        if let date = change.date { object["date"] = .string(date.rfc3339) }
        for (name, difference) in change.fields {
            object[name] = .array(
                difference.parts.map { part in
                    .object(JSONObject([JSONMember(name: part.kind.name, value: .string(part.text))]))
                })
        }
        return HiddenCharacters.escaped(inJSON: JSONValue.object(object).bytes()) + [UInt8(ascii: "\n")]
    }
}

// MARK: - Private

extension RevisionRenderer {
    private func append(_ difference: WordDifference, to text: inout StyledText) {
        for (index, part) in difference.parts.enumerated() {
            let words = Self.printable(part.text)
            switch part.kind {
            case .same:
                text.append(
                    Self.shortened(
                        words, isFirst: index == 0, isLast: index == difference.parts.count - 1), .plain)
            case .removed: text.append(terminal.color ? words : "[-\(words)-]", .removed)
            case .added: text.append(terminal.color ? words : "{+\(words)+}", .added)
            }
        }
    }

    /// Lines stay lines.
    private static func printable(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { DisplayText.printable(String($0)) }.joined(separator: "\n")
    }

    /// The ends of a stretch that stayed, as far as they stand beside a change.
    private static func shortened(_ text: String, isFirst: Bool, isLast: Bool) -> String {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let head = isFirst ? 0 : context
        let tail = isLast ? 0 : context
        guard words.count > head + tail + 4 else {
            return shortenedByCharacters(text, isFirst: isFirst, isLast: isLast)
        }
        return words.prefix(head).joined(separator: " ") + (isFirst ? "… " : isLast ? " …" : " … ")
            + words.suffix(tail).joined(separator: " ")
    }

    /// The same for text without spaces.
    private static func shortenedByCharacters(_ text: String, isFirst: Bool, isLast: Bool) -> String {
        let most = context * 12
        guard text.count > 3 * most else { return text }
        return text.prefix(isFirst ? 0 : most) + "…" + text.suffix(isLast ? 0 : most)
    }
}

extension WordDifference.Part.Kind {
    fileprivate var name: String {
        switch self {
        case .same: "same"
        case .removed: "removed"
        case .added: "added"
        }
    }
}
