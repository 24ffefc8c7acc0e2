import FeedText
import FeedXML

/// Takes what rules find, and finds the place of it.
struct LintReport {
    /// A part of an element that a finding is about.
    enum Part {
        /// The start tag.
        case tag
        /// The text in the element.
        case text
        /// The value of an attribute.
        case attribute(FeedTerm)
    }

    /// The document's text.
    let text: [UInt8]
    var findings: FeedFindings

    /// Notes what is wrong with an element.
    mutating func note(
        _ severity: FeedFindings.Severity, _ element: LintElement, _ part: Part = .tag, section: String,
        reading: String? = nil, _ message: @autoclosure () -> String
    ) {
        findings.note(
            severity, at: place(of: part, in: element), section: section, reading: reading, message())
    }

    private func place(of part: Part, in element: LintElement) -> Int {
        let text = text.span
        if case .tag = part { return element.offset }
        guard let tag = XMLTagPlace(at: element.offset, in: text) else { return element.offset }
        guard case .attribute(let term) = part else { return tag.textStart(in: text) }
        let written = element.attributes.first { $0.name == XMLName(attribute: term) }?.written ?? term.text
        return tag.value(of: written, in: text)?.lowerBound ?? element.offset
    }
}

// MARK: - Rules that formats share

extension LintReport {
    /// Elements that must stand right below, exactly once.
    mutating func require(_ terms: [FeedTerm], in element: LintElement, section: String) {
        for term in terms {
            let found = element.all(term)
            guard let first = found.first else {
                note(.error, element, section: section, "\"\(element.written)\" has no \"\(term.text)\"")
                continue
            }
            if let second = element.repeated(term) {
                note(
                    .error, second, section: section, reading: "the first",
                    "\"\(element.written)\" has more than one \"\(term.text)\"")
            }
            if term != .author, first.trimmedText.isEmpty, first.children.isEmpty, first.attributes.isEmpty {
                note(.error, first, section: section, "\"\(term.text)\" is empty")
            }
        }
    }

    /// Attributes that must be there and say something.
    mutating func requireAttributes(_ terms: [FeedTerm], in element: LintElement, section: String) {
        for term in terms where (element.attribute(term) ?? "").isEmpty {
            note(.error, element, section: section, "\"\(element.written)\" has no \"\(term.text)\"")
        }
    }

    /// A URL: absolute, or relative where that is allowed and there is a base.
    mutating func checkURL(
        _ url: String, of element: LintElement, _ part: Part, mayBeRelative: Bool, section: String
    ) {
        guard !url.isEmpty else { return }
        if url.utf8.contains(where: { $0.isASCIIWhitespace || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "\"") }) {
            note(
                .error, element, part, section: "RFC 3986 §2", reading: URLText.resolve(url, against: nil),
                "\"\(url.prefix(200))\" is no URL: it has characters that must be escaped")
        } else if !URLText.isAbsolute(url), !mayBeRelative || !element.hasBase {
            note(
                .error, element, part, section: mayBeRelative ? "RFC 3986 §5.1" : section,
                reading: element.hasBase ? nil : url,
                "\"\(url.prefix(200))\" is a relative URL"
                    + (mayBeRelative ? ", and there is no base for it" : "; write it with its scheme"))
        }
    }

    /// A media type, of an enclosure for example.
    mutating func checkMediaType(_ type: String, of element: LintElement, section: String) {
        let top = MediaType(parsing: type).map { String($0.essence.prefix { $0 != "/" }) }
        if let top, LintReport.mediaTypes.contains(top) { return }
        note(.error, element, .attribute(.type), section: section, "\"\(type)\" is no media type that is known")
    }

    /// A date as RFC 3339 writes it; one that can't be read at all is the decoder's business.
    mutating func checkRFC3339(_ element: LintElement, section: String) {
        let text = element.trimmedText
        guard let time = DateParser.parse(text), let fault = DateForm.fault(inRFC3339: text) else { return }
        note(.error, element, .text, section: section, reading: time.rfc3339, "\"\(text.prefix(64))\": \(fault)")
    }

    /// A date as RFC 822 writes it; one that can't be read at all is the decoder's business.
    mutating func checkRFC822(_ element: LintElement, section: String) {
        let text = element.trimmedText
        guard let time = DateParser.parse(text), let fault = DateForm.fault(inRFC822: text) else { return }
        note(.error, element, .text, section: section, reading: time.rfc3339, "\"\(text.prefix(64))\": \(fault)")
    }

    /// A whole number from 0 up.
    mutating func checkNumber(_ text: String, of element: LintElement, _ part: Part, section: String) {
        if let value = Int64(text), value >= 0 { return }
        note(.error, element, part, section: section, "\"\(text.prefix(64))\" is no whole number from 0 up")
    }

    private static let mediaTypes: Set<String> = [
        "application", "audio", "font", "image", "message", "model", "multipart", "text", "video",
    ]
}
