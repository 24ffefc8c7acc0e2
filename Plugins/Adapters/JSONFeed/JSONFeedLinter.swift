import FeedJSON
import FeedModel
import FeedText
import TributaryPluginKit

/// Holds a document against JSON Feed 1.1 and JSON itself, member by member.
///
/// What decoding says of values of a wrong type is not said again.
struct JSONFeedLinter {
    private(set) var diagnostics: [Diagnostic] = []

    private let text: [UInt8]
    private let places: SourcePlaces
    private let hasBase: Bool
    private var ids: Set<String> = []

    /// A linter of a text; relative URLs in it may have a base.
    init(_ text: [UInt8], hasBase: Bool) {
        self.text = text
        self.hasBase = hasBase
        places = SourcePlaces(text)
    }

    /// Looks at the whole document.
    mutating func run() {
        let (node, error) = JSONNode.parse(text, options: JSONFeedReader.options)
        // Where even a lenient reader has to stop decoding has said so.
        if error == nil, case .some(let strict) = JSONNode.parse(text, options: [.deepValuesAsNull]).error {
            note(.error, at: strict.offset, section: "RFC 8259", reading: "it as it is meant", strict.message)
        }
        guard let node, case .object(let members) = node.content else { return }
        checkFeed(node, members, isCutOff: error != nil)
        checkNames(in: node, saidOf: FeedMember.allCases.map(\.rawValue))
    }
}

// MARK: - Feed and items

extension JSONFeedLinter {
    /// - Parameter isCutOff: whether the last item may lack members that stand behind where the reading ended.
    private mutating func checkFeed(_ feed: JSONNode, _ members: [JSONNode.Member], isCutOff: Bool) {
        let section = FeedMember.section
        if !isCutOff { require(["version", "title", "items"], in: feed, section: section) }
        if let version = feed.member("version"), case .string(let url) = version.value.content {
            let known = ["https://jsonfeed.org/version/1", "https://jsonfeed.org/version/1.1"]
            if !known.contains(url) {
                note(
                    .error, at: version.value.offset, section: section, reading: "JSON Feed 1.1",
                    "\"\(url.prefix(200))\" is no version; write \"\(known[1])\"")
            }
            if url == known[1] { warnOfAuthor(in: feed, section: section) }
        }
        for name in ["home_page_url", "feed_url", "next_url", "icon", "favicon"] {
            checkURL(name, in: feed, section: section)
        }
        checkAuthors(in: feed, section: section)
        checkExtensions(members, FeedMember.self, section: section)
        for hub in elements("hubs", of: feed) {
            require(["type", "url"], in: hub, section: HubMember.section)
        }
        let items = elements("items", of: feed)
        for item in isCutOff ? items.dropLast() : items[...] { checkItem(item) }
    }

    private mutating func checkItem(_ item: JSONNode) {
        guard case .object(let members) = item.content else { return }
        let section = ItemMember.section
        checkID(of: item, section: section)
        if item.member("content_html") == nil, item.member("content_text") == nil {
            note(
                .error, at: item.offset, section: section,
                "the item has neither \"content_html\" nor \"content_text\"")
        }
        for name in ["url", "external_url", "image", "banner_image"] { checkURL(name, in: item, section: section) }
        for name in ["date_published", "date_modified"] {
            guard let date = item.member(name), case .string(let text) = date.value.content,
                let time = DateParser.parse(text), let fault = DateForm.fault(inRFC3339: text)
            else { continue }
            note(
                .error, at: date.value.offset, section: section, reading: time.rfc3339,
                "\"\(text.prefix(64))\": \(fault)")
        }
        checkAuthors(in: item, section: section)
        checkExtensions(members, ItemMember.self, section: section)
        for attachment in elements("attachments", of: item) {
            let section = AttachmentMember.section
            require(["url", "mime_type"], in: attachment, section: section)
            checkURL("url", in: attachment, section: section)
            guard let type = attachment.member("mime_type"), case .string(let text) = type.value.content,
                MediaType(parsing: text) == nil
            else { continue }
            note(.error, at: type.value.offset, section: section, "\"\(text.prefix(64))\" is no media type")
        }
    }

    private mutating func checkID(of item: JSONNode, section: String) {
        guard let id = item.member("id") else {
            note(
                .error, at: item.offset, section: section,
                reading: item.member("url") == nil ? "an id made from its text" : "its \"url\" as its id",
                "the item has no \"id\"")
            return
        }
        let text: String
        switch id.value.content {
        case .string(let string): text = string
        case .number(let number):
            text = number.literal
            note(
                .warning, at: id.value.offset, section: section, reading: "\"\(text)\"",
                "\"id\" is a number; write it as a text")
        default: return
        }
        if text.isEmpty {
            note(.error, at: id.value.offset, section: section, "\"id\" is empty")
        } else if !ids.insert(text).inserted {
            note(
                .error, at: id.value.offset, section: section,
                "\"\(text.prefix(200))\" is the id of an item before this one")
        }
    }
}

// MARK: - Rules for any object

extension JSONFeedLinter {
    private mutating func require(_ names: [String], in node: JSONNode, section: String) {
        guard case .object = node.content else { return }
        for name in names where node.member(name) == nil {
            note(.error, at: node.offset, section: section, "\"\(name)\" is missing")
        }
    }

    private mutating func warnOfAuthor(in node: JSONNode, section: String) {
        guard let author = node.member("author") else { return }
        note(
            .warning, at: author.nameOffset, section: section, reading: "\"authors\"",
            "\"author\" is JSON Feed 1.0's; write a list of \"authors\"")
    }

    private mutating func checkAuthors(in node: JSONNode, section: String) {
        for author in elements("authors", of: node) {
            guard case .object = author.content else { continue }
            if ["name", "url", "avatar"].allSatisfy({ author.member($0) == nil }) {
                note(
                    .error, at: author.offset, section: section, "an author has at least a name, a url or an avatar")
            }
            for name in ["url", "avatar"] { checkURL(name, in: author, section: section) }
        }
    }

    private mutating func checkURL(_ name: String, in node: JSONNode, section: String) {
        guard let member = node.member(name), case .string(let url) = member.value.content, !url.isEmpty,
            !URLText.isAbsolute(url.trimmingASCIIWhitespace)
        else { return }
        note(
            .warning, at: member.value.offset, section: hasBase ? section : "RFC 3986 §5.1",
            reading: hasBase ? nil : url,
            "\"\(name)\" is a relative URL" + (hasBase ? "; write it with its scheme" : ", and there is no base for it")
        )
    }

    /// Members of one's own begin with an underscore.
    private mutating func checkExtensions<Known: CaseIterable & RawRepresentable<String>>(
        _ members: [JSONNode.Member], _: Known.Type, section: String
    ) {
        for member in members where !member.name.hasPrefix("_") && Known(rawValue: member.name) == nil {
            note(
                .warning, at: member.nameOffset, section: #"JSON Feed 1.1 "Extensions""#,
                "\"\(member.name.prefix(64))\" is no member that JSON Feed knows; those of one's own begin with \"_\"")
        }
    }

    /// Names that an object has twice.
    ///
    /// - Parameter known: those of which decoding says so.
    private mutating func checkNames(in node: JSONNode, saidOf known: [String] = []) {
        switch node.content {
        case .array(let elements):
            for element in elements { checkNames(in: element, saidOf: known) }
        case .object(let members):
            var seen: Set<String> = []
            for member in members {
                if !seen.insert(member.name).inserted, !known.contains(member.name) {
                    note(
                        .warning, at: member.nameOffset, section: "RFC 8259 §4", reading: "the last",
                        "the object has \"\(member.name.prefix(64))\" twice")
                }
                let isItems = known.contains("items") && member.name == "items"
                checkNames(in: member.value, saidOf: isItems ? ItemMember.allCases.map(\.rawValue) : [])
            }
        default: break
        }
    }

    private func elements(_ name: String, of node: JSONNode) -> [JSONNode] {
        guard let member = node.member(name) else { return [] }
        switch member.value.content {
        case .array(let elements): return elements
        case .object: return [member.value]
        default: return []
        }
    }

    private mutating func note(
        _ severity: Diagnostic.Severity, at offset: Int, section: String, reading: String? = nil, _ message: String
    ) {
        diagnostics.append(
            Diagnostic(
                severity, place: Diagnostic.Place(places, at: offset), section: section, reading: reading, message))
    }
}
