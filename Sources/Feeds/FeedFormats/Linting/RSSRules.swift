import FeedText
import FeedXML

/// The rules of RSS 2.0 with the RSS Advisory Board's profile, and where the root is `rdf:RDF` those of RSS 1.0.
struct RSSRules: LintRules {
    static let isCoreAtom = false

    private var guids: Set<String> = []

    static func isEntry(_ name: XMLName) -> Bool { name == XMLName(.core, .item) }

    mutating func check(_ element: LintElement, in parents: [LintElement], _ report: inout LintReport) {
        guard element.name.namespace == FeedNamespace.core.rawValue else {
            if element.name == XMLName(.rdf, .RDF) {
                checkRDF(element, &report)
            } else {
                ModuleRules.check(element, &report)
            }
            return
        }
        let isRDF = parents.first?.term == .RDF
        switch element.term {
        case .rss where parents.isEmpty: checkRoot(element, &report)
        case .channel: isRDF ? checkRDFChannel(element, &report) : checkChannel(element, &report)
        case .item: isRDF ? checkRDFItem(element, &report) : checkItem(element, in: parents, &report)
        case .pubDate, .lastBuildDate: report.checkRFC822(element, section: "RFC 822 §5")
        case .link, .url, .docs, .comments:
            report.checkURL(
                element.trimmedText, of: element, .text, mayBeRelative: false, section: "RSS 2.0 \"\(element.written)\""
            )
        case .enclosure: checkEnclosure(element, &report)
        case .image where !isRDF && parents.last?.term == .channel: checkImage(element, &report)
        case .author, .managingEditor, .webMaster: checkAddress(element, &report)
        default: checkDetail(element, &report)
        }
    }
}

extension RSSRules {
    private func checkRoot(_ root: LintElement, _ report: inout LintReport) {
        report.requireAttributes([.version], in: root, section: "RSS 2.0 \"rss\"")
        if !root.has(.channel) {
            report.note(.error, root, section: "RSS 2.0 \"channel\"", "\"rss\" has no \"channel\"")
        }
    }

    private func checkChannel(_ channel: LintElement, _ report: inout LintReport) {
        report.require([.title, .link, .description], in: channel, section: "RSS 2.0 \"channel\"")
        if !channel.all(.link, in: .atom).contains(where: { $0.attribute(.rel) == "self" }) {
            report.note(
                .warning, channel, section: "RSS Advisory Board profile \"atom:link\"",
                "the channel has no \"atom:link\" to itself, with rel=\"self\"")
        }
        checkLanguage(of: channel, &report)
    }

    private mutating func checkItem(_ item: LintElement, in parents: [LintElement], _ report: inout LintReport) {
        if parents.last?.term != .channel {
            report.note(
                .error, item, section: "RSS 2.0 \"item\"", reading: "an item of the channel",
                "\"item\" stands in \"\(parents.last?.written ?? "")\"; it belongs into \"channel\"")
        }
        if !item.has(.title), !item.has(.description), !item.has(.encoded, in: .content) {
            report.note(
                .error, item, section: "RSS 2.0 \"item\"", "the item has neither \"title\" nor \"description\"")
        }
        checkGUID(of: item, &report)
        if item.all(.enclosure).count > 1 {
            report.note(
                .warning, item.all(.enclosure)[1], section: "RSS Advisory Board profile \"enclosure\"",
                reading: "all enclosures", "the item has more than one \"enclosure\"; many readers see one")
        }
        for term in [FeedTerm.title, .link, .description, .pubDate, .guid, .author, .comments] {
            guard let second = item.repeated(term) else { continue }
            report.note(
                .error, second, section: "RSS 2.0 \"item\"", reading: "the first",
                "the item has more than one \"\(term.text)\"")
        }
    }

    private mutating func checkGUID(of item: LintElement, _ report: inout LintReport) {
        guard let guid = item.first(.guid) else {
            report.note(
                .warning, item, section: "RSS Advisory Board profile \"guid\"",
                reading: item.has(.link) ? "the link as its id" : "an id made from its text",
                "the item has no \"guid\"")
            return
        }
        let text = guid.trimmedText
        guard !text.isEmpty else {
            report.note(.error, guid, section: "RSS 2.0 \"guid\"", "\"guid\" is empty")
            return
        }
        if !guids.insert(text).inserted {
            report.note(
                .error, guid, .text, section: "RSS 2.0 \"guid\"",
                "\"\(text.prefix(200))\" is the guid of an item before this one")
        }
        let isPermaLink = guid.attribute(.isPermaLink)
        if let isPermaLink, isPermaLink != "true", isPermaLink != "false" {
            report.note(
                .error, guid, .attribute(.isPermaLink), section: "RSS 2.0 \"guid\"",
                "\"isPermaLink\" is \"\(isPermaLink.prefix(64))\"; it may be true or false")
        }
        guard (isPermaLink?.asciiLowercased ?? "true") == "true" else { return }
        switch URLText.scheme(of: text) {
        case "http", "https":
            report.checkURL(text, of: guid, .text, mayBeRelative: false, section: "RSS 2.0 \"guid\"")
        default:
            report.note(
                .error, guid, .text, section: "RSS 2.0 \"guid\"", reading: "an id that is no link",
                "\"\(text.prefix(200))\" is no URL; say isPermaLink=\"false\"")
        }
    }

    private func checkEnclosure(_ enclosure: LintElement, _ report: inout LintReport) {
        let section = "RSS 2.0 \"enclosure\""
        report.requireAttributes([.url, .length, .type], in: enclosure, section: section)
        if let url = enclosure.attribute(.url) {
            report.checkURL(url, of: enclosure, .attribute(.url), mayBeRelative: false, section: section)
        }
        if let length = enclosure.attribute(.length), !length.isEmpty {
            report.checkNumber(length, of: enclosure, .attribute(.length), section: section)
        }
        if let type = enclosure.attribute(.type), !type.isEmpty {
            report.checkMediaType(type, of: enclosure, section: section)
        }
    }

    private func checkImage(_ image: LintElement, _ report: inout LintReport) {
        let section = "RSS 2.0 \"image\""
        report.require([.url, .title, .link], in: image, section: section)
        for (term, most) in [(FeedTerm.width, 144), (.height, 400)] {
            guard let element = image.first(term) else { continue }
            report.checkNumber(element.trimmedText, of: element, .text, section: section)
            if let value = Int(element.trimmedText), value > most {
                report.note(.error, element, .text, section: section, "\"\(term.text)\" is more than \(most)")
            }
        }
    }

    private func checkAddress(_ person: LintElement, _ report: inout LintReport) {
        let text = person.trimmedText
        guard !text.isEmpty, person.children.isEmpty, !text.utf8.contains(UInt8(ascii: "@")) else { return }
        report.note(
            .warning, person, .text, section: "RSS 2.0 \"\(person.written)\"",
            reading: "the name \"\(text.prefix(200))\"",
            "\"\(person.written)\" must be an e-mail address; a name alone goes into \"dc:creator\"")
    }

    private func checkLanguage(of channel: LintElement, _ report: inout LintReport) {
        guard let language = channel.first(.language) else { return }
        let text = language.trimmedText
        let isTag = text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        guard text.isEmpty || !isTag || text.utf8.first?.isASCIILetter != true else { return }
        report.note(
            .error, language, .text, section: "RFC 5646 §2.1", reading: FeedElement.languageTag(text),
            "\"\(text.prefix(64))\" is no language tag; write one as ja or en-GB")
    }

    private func checkDetail(_ element: LintElement, _ report: inout LintReport) {
        let section = "RSS 2.0 \"\(element.written)\""
        switch element.term {
        case .ttl: report.checkNumber(element.trimmedText, of: element, .text, section: section)
        case .hour:
            if let hour = Int(element.trimmedText), (0...23).contains(hour) { return }
            report.note(.error, element, .text, section: section, "an hour is a number from 0 to 23")
        case .day:
            let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
            if days.contains(element.trimmedText) { return }
            report.note(.error, element, .text, section: section, "a day is the English name of one: Monday")
        case .cloud:
            report.requireAttributes([.domain, .port, .path, .protocol], in: element, section: section)
            // Only the protocols that call procedures have one to name.
            if element.attribute(.protocol)?.asciiLowercased != "http-post" {
                report.requireAttributes([.registerProcedure], in: element, section: section)
            }
        case .source: report.requireAttributes([.url], in: element, section: section)
        case .textInput: report.require([.title, .description, .name, .link], in: element, section: section)
        default: break
        }
    }
}

// MARK: - RSS 1.0

extension RSSRules {
    private func checkRDF(_ root: LintElement, _ report: inout LintReport) {
        if !root.has(.channel) {
            report.note(.error, root, section: "RSS 1.0 §5.2", "\"\(root.written)\" has no \"channel\"")
        }
    }

    private func checkRDFChannel(_ channel: LintElement, _ report: inout LintReport) {
        checkAbout(channel, section: "RSS 1.0 §5.3", &report)
        report.require([.title, .link, .description], in: channel, section: "RSS 1.0 §5.3")
    }

    private func checkRDFItem(_ item: LintElement, _ report: inout LintReport) {
        checkAbout(item, section: "RSS 1.0 §5.5", &report)
        report.require([.title, .link], in: item, section: "RSS 1.0 §5.5")
    }

    private func checkAbout(_ element: LintElement, section: String, _ report: inout LintReport) {
        guard !element.attributes.contains(where: { $0.name == XMLName(.rdf, .about) }) else { return }
        report.note(.error, element, section: section, "\"\(element.written)\" has no \"rdf:about\"")
    }
}
