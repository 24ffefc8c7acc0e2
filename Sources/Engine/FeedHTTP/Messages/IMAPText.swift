internal import FeedText

/// How texts stand in commands and answers of IMAP (RFC 3501 §9).
enum IMAPText {
    private static let mostShown = 200

    /// A text in quotes; what no command may hold is left out.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars where scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    /// Whether a text can stand in quotes as it is.
    static func isQuotable(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

    /// The name of a folder as it goes over the line: what is not ASCII in a variant of UTF-7 (§5.1.3).
    static func folder(_ name: String) -> String {
        var written = ""
        var units: [UInt16] = []
        func finish() {
            guard !units.isEmpty else { return }
            let bytes = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            let base = Base64.encode(bytes).utf8.prefix { $0 != UInt8(ascii: "=") }
            written +=
                "&" + String(decoding: base.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: ",") : $0 }, as: UTF8.self)
            written += "-"
            units = []
        }
        for scalar in name.unicodeScalars {
            if (0x20..<0x7F).contains(scalar.value) {
                finish()
                written += scalar == "&" ? "&-" : String(scalar)
            } else {
                units += Array(String(scalar).utf16)
            }
        }
        finish()
        return written
    }

    /// The first word of an answer's text where it is a status, in upper case.
    static func status(of text: some StringProtocol) -> String? {
        let word = text.prefix { $0.isLetter }.uppercased()
        return ["OK", "NO", "BAD", "BYE", "PREAUTH"].contains(word) ? word : nil
    }

    /// What a server says, status first, fit to be shown.
    static func shown(_ text: some StringProtocol) -> String {
        DisplayText.singleLine(String(text.prefix(mostShown)))
    }
}
