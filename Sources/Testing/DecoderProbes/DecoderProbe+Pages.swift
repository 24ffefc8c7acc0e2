import FeedFormats
import FeedHTML
import FeedModel
import FeedText

extension DecoderProbe {
    /// Pages and whatever is no feed: each is something, said in one line; links are absolute, each once, and not many.
    static let pages = DecoderProbe(
        "pages",
        samples: [
            "<html lang=ja><base href=//b><link rel='alternate feed' type=application/atom+xml href=a title='&#x3042;'>",
            "<a href=/feed>a<b>b</a><a href=feed:https:/x.rss><form action=/login><input type=password>",
            "<title>a</title><svg><title>b", "GIF89a", "<opml/>", "<!doctype svg><svg/>", "{\"a\":", "\u{FEFF}",
        ],
        tokens: htmlTokens + [
            "<link rel=alternate ", " rel=feed", " type=application/rss+xml", " href=", "<base href=", "feed:",
            "?feed=rss2",
            "<form action=", "<input type=password>", "%PDF-", "RIFF", "<?xml version='1.0'?>", "<!DOCTYPE html",
        ],
        takesFixture: { ["html", "opml", "xml"].contains($0.suffix) },
        probe: { bytes throws(BrokenPromise) in
            let line = DocumentKind(
                of: Document(url: "https://example.com/a/", mediaType: nil, bytes: bytes)
            ).description
            try expect(!line.isEmpty && !line.utf8.contains(UInt8(ascii: "\n")), "\(line.debugDescription) is no line")
            let links = HTMLPage(bytes.span, url: "https://example.com/a/").feedLinks
            try expect(links.count <= HTMLPage.mostLinks, "\(links.count) links")
            try expect(Set(links.map(\.url)).count == links.count, "a link stands twice among \(links)")
            for link in links {
                try expect(
                    link.url.hasPrefix("http://") || link.url.hasPrefix("https://"), "\(link.url) is no URL of the web")
            }
        })

    /// OPML: what is written of what was read is read as the same.
    static let opml = DecoderProbe(
        "opml",
        samples: [
            "<opml><head><title>a</title></head><body><outline text='b'><outline xmlUrl='c' category='d,e/f'/></outline></body></opml>",
            "<OPML><outline XMLURL=a text=b><outline url='feed:c' type=link>",
            "<opml><outline text='&amp;#10;'><outline xmlurl='x&#10;y' title='&lt;'/>",
        ],
        tokens: [
            "<opml>", "</opml>", "<outline ", "</outline>", "/>", ">", " text='", " title=\"", " xmlUrl='u'",
            " category=',/'",
            "<head>", "<title>", "&amp;", "&#10;", "&lt;", "'", "\"",
        ],
        takesFixture: { $0.suffix == "opml" },
        probe: { bytes throws(BrokenPromise) in
            guard let list = OPML.read(Document(url: nil, mediaType: nil, bytes: bytes))?.list else { return }
            guard let again = OPML.read(Document(url: nil, mediaType: nil, bytes: list.bytes)) else {
                throw BrokenPromise("what is written is no OPML: \(text(list.bytes))")
            }
            try expect(again.findings.all.isEmpty, "what is written has faults: \(again.findings.all)")
            try expect(
                again.list.bytes == list.bytes, "\(text(list.bytes)) is written as \(text(again.list.bytes)) again")
        })
}
