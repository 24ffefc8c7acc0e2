extension HTMLText {
    /// Plain text as HTML that shows it: characters that mean something are escaped, lines end with `<br>`.
    public static func escaped(_ text: String) -> String {
        var html: [UInt8] = []
        html.reserveCapacity(text.utf8.count + 16)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { html.append(contentsOf: "<br>".utf8) }
            html.appendText(line.utf8.span)
        }
        return String(decoding: html, as: UTF8.self)
    }
}
