import FeedFormats
import FeedModel
import FeedText
import Testing

@Suite("What a document is that is no feed")
struct DocumentKindTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var bytes: [UInt8]
        var type: String?
        var testDescription: String

        init(_ bytes: [UInt8], _ description: String, type: String? = nil) {
            self.bytes = bytes
            self.type = type
            testDescription = description
        }

        init(_ text: String, _ description: String, type: String? = nil) {
            self.init(Array(text.utf8), description, type: type)
        }
    }

    private static let noFeed = "an HTML page that links to no feed; give the address of its feed"
    private static let login = "a login page; the feed may need credentials in the subscription's \"http\""
    private static let link = "<link rel=alternate type=application/atom+xml href="

    private static let cases = [
        Case("", "the document is empty"),
        Case("\u{FEFF} \n\t", "the document is empty"),
        Case(
            "<!DOCTYPE html><title>Just a  moment…</title>",
            "an HTML page \"Just a moment…\" that links to no feed; give the address of its feed"),
        Case(
            "<html><title>\(String(repeating: "x", count: 61))</title>\(link)/1>",
            "an HTML page \"\(String(repeating: "x", count: 60))…\"; it links to https://example.com/1"),
        Case("  <!-- saved -->\n<HTML><body>", noFeed),
        Case("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>", noFeed),
        Case("<div>a piece</div>", noFeed),
        Case("Not found <b>here</b>", noFeed, type: "text/html"),
        Case("\u{FEFF}<html>", noFeed),
        Case(Array("<html>".utf8).flatMap { [$0, 0] }, noFeed),
        Case("<html>\(link)/atom.xml>", "an HTML page; it links to https://example.com/atom.xml"),
        Case(
            "<html>\(link)/1>\(link)/2>\(link)/3?token=geheim>\(link)/4>\(link)/5>",
            "an HTML page; it links to https://example.com/1, https://example.com/2, "
                + "https://example.com/3?token=*** and 2 more"),
        Case("<html>\(link)/1><input type=password>", "an HTML page; it links to https://example.com/1"),
        Case("<html><form><input name=user><input type='password'></form>", login),
        Case("<opml version='2.0'/>", "an OPML list of subscriptions; read it with tributary import"),
        Case(
            "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'/>",
            "a sitemap, which lists the pages of a site"),
        Case("<?xml version='1.0'?><!DOCTYPE svg><svg:svg/>", "an SVG image"),
        Case("<OpenSearchDescription/>", "a description of a search engine"),
        Case("<catalogue/>", "an XML document of another kind, with the root element \"catalogue\""),
        Case("<?xml version='1.0'?><a:div/>", "an XML document of another kind, with the root element \"a:div\""),
        Case("<table/>", "an XML document of another kind, with the root element \"table\"", type: "text/xml"),
        Case("{\"a\": [1, 2]}", "a JSON document of another kind"),
        Case("[{\"a\": ", "a JSON document of another kind"),
        Case("{{ a template }}", "plain text"),
        Case("[1] a footnote", "plain text"),
        Case("Guten Tag", "plain text"),
        Case("ID3 is a tag, BZh none", "plain text"),
        Case("<<< >>>", "plain text"),
        Case([0x82, 0xA0, 0x82, 0xA2], "plain text"),
        Case([1, 2, 3, 4, 5], "data that is no text"),
        Case([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], "a PNG image"),
        Case([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG image", type: "text/html"),
        Case("GIF89a", "a GIF image"),
        Case("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8", "a WebP image"),
        Case("RIFF\u{1}\u{2}\u{3}\u{4}WAVE", "a WAV audio file"),
        Case("\0\0\0\u{1C}ftypavif", "an AVIF image"),
        Case("\0\0\0\u{1C}ftypM4A ", "an MPEG-4 audio file"),
        Case("%PDF-1.7", "a PDF document"),
        Case("PK\u{3}\u{4}\u{14}", "a ZIP archive"),
        Case([0x1F, 0x8B, 8], "a gzip archive"),
        Case("ID3\u{4}\0", "an MP3 audio file"),
        Case([0xFF, 0xFB, 0x90, 0x64], "an MP3 audio file"),
        Case("OggS\0", "an Ogg audio file"),
        Case("SQLite format 3\0", "an SQLite database"),
    ]

    @Test("It is said in one line", arguments: cases)
    func description(_ example: Case) {
        let document = Document(
            url: "https://example.com/", mediaType: example.type.flatMap { MediaType(parsing: $0) },
            bytes: example.bytes)
        #expect(DocumentKind(of: document).description == example.testDescription)
    }

    @Test("Any first bytes are something, in one line")
    func anything() {
        for first in UInt8.min...UInt8.max {
            for rest in ["", "\u{FF}", "<html", "\0\0\0"] {
                let kind = DocumentKind(
                    of: Document(url: nil, mediaType: nil, bytes: [first] + Array(rest.utf8)))
                #expect(!kind.description.isEmpty && !kind.description.contains("\n"))
            }
        }
    }
}
