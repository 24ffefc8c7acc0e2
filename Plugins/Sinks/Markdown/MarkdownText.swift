import EntryViews
import FeedHTML
import FeedText

/// Blocks of an article as Markdown (CommonMark, with the tables of GitHub's).
///
/// What has a meaning in Markdown is escaped in texts, so that it says what the entry says, and nothing else.
struct MarkdownText {
    private var lines: [String] = []
    private var margin = ""
    /// What stands once instead of the end of the margin: the mark of an item.
    private var mark: String?

    /// Blocks within this many others lose their own margin.
    private static let deepest = 12
    private var depth = 0

    /// The text of blocks, with a line feed at its end; empty without any.
    static func text(of blocks: [HTMLBlock]) -> String {
        var text = MarkdownText()
        text.append(blocks)
        return text.lines.isEmpty ? "" : text.lines.joined(separator: "\n") + "\n"
    }

    /// A text on one line in which nothing has a meaning.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in DisplayText.singleLine(text).unicodeScalars {
            if "\\`*_{}[]<>#|~&!$@".unicodeScalars.contains(scalar) { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }

    /// An address as the target of a link; nil if it is none of the web.
    static func target(_ url: String) -> String? {
        WebLink.safe(url).map { "<\($0.replacing("<", with: "%3C").replacing(">", with: "%3E"))>" }
    }
}

// MARK: - Blocks

extension MarkdownText {
    private mutating func append(_ blocks: [HTMLBlock]) {
        for (index, block) in blocks.enumerated() {
            if index > 0 { line("") }
            append(block)
        }
    }

    private mutating func append(_ block: HTMLBlock) {
        switch block {
        case .paragraph(let inlines): paragraph(inlines)
        case .heading(let level, let inlines):
            line("\(String(repeating: "#", count: min(level + 1, 6))) \(Self.text(of: inlines, lineBreak: " "))")
        case .list(let start, let items): list(items, from: start)
        case .quote(let blocks): within("> ", mark: nil, blocks)
        case .indented(let blocks): within("  ", mark: nil, blocks)
        case .code(let text): code(text)
        case .table(let rows): table(rows)
        case .rule: line("---")
        }
    }

    private mutating func within(_ added: String, mark: String?, _ blocks: [HTMLBlock]) {
        let (outer, outerMark) = (margin, self.mark)
        depth += 1
        if depth <= Self.deepest {
            margin += added
            self.mark = mark.map { (outerMark ?? outer) + $0 } ?? outerMark.map { $0 + added }
        }
        append(blocks)
        depth -= 1
        margin = outer
        if self.mark == nil || mark != nil { self.mark = nil }
    }

    private mutating func list(_ items: [[HTMLBlock]], from start: Int?) {
        let isTight = items.allSatisfy { $0.count == 1 }
        for (index, item) in items.enumerated() {
            if index > 0, !isTight { line("") }
            // CommonMark takes at most nine digits.
            let number = start.map { min(max(0, $0.addingReportingOverflow(index).partialValue), 999_999_999) }
            let mark = number.map { "\($0). " } ?? "- "
            if item.isEmpty {
                within(String(repeating: " ", count: mark.count), mark: mark, [.paragraph([])])
            } else {
                within(String(repeating: " ", count: mark.count), mark: mark, item)
            }
        }
    }

    private mutating func paragraph(_ inlines: [HTMLInline]) {
        for text in Self.text(of: inlines, lineBreak: "\\\n").split(separator: "\n", omittingEmptySubsequences: false) {
            line(Self.withoutMark(String(text)))
        }
    }

    /// Escapes what at the beginning of a line would make it a list, a rule or the underline of a heading.
    private static func withoutMark(_ line: String) -> String {
        let digits = line.utf8.prefix { $0.isASCIIDigit }.count
        let next = line.utf8.dropFirst(digits).first
        if digits > 0, next == UInt8(ascii: ".") || next == UInt8(ascii: ")") {
            return line.prefix(digits) + "\\" + line.dropFirst(digits)
        }
        return ["-", "+", "="].contains(line.first) ? "\\" + line : line
    }

    private mutating func code(_ text: String) {
        let content = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let longest = content.map { $0.drop { $0 == " " }.prefix { $0 == "`" }.count }.max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        line(fence)
        for text in content { line(DisplayText.printable(String(text).replacing("\t", with: "    "))) }
        line(fence)
    }

    private mutating func table(_ rows: [[[HTMLInline]]]) {
        let width = rows.map(\.count).max() ?? 0
        guard width > 0 else { return }
        for (index, row) in rows.enumerated() {
            let cells = row.map { Self.text(of: $0, lineBreak: " ") }
            line("| " + (cells + Array(repeating: "", count: width - cells.count)).joined(separator: " | ") + " |")
            if index == 0 { line("|" + String(repeating: " --- |", count: width)) }
        }
    }

    private mutating func line(_ text: String) {
        if let mark {
            lines.append(text.isEmpty ? String(mark.trimmingEnd) : mark + text)
            self.mark = nil
        } else {
            lines.append(text.isEmpty ? String(margin.trimmingEnd) : margin + text)
        }
    }
}

// MARK: - Runs

extension MarkdownText {
    private static func text(of inlines: [HTMLInline], lineBreak: String) -> String {
        var text = ""
        for inline in inlines {
            switch inline.content {
            case .lineBreak: text += lineBreak
            case .text(let words): text += run(words, inline)
            case .image(let url, let description):
                let name = escaped(description ?? url.map(WebLink.fileName) ?? "")
                guard let target = url.flatMap(target) else {
                    text += name
                    continue
                }
                let image = "![\(name)](\(target))"
                text += inline.link.flatMap(Self.target).map { "[\(image)](\($0))" } ?? image
            }
        }
        return text.trimmingASCIIWhitespace
    }

    /// Marks stand inside the white space around words, or they would be none.
    private static func run(_ words: String, _ inline: HTMLInline) -> String {
        let printable = DisplayText.printable(words)
        let start = printable.prefix { $0.isWhitespace }
        let end = printable.dropFirst(start.count).reversed().prefix { $0.isWhitespace }
        let core = String(printable.dropFirst(start.count).dropLast(end.count))
        guard !core.isEmpty else { return printable.isEmpty ? "" : " " }
        var text = escaped(core)
        if inline.emphasis.contains(.code) { text = code(core) }
        if inline.emphasis.contains(.stressed) { text = "*\(text)*" }
        if inline.emphasis.contains(.strong) { text = "**\(text)**" }
        if let target = inline.link.flatMap(target) { text = "[\(text)](\(target))" }
        return (start.isEmpty ? "" : " ") + text + (end.isEmpty ? "" : " ")
    }
}

extension MarkdownText {
    /// Words as code between longer rows of backticks than there are in them (CommonMark 0.31 §6.1).
    private static func code(_ words: String) -> String {
        let longest = words.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        // A space of the fence's own is taken off again.
        let isTouched = words.hasPrefix("`") || words.hasSuffix("`")
        return isTouched ? "\(fence) \(words) \(fence)" : "\(fence)\(words)\(fence)"
    }
}

extension String {
    /// Without spaces at the end.
    fileprivate var trimmingEnd: Substring {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return text
    }
}
