import FeedHTML
public import FeedModel
import FeedText
import FeedXML

extension FeedElement {
    /// The text as an absolute URL; text that is none stays as it is.
    public var url: String? { text.flatMap(absolute) }

    /// An attribute as an absolute URL; a value that is none stays as it is.
    public func url(_ term: FeedTerm) -> String? { attribute(term).flatMap(absolute) }

    /// A reference made absolute against the element's base; nil for one that runs a script or holds its own data.
    func absolute(_ reference: String) -> String? {
        let resolved = baseURL.map { $0.resolve(reference) } ?? URLText.resolve(reference, against: nil)
        let url = resolved ?? reference
        if url.utf8.span.starts(with: "http") { return url }
        switch URLText.scheme(of: url) {
        case "javascript", "vbscript", "data": return nil
        default: return url
        }
    }

    /// The text as a language tag: white space and underscores put right.
    public var languageTag: String? { text.map(FeedElement.languageTag) }

    /// A language tag as RFC 5646 writes it, as far as separators go.
    static func languageTag(_ text: String) -> String {
        String(text.trimmingASCIIWhitespace.map { $0 == "_" ? "-" : $0 })
    }

    /// The text as a date; one that can't be read is absent, with a finding, and one that was put right has a finding.
    public func timestamp(findings: inout FeedFindings) -> Timestamp? {
        var doubt: DateDoubt?
        guard let time = withText({ DateParser.parse($0, doubt: &doubt) }) else {
            if let text {
                findings.note(
                    at: offset, section: dateSection, reading: "no date",
                    "\"\(text.prefix(64))\" is no date that can be read")
            }
            return nil
        }
        if let doubt {
            findings.note(
                at: offset, section: dateSection, reading: time.rfc3339,
                "\"\((text ?? "").prefix(64))\" \(doubt.message)")
        }
        return Timestamp(
            seconds: time.secondsSinceEpoch, nanoseconds: Int32(clamping: time.nanosecond),
            offset: Int32(clamping: time.offset))
    }

    /// The section that says how the element's date is written.
    private var dateSection: String {
        switch (FeedNamespace(rawValue: name.namespace), FeedTerm(rawValue: name.local)) {
        case (.core, .pubDate), (.core, .lastBuildDate): "RFC 822 §5"
        case (.core, _), (.atom, _): "RFC 4287 §3.3"
        default: "W3C Date and Time Formats"
        }
    }

    /// The text as a whole number.
    public var integer: Int? { text.flatMap { Int($0) } }

    /// An attribute as a whole number.
    public func integer(_ term: FeedTerm) -> Int? { attribute(term).flatMap { Int($0) } }

    /// The text as yes or no, in any of the ways in which feeds write it.
    public var bool: Bool? { text.flatMap(FeedElement.bool) }

    /// A word as yes or no.
    static func bool(_ word: String) -> Bool? {
        switch word.asciiLowercased {
        case "yes", "true", "explicit", "1": true
        case "no", "false", "clean", "0": false
        default: nil
        }
    }

    /// Words between commas, as plain text.
    public var words: [String] {
        guard let text = titleText() else { return [] }
        return text.split(separator: ",").map { String($0).trimmingASCIIWhitespace }.filter { !$0.isEmpty }
    }
}

/// Lengths of time as feeds write them.
public enum DurationText {
    /// The seconds in `1:02:03`, `62:03`, `3723`, `12.5`, with or without spaces; nil for anything else.
    public static func seconds(_ text: String) -> Double? {
        let parts = text.trimmingASCIIWhitespace.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var total = 0.0
        for part in parts {
            let number = String(part).trimmingASCIIWhitespace
            guard let first = number.utf8.first, first >= UInt8(ascii: "0"), first <= UInt8(ascii: "9"),
                let value = Double(number), value.isFinite
            else { return nil }
            total = total * 60 + value
        }
        return total
    }
}
