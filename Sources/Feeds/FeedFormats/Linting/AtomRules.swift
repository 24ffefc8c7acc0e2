import FeedHTML
import FeedText
import FeedXML

/// The rules of Atom (RFC 4287), and what Atom 0.3 has of them.
struct AtomRules: LintRules {
    static let isCoreAtom = true

    private var ids: Set<String> = []
    private var isOld = false
    /// The first entry without an author, and whether the feed has none.
    private var authorless: LintElement?

    static func isEntry(_ name: XMLName) -> Bool { name == XMLName(.core, .entry) }

    mutating func check(_ element: LintElement, in parents: [LintElement], _ report: inout LintReport) {
        guard element.name.namespace == FeedNamespace.core.rawValue else {
            ModuleRules.check(element, &report)
            return
        }
        // Dates are found by their text; Atom 0.3 has other names for them.
        switch element.term {
        case .feed where parents.isEmpty: checkFeed(element, &report)
        case .entry: checkEntry(element, in: parents, &report)
        case .title, .subtitle, .summary, .rights: checkText(element, &report)
        case .content: checkContent(element, &report)
        case .updated, .published: report.checkRFC3339(element, section: "RFC 4287 §3.3")
        case .modified, .issued, .created: report.checkRFC3339(element, section: "Atom 0.3 §3.3")
        case .link: checkLink(element, &report)
        case .author, .contributor: checkPerson(element, &report)
        case .category: report.requireAttributes([.term], in: element, section: "RFC 4287 §4.2.2.1")
        case .id: checkID(element, &report)
        case .icon, .logo:
            let section = element.term == .icon ? "RFC 4287 §4.2.5" : "RFC 4287 §4.2.8"
            report.checkURL(element.trimmedText, of: element, .text, mayBeRelative: true, section: section)
        default: break
        }
    }
}

extension AtomRules {
    private mutating func checkFeed(_ feed: LintElement, _ report: inout LintReport) {
        guard !isOld(feed) else {
            report.note(
                .note, feed, section: "RFC 4287", reading: "Atom 0.3",
                "Atom 0.3 was superseded in 2005; publish Atom 1.0")
            return
        }
        report.require([.id, .title, .updated], in: feed, section: "RFC 4287 §4.1.1")
        if !feed.has(.author), let entry = authorless {
            report.note(
                .error, entry, section: "RFC 4287 §4.1.2", "neither the entry nor the feed has an \"author\"")
        }
        if !feed.all(.link).contains(where: { $0.attribute(.rel) == "self" }) {
            report.note(
                .warning, feed, section: "RFC 4287 §4.1.1", "the feed has no \"link\" to itself, with rel=\"self\"")
        }
    }

    private mutating func checkEntry(_ entry: LintElement, in parents: [LintElement], _ report: inout LintReport) {
        let link = entry.all(.link).first { ($0.attribute(.rel) ?? "alternate") == "alternate" }
        guard !(parents.first ?? entry).children.contains(where: { $0.term == .modified }), !entry.has(.modified)
        else { return }
        report.require([.id, .title, .updated], in: entry, section: "RFC 4287 §4.1.2")
        if let id = entry.first(.id), !id.trimmedText.isEmpty, !ids.insert(id.trimmedText).inserted {
            report.note(
                .error, id, .text, section: "RFC 4287 §4.1.1",
                "\"\(id.trimmedText.prefix(200))\" is the id of an entry before this one")
        }
        if !entry.has(.content), link == nil {
            report.note(
                .error, entry, section: "RFC 4287 §4.1.2",
                "an entry without \"content\" must have a \"link\" with rel=\"alternate\"")
        }
        let hasAuthor = entry.has(.author) || entry.first(.source)?.has(.author) ?? false
        if !hasAuthor, authorless == nil {
            if parents.isEmpty {
                report.note(.error, entry, section: "RFC 4287 §4.1.2", "the entry has no \"author\"")
            } else {
                authorless = entry
            }
        }
        if let content = entry.first(.content), content.attribute(.src) != nil, !entry.has(.summary) {
            report.note(
                .error, entry, section: "RFC 4287 §4.1.2",
                "an entry whose content lies elsewhere must have a \"summary\"")
        }
    }

    /// The namespace of Atom 0.3, or where that is not written its version.
    private func isOld(_ feed: LintElement) -> Bool {
        feed.attribute(.version) == "0.3" || feed.has(.tagline) || feed.has(.modified)
    }

    private func checkText(_ element: LintElement, _ report: inout LintReport) {
        guard element.attribute(.mode) == nil else { return }
        let type = element.attribute(.type) ?? "text"
        switch type {
        case "text": checkPlainText(element, section: "RFC 4287 §3.1.1.1", &report)
        case "html":
            if let child = element.children.first {
                report.note(
                    .error, child, section: "RFC 4287 §3.1.1.2", reading: "markup",
                    "text of the type \"html\" may not hold elements; escape them")
            }
        case "xhtml": checkWrapper(element, section: "RFC 4287 §3.1.1.3", &report)
        default:
            report.note(
                .error, element, .attribute(.type), section: "RFC 4287 §3.1.1",
                "\"\(type)\" is no type of a text; it is \"text\", \"html\" or \"xhtml\"")
        }
    }

    private func checkContent(_ content: LintElement, _ report: inout LintReport) {
        guard content.attribute(.mode) == nil else { return }
        if let source = content.attribute(.src) {
            report.checkURL(
                source, of: content, .attribute(.src), mayBeRelative: true, section: "RFC 4287 §4.1.3.2")
            if !content.trimmedText.isEmpty || !content.children.isEmpty {
                report.note(
                    .error, content, section: "RFC 4287 §4.1.3.2", "content with \"src\" must be empty")
            }
            return
        }
        switch content.attribute(.type) ?? "text" {
        case "text": checkPlainText(content, section: "RFC 4287 §4.1.3.3", &report)
        case "xhtml": checkWrapper(content, section: "RFC 4287 §4.1.3.3", &report)
        case "html": break
        case let type: report.checkMediaType(type, of: content, section: "RFC 4287 §4.1.3.1")
        }
    }

    /// Plain text is shown as it stands: elements and tags in it are mistakes.
    private func checkPlainText(_ element: LintElement, section: String, _ report: inout LintReport) {
        if let child = element.children.first {
            report.note(
                .error, child, section: section, reading: "markup",
                "plain text may not hold elements; say type=\"xhtml\", or escape them and say type=\"html\"")
        } else if AtomRules.looksLikeHTML(element.text.span) {
            report.note(
                .warning, element, .text, section: section, reading: "text with its tags",
                "this seems to be HTML, and is shown as it stands; say type=\"html\"")
        }
    }

    private func checkWrapper(_ element: LintElement, section: String, _ report: inout LintReport) {
        guard element.children.first?.name != XMLName(.xhtml, .div) else { return }
        report.note(
            .error, element, section: section, "text of the type \"xhtml\" must be one \"div\" of XHTML's namespace")
    }

    private func checkLink(_ link: LintElement, _ report: inout LintReport) {
        report.requireAttributes([.href], in: link, section: "RFC 4287 §4.2.7.1")
        report.checkURL(
            link.attribute(.href) ?? "", of: link, .attribute(.href), mayBeRelative: true,
            section: "RFC 4287 §4.2.7.1")
        if let type = link.attribute(.type) { report.checkMediaType(type, of: link, section: "RFC 4287 §4.2.7.3") }
        guard link.attribute(.rel) == "enclosure" else { return }
        if let length = link.attribute(.length) {
            report.checkNumber(length, of: link, .attribute(.length), section: "RFC 4287 §4.2.7.6")
        } else {
            report.note(.warning, link, section: "RFC 4287 §4.2.7.2", "the enclosure has no \"length\"")
        }
    }

    private func checkPerson(_ person: LintElement, _ report: inout LintReport) {
        report.require([.name], in: person, section: "RFC 4287 §3.2.1")
        if let email = person.first(.email), !email.trimmedText.utf8.contains(UInt8(ascii: "@")) {
            report.note(
                .error, email, .text, section: "RFC 4287 §3.2.3", "\"\(email.trimmedText.prefix(64))\" is no address")
        }
        if let uri = person.first(.uri) {
            report.checkURL(uri.trimmedText, of: uri, .text, mayBeRelative: true, section: "RFC 4287 §3.2.2")
        }
    }

    private func checkID(_ id: LintElement, _ report: inout LintReport) {
        let text = id.trimmedText
        guard !text.isEmpty, !URLText.isAbsolute(text) else { return }
        report.note(
            .error, id, .text, section: "RFC 4287 §4.2.6", reading: text,
            "the id \"\(text.prefix(200))\" is no absolute IRI; write one as tag:example.org,2026:1")
    }

    /// Whether text holds a tag of HTML's, which a reader of HTML would not show.
    private static func looksLikeHTML(_ text: Span<UInt8>) -> Bool {
        let openings = text.indices.count { text[$0] == UInt8(ascii: "<") }
        guard openings > 0, text.firstIndex(of: UInt8(ascii: ">")) != nil else { return false }
        return HTMLText.plainText(text, unknownTags: .text).utf8.count { $0 == UInt8(ascii: "<") } < openings
    }
}
