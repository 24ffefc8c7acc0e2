import EntryViews
import FeedHTML
import FeedModel
import TributaryPluginKit

/// The HTML of a message: nothing in it runs, and all that is loaded are the entry's own images.
enum MailPage {
    /// An entry whole.
    static func html(of texts: EntryTexts, language: String?) -> String {
        var page = begin(title: texts.title, language: language)
        appendHead(of: texts, "h1", to: &page)
        if let image = texts["image"], texts.delivery.entry.contentHTML?.contains("<img") != true {
            page.append(contentsOf: "<p><img".utf8)
            page.appendAttribute("src", image.utf8.span)
            page.appendAttribute("alt", "".utf8.span)
            page.append(contentsOf: "></p>\n".utf8)
        }
        page.append(contentsOf: "<div>".utf8)
        page.append(contentsOf: (texts.contentHTML ?? "").utf8)
        page.append(contentsOf: "</div>\n".utf8)
        appendParagraph(texts["tags"], to: &page)
        for attachment in texts.delivery.entry.attachments {
            guard let link = WebLink.safe(attachment.url) else { continue }
            page.append(contentsOf: "<p>".utf8)
            appendLink(attachment.title ?? link, link, to: &page)
            page.append(contentsOf: "</p>\n".utf8)
        }
        return end(&page)
    }

    /// Several entries, the beginning of each.
    static func html(ofDigest all: [EntryTexts]) -> String {
        var page = begin(title: "", language: nil)
        for texts in all {
            appendHead(of: texts, "h2", to: &page)
            appendParagraph(texts.summary, to: &page)
        }
        return end(&page)
    }
}

// MARK: - Private

extension MailPage {
    private static func begin(title: String, language: String?) -> [UInt8] {
        var page = Array("<!DOCTYPE html>\n<html".utf8)
        if let language, !language.isEmpty { page.appendAttribute("lang", language.utf8.span) }
        page.append(contentsOf: "><head><meta charset=\"utf-8\"><title>".utf8)
        page.appendText(title.utf8.span)
        page.append(contentsOf: "</title></head><body>\n".utf8)
        return page
    }

    private static func end(_ page: inout [UInt8]) -> String {
        page.append(contentsOf: "</body></html>\n".utf8)
        return String(decoding: page, as: UTF8.self)
    }

    private static func appendHead(of texts: EntryTexts, _ element: String, to page: inout [UInt8]) {
        page.append(contentsOf: "<\(element)>".utf8)
        appendLink(texts.title, texts.card.link, to: &page)
        page.append(contentsOf: "</\(element)>\n".utf8)
        appendParagraph(texts.byline, to: &page)
    }

    private static func appendLink(_ text: String, _ link: String?, to page: inout [UInt8]) {
        guard let link else { return page.appendText(text.utf8.span) }
        page.append(contentsOf: "<a".utf8)
        page.appendAttribute("href", link.utf8.span)
        page.append(UInt8(ascii: ">"))
        page.appendText(text.utf8.span)
        page.append(contentsOf: "</a>".utf8)
    }

    private static func appendParagraph(_ text: String?, to page: inout [UInt8]) {
        guard let text, !text.isEmpty else { return }
        page.append(contentsOf: "<p>".utf8)
        page.appendText(text.utf8.span)
        page.append(contentsOf: "</p>\n".utf8)
    }
}
