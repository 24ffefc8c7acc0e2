import FeedJSON
import FeedText
import TributaryPluginKit

/// What is wrong with a document, for people and for programs.
struct LintPage {
    private let name: String
    private let text: [UInt8]
    private let columns: Int

    /// A page about a document.
    ///
    /// - Parameters:
    ///   - name: what the user calls the document.
    ///   - text: the text in UTF-8 that places count in.
    ///   - columns: how wide lines may be.
    init(of name: String, text: [UInt8], columns: Int) {
        self.name = name
        self.text = text
        self.columns = columns
    }

    /// Each finding with its line and a caret below.
    func text(of diagnostics: [Diagnostic]) -> String {
        diagnostics.map { lines(of: $0).joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    /// Each finding as an object on a line of its own.
    func jsonLines(of diagnostics: [Diagnostic]) -> [UInt8] {
        var writer = JSONWriter()
        for diagnostic in diagnostics {
            writer.beginObject()
            append("severity", diagnostic.severity.rawValue, to: &writer)
            append("message", diagnostic.message, to: &writer)
            append("document", name, to: &writer)
            if let place = diagnostic.place {
                for (name, value) in [("line", place.line), ("column", place.column), ("offset", place.offset)] {
                    writer.name(name)
                    writer.number(value)
                }
                append("source", excerpt(at: place).line, to: &writer)
            }
            append("section", diagnostic.section, to: &writer)
            append("reading", diagnostic.reading, to: &writer)
            writer.endObject()
            writer.endLine()
        }
        return writer.bytes
    }
}

// MARK: - Private

extension LintPage {
    private static let indentation = "    "

    private func lines(of diagnostic: Diagnostic) -> [String] {
        var place = name
        if let found = diagnostic.place { place += ":\(found.line):\(found.column)" }
        var lines = ["\(diagnostic.severity.rawValue): \(place): \(diagnostic.message)"]
        if let found = diagnostic.place {
            let excerpt = excerpt(at: found)
            lines.append(excerpt.line)
            lines.append(String(repeating: " ", count: excerpt.caret) + "^")
        }
        if let section = diagnostic.section { lines.append("section: \(section)") }
        if let reading = diagnostic.reading { lines.append("read as: \(reading)") }
        return lines.enumerated().map { index, line in
            let printable = DisplayText.printable(line)
            return index == 0 || printable.isEmpty ? printable : Self.indentation + printable
        }
    }

    private func excerpt(at place: Diagnostic.Place) -> SourceExcerpt {
        SourceExcerpt(of: text.span, around: place.offset, columns: max(20, columns - Self.indentation.utf8.count))
    }

    private func append(_ name: String, _ value: String?, to writer: inout JSONWriter) {
        guard let value else { return }
        writer.name(name)
        writer.string(value)
    }
}
