import Testing

/// An input that broke a promise once, in its smallest form.
struct Finding: Sendable, CustomTestStringConvertible {
    let probe: String
    let fault: String
    let bytes: [UInt8]

    var testDescription: String { "\(probe): \(fault)" }

    init(_ probe: String, _ fault: String, _ text: String) {
        self.probe = probe
        self.fault = fault
        bytes = Array(text.utf8)
    }

    static let all = [
        Finding("display", "a mark upon white space was lost at the end of a line", "\u{0}@ \u{301}"),
        Finding(
            "display", "a joiner was kept before a character that was dropped", "\u{10}\u{DCA}\u{200D}\u{DE2}\u{633}"),
        Finding("html", "a no-break space at the end was kept where there was no markup", "word\u{A0}"),
        Finding(
            "rss", "an empty xml:lang became an empty language",
            "<rss><channel xml:lang=''><title>t</title><item xml:lang=''><title>t</title></item></channel></rss>"),
        Finding("dates", "a zone's offset had seconds, before zones were standard", "6 May 0001 7:08 Europe/Berlin"),
        Finding(
            "xml", "a root was seen within a processing instruction that the other producer passes over",
            "<?xmls <title/><entry a='b'?><feed/>"),
    ]
}
