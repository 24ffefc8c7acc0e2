import FeedHTML
import FeedText

extension DecoderProbe {
    /// HTML as text and with its URLs made absolute: bytes and strings give the same, a single line is one, making URLs
    /// absolute twice changes no more than once and never the text, an excerpt has no more characters than asked.
    static let html = DecoderProbe(
        "html", tokens: htmlTokens, takesFixture: { ["xml", "html"].contains($0.suffix) },
        probe: { bytes throws(BrokenPromise) in
            let html = String(decoding: bytes, as: UTF8.self)
            let line = HTMLText.plainText(html)
            try expect(line == HTMLText.plainText(html.utf8.span), "bytes and string give different texts")
            let text = HTMLText.plainText(html, layout: .paragraphs, images: .alternativeText)
            try expect(text.utf8.count <= 4 * bytes.count + 64, "\(text.utf8.count) bytes of \(bytes.count)")
            let once = HTMLLinks.absolutized(html, base: BaseURL("https://example.com/a/b?c#d"))
            try expect(
                HTMLLinks.absolutized(once, base: BaseURL("https://example.net/")) == once,
                "\(once) is made absolute again")
            try expect(
                HTMLText.plainText(once, layout: .paragraphs, images: .alternativeText) == text,
                "the text of \(once) has changed from \(text.debugDescription)")
            _ = HTMLSummary.firstImage(in: html, base: "https://example.com/")
            let limit = Int(bytes.first ?? 0) + 1
            let (beginning, rest) = HTMLSummary.split(line, limit: limit)
            try expect(beginning.count <= limit, "\(beginning) has more than \(limit) characters")
            try expect(beginning == line || !rest.isEmpty, "\(beginning) is cut, but there is no rest")
            for place in [HTMLEntities.Place.text, .attribute] {
                let decoded = HTMLEntities.decode(html, in: place)
                try expect(decoded.utf8.count <= 2 * html.utf8.count, "\(decoded.utf8.count) bytes of \(bytes.count)")
            }
        })

    /// The HTML sanitiser: sanitising twice changes no more than once, and no script is left; the blocks of either say
    /// the same.
    static let sanitizer = DecoderProbe(
        "sanitizer",
        samples: [
            "<p onclick=a()>x<script>y</script><a href='java&#10;script:z'>w</a>",
            "<svg><style><img src=x onerror=a()>",
            "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;<img src=1 onerror=a()>\">",
            "<noscript><p title=\"</noscript><img src=x onerror=a()>\">", "<form><div></form><form><b>x",
        ],
        tokens: htmlTokens + [
            " onload=", " style=\"a:url(b)\"", "<form>", "</form>", "<mglyph>", "<mtext>", "<foreignObject>",
        ],
        takesFixture: { ["xml", "html"].contains($0.suffix) },
        probe: { bytes throws(BrokenPromise) in
            let html = String(decoding: bytes, as: UTF8.self)
            let once = HTMLSanitizer.sanitized(html, base: "https://example.com/a/b")
            let twice = HTMLSanitizer.sanitized(once, base: "https://example.com/a/b")
            try expect(twice == once, "\(once.debugDescription) becomes \(twice.debugDescription)")
            try expect(!once.asciiLowercased.contains("<script"), "a script is left in \(once)")
            let blocks = HTMLBlock.blocks(of: html, base: "https://example.com/a/b")
            try expect(HTMLBlock.blocks(of: once) == blocks, "\(once.debugDescription) has other blocks")
        })

    /// What HTML is made of.
    static let htmlTokens = [
        "<p>", "</p>", "<br/>", "<pre>", "<script>", "</script>", "<style>", "<!--", "-->", "<!-->", "--!>",
        "<![CDATA[", "<svg>",
        "<math>", "<template>", "<table>", "<td>", "<li>", "<a href=\"", "<img src='", " srcset=\"a 1x, b 2x\"",
        " alt=\"x\"",
        "<noscript>", "<textarea>", "<title>", "<iframe>", "<object data=a>", "&amp;", "&lt;", "&notit;", "&#x80;",
        "&#0;",
        "&#99999999999;", "&ngE;", "&AMP", "<plaintext>", "<select>", "<option>", " data:", "javascript:", "//", "\0",
        "</",
        "<!", "<?", ">", "=\"", "='", "&", "\u{A0}",
    ]
}
