import FeedText
import FeedXML

/// The rules of namespaces that stand in feeds of every format: iTunes, Media RSS, Dublin Core, Atom's links in RSS.
enum ModuleRules {
    /// Looks at an element that is none of the format's own.
    static func check(_ element: LintElement, _ report: inout LintReport) {
        switch FeedNamespace(rawValue: element.name.namespace) {
        case .itunes: checkITunes(element, &report)
        case .media: checkMedia(element, &report)
        case .dc: if element.term == .date { checkDate(element, &report) }
        case .atom: if element.term == .link { checkLink(element, &report) }
        default: break
        }
    }
}

extension ModuleRules {
    private static func checkITunes(_ element: LintElement, _ report: inout LintReport) {
        let section = "itunes \"\(element.written)\""
        let text = element.trimmedText
        switch element.term {
        case .duration where DurationText.seconds(text) == nil:
            report.note(
                .error, element, .text, section: section,
                "\"\(text.prefix(64))\" is no duration; write seconds, or hours, minutes and seconds as 1:02:03")
        case .explicit where !["true", "false", "yes", "no", "clean"].contains(text.asciiLowercased):
            report.note(
                .error, element, .text, section: section, "\"\(text.prefix(64))\" is neither true nor false")
        case .image:
            report.requireAttributes([.href], in: element, section: section)
            report.checkURL(
                element.attribute(.href) ?? "", of: element, .attribute(.href), mayBeRelative: false,
                section: section)
        case .category: report.requireAttributes([.text], in: element, section: section)
        case .episode, .season: report.checkNumber(text, of: element, .text, section: section)
        case .episodeType where !["full", "trailer", "bonus"].contains(text.asciiLowercased):
            report.note(
                .error, element, .text, section: section, "an episode is \"full\", a \"trailer\" or a \"bonus\"")
        default: break
        }
    }

    private static func checkMedia(_ element: LintElement, _ report: inout LintReport) {
        let section = "Media RSS \"\(element.written)\""
        switch element.term {
        case .content:
            if (element.attribute(.url) ?? "").isEmpty, !element.has(.player, in: .media) {
                report.note(
                    .error, element, section: section, "\"\(element.written)\" has neither \"url\" nor a player")
            }
            for term in [FeedTerm.fileSize, .duration, .width, .height] {
                guard let number = element.attribute(term) else { continue }
                report.checkNumber(number, of: element, .attribute(term), section: section)
            }
            if let type = element.attribute(.type) { report.checkMediaType(type, of: element, section: section) }
            let media = ["image", "audio", "video", "document", "executable"]
            if let medium = element.attribute(.medium), !media.contains(medium) {
                report.note(
                    .error, element, .attribute(.medium), section: section,
                    "\"\(medium.prefix(64))\" is no medium; it is one of \(media.joined(separator: ", "))")
            }
        case .thumbnail, .player: report.requireAttributes([.url], in: element, section: section)
        default: break
        }
        if let url = element.attribute(.url) {
            report.checkURL(url, of: element, .attribute(.url), mayBeRelative: false, section: section)
        }
    }

    /// Years, months and days alone are dates too (W3C Date and Time Formats).
    private static func checkDate(_ element: LintElement, _ report: inout LintReport) {
        let text = element.trimmedText
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isDay =
            (1...3).contains(parts.count)
            && zip(parts, [4, 2, 2]).allSatisfy { $0.utf8.count == $1 && $0.utf8.allSatisfy(\.isASCIIDigit) }
        guard !isDay else { return }
        report.checkRFC3339(element, section: "W3C Date and Time Formats")
    }

    private static func checkLink(_ element: LintElement, _ report: inout LintReport) {
        report.requireAttributes([.href], in: element, section: "RFC 4287 §4.2.7.1")
        report.checkURL(
            element.attribute(.href) ?? "", of: element, .attribute(.href), mayBeRelative: true,
            section: "RFC 4287 §4.2.7.1")
    }
}
