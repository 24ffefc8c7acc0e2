internal import FeedText

/// One answer of a server: its lines, and what stands between them by length (literals, RFC 3501 §4.3).
struct IMAPAnswer {
    /// The lines without the lengths at their ends; one more than there are literals.
    var lines: [String] = []
    /// What was counted out.
    var literals: [[UInt8]] = []

    /// The words of the first line, as far as they matter.
    var words: [Substring] { (lines.first ?? "").split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true) }

    /// What stands behind the first word.
    var text: Substring {
        let line = (lines.first ?? "")[...]
        return line.drop { $0 != " " }.drop { $0 == " " }
    }

    /// The value of a response code, such as `[UIDNEXT 7]`; nil for another one or none.
    func number(of code: String) -> UInt32? {
        guard let open = text.firstIndex(of: "[") else { return nil }
        let words = text[text.index(after: open)...].prefix { $0 != "]" }.split(separator: " ")
        guard words.count == 2, String(words[0]).equalsIgnoringASCIICase(code) else { return nil }
        return UInt32(words[1])
    }
}

/// What has come over a connection, cut into answers in linear time.
struct IMAPInput {
    /// What does not keep to the protocol, or to what was asked for.
    struct Disorder: Error {}

    /// How long a literal may be, in bytes.
    var largestLiteral = 0

    /// What has come and has not been taken; more is appended.
    var bytes: [UInt8] = []
    private var start = 0
    private var searched = 0
    private var answer = IMAPAnswer()
    private var missing: Int?
    private var length = 0

    /// A line holds all numbers that a search finds, here a million of them.
    private static let longestLine = 11_000_000
    /// What an answer may hold beside the one literal that was asked for.
    private static let overhead = 65_536

    /// The next whole answer; nil where more has to come first.
    mutating func next() throws(Disorder) -> IMAPAnswer? {
        while true {
            if let missing {
                guard bytes.count - start >= missing else { return nil }
                answer.literals.append(Array(bytes[start..<start + missing]))
                drop(missing)
                self.missing = nil
            }
            guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
                searched = bytes.count
                guard searched - start <= Self.longestLine else { throw Disorder() }
                return nil
            }
            var line = bytes[start..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            let literal = try literalLength(in: line)
            if literal != nil { line = line[..<(line.lastIndex(of: UInt8(ascii: "{")) ?? line.endIndex)] }
            answer.lines.append(String(decoding: line, as: UTF8.self))
            length += end + 1 - start + (literal ?? 0)
            drop(end + 1 - start)
            if let literal {
                guard literal <= largestLiteral, length <= largestLiteral + Self.overhead else { throw Disorder() }
                missing = literal
                continue
            }
            defer {
                answer = IMAPAnswer()
                length = 0
            }
            return answer
        }
    }
}

// MARK: - Private

extension IMAPInput {
    /// The length at the end of a line, behind which so many bytes come; nil where there is none.
    ///
    /// Only what is said of a message has any: a text for people may end with what looks like one.
    private func literalLength(in line: ArraySlice<UInt8>) throws(Disorder) -> Int? {
        let head = line.prefix(3)
        let isOfMessage = head.starts(with: Array("* ".utf8)) && head.count == 3 && head.last?.isASCIIDigit == true
        guard !answer.lines.isEmpty || isOfMessage, line.last == UInt8(ascii: "}"),
            let open = line.lastIndex(of: UInt8(ascii: "{"))
        else { return nil }
        let digits = line[(open + 1)...].dropLast()
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        guard let length = Int(String(decoding: digits, as: UTF8.self)) else { throw Disorder() }
        return length
    }

    private mutating func drop(_ count: Int) {
        start += count
        // Moved up only when as much goes as stays, so that each byte is moved once.
        if start * 2 >= bytes.count {
            bytes.removeFirst(start)
            start = 0
        }
        searched = start
    }
}
