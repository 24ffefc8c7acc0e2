import FeedText

/// The lines of a message's head (RFC 5322 §2.2), folded so that none is longer than 78 characters where that can be.
///
/// Whatever a value holds, it stays the value of its own field: line ends and what cannot be seen are taken out first.
struct MailHeader {
    /// The lines, without ends.
    private(set) var lines: [String] = []

    private static let lineLimit = 78
    /// No line may be longer (RFC 5322 §2.1.1).
    private static let hardLimit = 998

    /// Adds a field that is free text, encoded where it is not plain ASCII.
    mutating func append(_ name: String, text: String) {
        appendFolded(name, words: Self.words(of: DisplayText.singleLine(text)))
    }

    /// Adds a field of texts that are parted by commas, such as keywords (RFC 5322 §3.6.5).
    mutating func append(_ name: String, phrases: [String]) {
        append(name, list: phrases.map { Self.phrase(DisplayText.singleLine($0)) }.filter { !$0.isEmpty })
    }

    /// Adds a field of addresses.
    mutating func append(_ name: String, addresses: [MailAddress]) {
        append(
            name,
            list: addresses.map { address in
                Self.phrase(DisplayText.singleLine(address.name ?? "")) + ["<\(address.address)>"]
            })
    }

    /// Adds a field of a text and an identifier in angle brackets, such as `List-Id` (RFC 2919).
    mutating func append(_ name: String, phrase: String, id: String) {
        appendFolded(name, words: Self.phrase(DisplayText.singleLine(phrase)) + ["<\(id)>"])
    }

    /// Adds a field of our own making: tokens that hold nothing of an entry's but what was checked.
    mutating func append(_ name: String, tokens: [String]) {
        appendFolded(name, words: tokens)
    }

    /// Adds a field with a URL, unless it is longer than a line can be.
    mutating func append(_ name: String, url: String) {
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), url.utf8.count < Self.hardLimit - 100 else { return }
        appendFolded(name, words: ["<\(url)>"])
    }
}

// MARK: - Private

extension MailHeader {
    private mutating func append(_ name: String, list: [[String]]) {
        guard !list.isEmpty else { return }
        var words: [String] = []
        for (index, element) in list.enumerated() {
            words += element
            if index < list.count - 1, let last = words.popLast() { words.append(last + ",") }
        }
        appendFolded(name, words: words)
    }

    private mutating func appendFolded(_ name: String, words: [String]) {
        var line = "\(name):"
        for (index, word) in words.enumerated() {
            // The first word stays beside the name: a line of white space alone is obsolete syntax.
            if index > 0, line.utf8.count + 1 + word.utf8.count > Self.lineLimit {
                lines.append(line)
                line = ""
            }
            line += " " + word
        }
        lines.append(line)
    }

    /// A text as the words of an unstructured field.
    private static func words(of text: String) -> [String] {
        let words = text.split(separator: " ").map(String.init)
        let isPlain = words.allSatisfy { word in
            word.utf8.count < lineLimit - 20 && !word.hasPrefix("=?") && word.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        }
        return isPlain ? words : MailEncoding.encodedWords(text)
    }

    /// A text as a phrase (RFC 5322 §3.2.5): words as they are, one quoted string, or encoded words.
    private static func phrase(_ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        guard text.utf8.count < lineLimit - 20, !text.contains("=?"), text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        else { return MailEncoding.encodedWords(text) }
        let isPlain = text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: " ") }
        if isPlain { return text.split(separator: " ").map(String.init) }
        var quoted = "\""
        for character in text.unicodeScalars {
            if character == "\"" || character == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(character)
        }
        return [quoted + "\""]
    }
}
