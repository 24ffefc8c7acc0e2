import FeedText
import Testing

@Suite("Media types")
struct MediaTypeTests {
    @Test(
        "Type and charset are read as servers write them",
        arguments: [
            ("text/xml", "text/xml", nil),
            ("Application/RSS+XML; Charset=\"Shift_JIS\"", "application/rss+xml", "Shift_JIS"),
            ("text/html;charset=utf-8;q=1", "text/html", "utf-8"),
            (" text/xml ; version=1 ; charset = 'EUC-JP' ", "text/xml", "EUC-JP"),
            ("text/xml; charset=", "text/xml", nil),
            ("text/xml charset=koi8-r, text/html; charset=x", "text/xml", "koi8-r"),
        ] as [(String, String, String?)])
    func parsing(text: String, essence: String, charset: String?) throws {
        let type = try #require(MediaType(parsing: text))
        #expect(type.essence == essence)
        #expect(type.charset == charset)
    }

    @Test("What names no type and subtype is none", arguments: ["", "xml", "/", "text/", "/xml", "; charset=utf-8"])
    func nonsense(text: String) {
        #expect(MediaType(parsing: text) == nil)
    }

    @Test("Families are told by their suffixes")
    func families() throws {
        #expect(try #require(MediaType(parsing: "application/atom+xml")).isXML)
        #expect(try #require(MediaType(parsing: "application/feed+json")).isJSON)
        #expect(try #require(MediaType(parsing: "text/html")).isHTML)
        #expect(try !#require(MediaType(parsing: "application/json")).isXML)
    }
}
