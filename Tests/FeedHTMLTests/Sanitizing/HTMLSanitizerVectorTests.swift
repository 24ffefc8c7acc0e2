import FeedHTML
import Testing

/// The families of attacks that are known in public, each in words of this project's own.
@Suite("Attacks on sanitised HTML")
struct HTMLSanitizerVectorTests {
    private static let vectors = [
        // Scripts, plain and hidden.
        "<script>go()</script>", "<ScRiPt src=//evil.example/x></sCrIpT>", "<scr<script>ipt>go()</scr</script>ipt>",
        "<script/x>go()</script>", "<script\u{0}>go()</script>", "<<script>go();//<</script>", "<script>go()",
        "<script><!--<script></script>--></script><img src=x onerror=go()>", "<svg><script>go()</script></svg>",
        "<script x=\">\" src=//evil.example>", "<script\n>go()</script >", "<\u{0}script>go()</script>",
        // Event handlers.
        "<img src=x onerror=go()>", "<img src=x ONERROR = 'go()'>", "<img/src='x'/onerror=go()>",
        "<body onload=go()>", "<p onmouseover\n=\n\"go()\">a", "<a href=x onclick=go()//>a",
        "<img src=\"x\"onerror=\"go()\">",
        "<details open ontoggle=go()>", "<video><source onerror=go()></video>", "<svg/onload=go()>",
        "<input autofocus onfocus=go()>", "<marquee onstart=go()>m</marquee>", "<img src=x\u{C}onerror=go()>",
        "<p title=\"a\" on\u{0}click=go()>", "<b/x/onclick=go()>", "<audio src onloadstart=go()>",
        // Schemes.
        "<a href=javascript:go()>a</a>", "<a href=' \u{1} JaVaScRiPt:go()'>a</a>", "<a href='java\tscript:go()'>a</a>",
        "<a href='java&#10;script:go()'>a</a>", "<a href='&#106;&#x61;vascript&colon;go()'>a</a>",
        "<a href='java&NewLine;script&colon;go()'>a</a>", "<a href='&#0000106avascript:go()'>a</a>",
        "<a href='javascript&#58go()'>a</a>", "<a href='vbscript:go()'>a</a>",
        "<a href='data:text/html,<script>go()</script>'>a</a>",
        "<img src='javascript:go()'>", "<img src=\"data:image/svg+xml;base64,PHN2Zz4=\">",
        "<img dynsrc=javascript:go()>",
        "<a href=\"feed:javascript:go()\">a</a>", "<a href='java\u{0}script:go()'>a</a>",
        "<a href='\u{A0}javascript:go()'>a</a>",
        "<a href='view-source:javascript:go()'>a</a>", "<img srcset='x 1x,javascript:go() 2x'>",
        "<a href='jar:x!/'>a</a>",
        "<img srcset=', ,data:text/html,x 2x'>", "<video poster=javascript:go()>", "<q cite=javascript:go()>q</q>",
        "<a href='javascript://example.org/%0ago()'>a</a>", "<a href=`javascript:go()`>a</a>",
        "<a href='https:javascript:go()'>a</a>",
        "<form action=javascript:go()><button formaction=javascript:go()>b</form>",
        "<base href='javascript:/a/'><a href='x'>a</a>", "<a xlink:href=javascript:go()>a</a>",
        "<table background=javascript:go()>",
        // Styles.
        "<p style='width: expression(go())'>a", "<p style='x:\\65xpression(go())'>a",
        "<p style=\"-moz-binding:url(x)\">a",
        "<style>@import 'javascript:go()';</style>", "<style><img src='</style><img src=x onerror=go()>'>",
        "<link rel=stylesheet href=javascript:go()>", "<p style=position:fixed;top:0>a",
        "<style/><img src=x onerror=go()></style>",
        "<div style='background:url(javascript:go())'>a", "<font style='behavior:url(x)'>a",
        "<style>*{}</style\u{0}><b>a",
        // Documents within documents.
        "<iframe src=javascript:go()></iframe>", "<iframe srcdoc='<script>go()</script>'></iframe>",
        "<frameset><frame src=javascript:go()>",
        "<object data=javascript:go()></object>", "<embed src=//evil.example/x.swf>", "<applet code=X></applet>",
        "<meta http-equiv=refresh content='0;url=javascript:go()'>", "<isindex action=javascript:go() type=image>",
        "<iframe><img src=x onerror=go()></iframe>", "<portal src=javascript:go()>", "<?xml-stylesheet href='x'?><p>a",
        "<!DOCTYPE a [<!ENTITY e '<script>go()</script>'>]>&e;", "<image src=x onerror=go()>",
        // Comments, sections, instructions.
        "<!--><img src=x onerror=go()>-->", "<!--[if gte IE 4]><script>go()</script><![endif]-->",
        "<!-- --!><img src=x onerror=go()> -->",
        "<![CDATA[<script>go()</script>]]>", "<svg><![CDATA[<img src=x onerror=go()>]]></svg>",
        "<!--`<img src=x onerror=go()>-->",
        "<? foo=\"><script>go()</script>\">", "</ foo=\"><script>go()</script>\">",
        "<! foo=\"><script>go()</script>\">",
        "<!---><b>a", "<comment><img src='</comment><img src=x onerror=go()>'></comment>",
        "<%<!--'%><script>go()</script -->",
        // Text that becomes markup when it is read again.
        "<noscript><p title=\"</noscript><img src=x onerror=go()>\"></noscript>",
        "<textarea><p title=\"</textarea><img src=x onerror=go()>\">",
        "<title><p title=\"</title><img src=x onerror=go()>\"></title>",
        "<xmp><p title=\"</xmp><img src=x onerror=go()>\"></xmp>",
        "<noembed><b title=\"</noembed><img src=x onerror=go()>\"></noembed>",
        "<noframes><b title=\"</noframes><img src=x onerror=go()>\">",
        "<plaintext><img src=x onerror=go()>", "<listing>&lt;img src=x onerror=go()&gt;</listing>",
        "<p title='&lt;/p&gt;&lt;script&gt;'>a",
        "&lt;script&gt;go()&lt;/script&gt;", "&amp;lt;script&amp;gt;", "<img alt=\"``onerror=go()\" src=x>",
        "<img title='\"><script>go()</script>' src=x>", "<a title=\"a&quot; onclick=&quot;go()\">b</a>",
        "<p title=a&#34;onclick=go()>b",
        // Foreign elements.
        "<svg><style><img src=x onerror=go()></style></svg>", "<math><style><img src=x onerror=go()></style></math>",
        "<svg></p><style><a title=\"</style><img src=x onerror=go()>\">",
        "<svg><p><style><b title=\"</style><img src=x onerror=go()>\">",
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=go()&gt;\">",
        "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=go()>",
        "<math><annotation-xml encoding='text/html'><style><img src=x onerror=go()></style></annotation-xml></math>",
        "<svg><foreignObject><iframe srcdoc='&lt;script&gt;'></iframe></foreignObject></svg>",
        "<svg><desc><![CDATA[</desc><script>go()</script>]]>",
        "<svg><use href='data:image/svg+xml,x#y'/></svg>",
        "<svg><animate attributeName=href values=javascript:go() /><a id=x>",
        "<math href=javascript:go()>a</math>", "<svg><title><style><img src='</style><img src=x onerror=go()>'>",
        "<svg><set attributeName=onload to=go()>",
        "<math><mi//xlink:href='data:x,<script>go()</script>'>",
        "<svg><a xlink:href='javascript:go()'><text>t</text></a></svg>",
        // The tree that tags don't make.
        "<table><script>go()</script><tr><td>a", "<table><img src=x onerror=go()><td>",
        "<table><a href=x><table><a href=y>", "<select><script>go()</script>",
        "<select><style></select><img src=x onerror=go()></style>", "<template><script>go()</script></template>",
        "<b><table><b><i></b></table></i>",
        "<form><form><b></form><input onfocus=go()>", "<a href=x><div><a href=y></div></a>",
        "<p><table><p><td><p></table></p>", "<button><p><button><p>",
        "<table><tr><td><svg><desc><td><script>go()</script>", "<b><p><b><p></b></p></b>", "<dl><dd><dl><dt></dd></dl>",
        "<li><ul><li></li></li></ul>",
        "<h1><h2></h1></h2>", "<nobr><nobr><b></nobr>", "<a><b><a></b><i></a></i>",
        "<table><caption><table></caption></table>", "<frameset></frameset><img src=x onerror=go()>",
        // Cut off and broken.
        "<img src=x onerror=go()", "<a href=\"javascript:go()", "<script", "</script", "<img src='x", "<", "</", "<!",
        "<!-", "&", "&#", "<p =x=y>", "<p '\"=>a", "<a/=/href=x>",
    ]

    @Test("Nothing of an attack is left, and doing it twice is doing it once", arguments: vectors)
    func harmless(vector: String) {
        expectHarmless(vector)
        expectHarmless("<p>before</p>" + vector + "<p title='x'>behind</p>")
        expectHarmless("<table><tr><td>" + vector + "</td></tr></table>", words: [])
        expectHarmless("<svg>" + vector + "</svg>", words: [])
    }

    @Test("Every beginning of an attack is as harmless", arguments: vectors)
    func prefixes(vector: String) {
        let scalars = vector.unicodeScalars
        for end in scalars.indices {
            expectHarmless(String(scalars[..<end]) + "<b>x</b>")
        }
    }

    @Test("Parts of attacks in any order leave nothing, and come to rest", arguments: 0..<40)
    func shuffled(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            var html = ""
            for _ in 0..<Int.random(in: 1...24, using: &generator) {
                html += Self.parts.randomElement(using: &generator) ?? ""
            }
            expectHarmless(html, note: "seed \(seed)")
        }
    }

    @Test("No text in elements that readers see is lost, however they are nested", arguments: 0..<20)
    func text(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            var html = ""
            var words: [String] = []
            for number in 0..<Int.random(in: 1...24, using: &generator) {
                html += Self.seenParts.randomElement(using: &generator) ?? ""
                words.append("word\(number);")
                html += words[number]
            }
            expectHarmless(html, words: words, note: "seed \(seed)")
        }
    }

    private func expectHarmless(_ html: String, words: [String] = [], note: String = "") {
        let once = HTMLSanitizer.sanitized(html)
        let fault = StrictMarkup.fault(in: once)
        #expect(fault == nil, "\(note) \(html.debugDescription) gives \(once.debugDescription)")
        let twice = HTMLSanitizer.sanitized(once)
        #expect(twice == once, "\(note) \(html.debugDescription)")
        let lost = words.filter { !once.contains($0) }
        #expect(lost.isEmpty, "\(note) \(html.debugDescription) gives \(once.debugDescription)")
    }

    private static let seenParts =
        [
            "a", "b", "i", "p", "div", "span", "table", "tr", "td", "th", "caption", "tbody", "thead", "ul", "ol", "li",
            "dl", "dd", "dt", "h1", "h2", "pre",
            "blockquote", "center", "form", "button", "section", "ruby", "rt", "rp", "picture", "video", "details",
            "em", "code", "q", "font", "noscript", "svg", "math",
            "nobr", "u", "address", "object", "x-y", "fieldset",
        ].flatMap { ["<\($0)>", "</\($0)>", "<\($0) title='t'>"] } + [
            "<br>", "<hr>", "<img>", "\n", " ", "</br>", "<p/>",
        ]

    private static let parts =
        seenParts + vectors.filter { $0.utf8.count < 60 } + [
            "<style>", "</style>", "<script>", "</script>", "<!--", "-->", "--!>", "<![CDATA[", "]]>", "<textarea>",
            "</textarea>", "<title>", "</title>",
            "<select>", "</select>", "<option>", "<template>", "</template>", "<plaintext>", "<xmp>", "</xmp>",
            "<mtext>", "<mglyph>", "<foreignObject>", "<desc>",
            "<annotation-xml encoding=text/html>", "<iframe src=//v.example/>", "</iframe>", "\"", "'", "`", "<", ">",
            "&", "=", "/", "\u{0}", "\r", "\t", "\u{A0}", "日本",
            "&lt;", "&amp;", "&nbsp", "&#0;", "&#13;", "onerror=go()", "href=javascript:go()", "<a href=\"",
            "<p title='", "<img src=x ", "\u{FEFF}", "\u{FFFF}", "\u{85}",
        ]
}
