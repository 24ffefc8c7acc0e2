/// A session at the shell as it is kept in a file: what it shows, and each command with what it printed.
///
/// A line of standard output begins with `|`, one of standard error with `!`; `= 1` is an exit status other than 0.
/// Control characters are kept as their pictures (`␛`), hidden ones as `<U+202e>`, an output that ends within a line has a `␄` at its end.
struct SessionText: Equatable {
    /// One command and what came of it.
    struct Step: Equatable {
        /// The lines above the command, each beginning with `#`.
        var notes: [String] = []
        /// The command; one of several lines goes on behind `> `.
        var command: String
        /// What it printed on standard output.
        var output: [String] = []
        /// What it printed on standard error.
        var errors: [String] = []
        /// Its exit status.
        var status: Int32 = 0
    }

    /// What the session shows.
    var title: String
    /// Its commands in order.
    var steps: [Step] = []
}

extension SessionText {
    /// Reads a session; nil where it has a line that is none of the above.
    init?(parsing text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        title = lines.popFirst() ?? ""
        var notes: [String] = []
        for line in lines where !line.isEmpty {
            let content = String(line.dropFirst(line.dropFirst().hasPrefix(" ") ? 2 : 1))
            switch line.first {
            case "#": notes.append(line)
            case "$":
                steps.append(Step(notes: notes, command: content))
                notes = []
            case ">" where !steps.isEmpty: steps[steps.count - 1].command += "\n" + content
            case "|" where !steps.isEmpty: steps[steps.count - 1].output.append(content)
            case "!" where !steps.isEmpty: steps[steps.count - 1].errors.append(content)
            case "=" where !steps.isEmpty: steps[steps.count - 1].status = Int32(content) ?? 0
            default: return nil
            }
        }
    }

    /// The session as it is kept.
    var text: String {
        var lines = [title]
        for step in steps {
            lines += [""] + step.notes
            for (index, line) in step.command.split(separator: "\n").enumerated() {
                lines.append("\(index == 0 ? "$" : ">") \(line)")
            }
            lines += step.output.map { $0.isEmpty ? "|" : "| \($0)" }
            lines += step.errors.map { $0.isEmpty ? "!" : "! \($0)" }
            if step.status != 0 { lines.append("= \(step.status)") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The lines of what a command printed, with control characters made visible.
    static func lines(of printed: String) -> [String] {
        guard !printed.isEmpty else { return [] }
        var lines: [String] = [""]
        for scalar in printed.unicodeScalars {
            switch scalar.value {
            case 0x0A: lines.append("")
            case 0..<0x20: lines[lines.count - 1].unicodeScalars.append(picture(scalar.value + 0x2400))
            case 0x7F: lines[lines.count - 1].unicodeScalars.append(picture(0x2421))
            case 0x80..<0xA0, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
                lines[lines.count - 1] += "<U+\(String(scalar.value, radix: 16))>"
            default: lines[lines.count - 1].unicodeScalars.append(scalar)
            }
        }
        if lines.last?.isEmpty == true { lines.removeLast() } else { lines[lines.count - 1] += "␄" }
        return lines
    }

    private static func picture(_ value: UInt32) -> Unicode.Scalar { Unicode.Scalar(value) ?? "\u{FFFD}" }
}
