import FeedText
import FeedXML

/// A page of a book in XHTML; what is text is escaped, whatever feeds say.
struct XHTMLPage {
    private var page: [UInt8] = []

    /// A page begun: everything up to the beginning of its body.
    init(title: String, language: String) {
        raw(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE html>
            <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" \
            xml:lang="\(language)" lang="\(language)">
            <head>
            <meta charset="UTF-8"/>

            """)
        let line = DisplayText.singleLine(title)
        element("title", text: line.isEmpty ? "–" : line)
        raw("\n<link rel=\"stylesheet\" href=\"style.css\"/>\n</head>\n<body>\n")
    }

    /// The whole page.
    var bytes: [UInt8] { page + Array("</body>\n</html>\n".utf8) }

    /// Writes what is markup already.
    mutating func raw(_ markup: String) { page += markup.utf8 }

    /// Writes an element with a text.
    mutating func element(_ name: String, _ attributes: (String, String)..., text: String) {
        raw("<\(name)")
        for (name, value) in attributes {
            raw(" \(name)=\"")
            append(value)
            raw("\"")
        }
        raw(">")
        self.text(text)
        raw("</\(name)>")
    }

    /// Writes a text that people read.
    mutating func text(_ text: String) { append(DisplayText.printable(text)) }

    /// Writes a text whose line ends count.
    mutating func lines(_ text: String) {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if index > 0 { raw("\n") }
            self.text(String(line).replacing("\t", with: "    "))
        }
    }

    private mutating func append(_ text: String) { page.append(escaping: text.utf8.span) }
}

/// The style of a book; e-readers bring their own fonts and colours.
enum BookStyle {
    static let text = """
        body { margin: 5%; line-height: 1.6; }
        h1, h2, h3, h4, h5, h6 { line-height: 1.3; text-align: start; hyphens: none; page-break-after: avoid; }
        .meta { font-size: 0.85em; }
        blockquote { margin: 1em 0 1em 1em; padding-left: 1em; border-left: 2px solid; }
        pre { white-space: pre-wrap; font-size: 0.85em; }
        table { border-collapse: collapse; }
        td { padding: 0.2em 0.6em; border: 1px solid; vertical-align: top; }
        :lang(ja) { line-break: strict; }
        :lang(ja) p { line-height: 1.8; }
        :lang(ja) em { font-style: normal; font-weight: bold; }

        """
}
