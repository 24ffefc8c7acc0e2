import FeedHTML
import Testing

@Suite("Sanitised HTML")
struct HTMLSanitizerTests {
    @Test(
        "Harmless markup stays, byte for byte",
        arguments: [
            "", "plain text, 日本語", "it's \"so\"", "a &lt; b &amp;&amp; c &gt; d",
            "<p>One <b>bold</b>, <i>two</i> <em lang=\"fr\">trois</em>.</p>\n<p>Next.</p>",
            "<a href=\"https://example.org/a?b=1&amp;c=2\" title=\"t &quot;q&quot;\">link</a>",
            "<a href=\"mailto:ann@example.org\">mail</a> <a href=\"tel:+3225550100\">call</a> <a href=\"x/y#z\">near</a>",
            "<img src=\"https://example.org/i.png\" alt=\"a cat\" width=\"20\" height=\"10\" loading=\"lazy\">",
            "<img srcset=\"https://example.org/1.png 1x, https://example.org/2.png 2x\" sizes=\"50vw\">",
            "<picture><source srcset=\"https://example.org/i.webp\" type=\"image/webp\"><img src=\"https://example.org/i\"></picture>",
            "<video src=\"https://example.org/v\" poster=\"https://example.org/p\" controls=\"\">no <b>video</b></video>",
            "<audio controls=\"\"><source src=\"https://example.org/a.ogg\" type=\"audio/ogg\"></audio>",
            "<ul><li>a</li><li>b<ol start=\"3\" reversed=\"\"><li value=\"7\">c</li></ol></li></ul>",
            "<dl><dt>t</dt><dd>d</dd></dl><blockquote cite=\"https://example.org/\"><p>q</p></blockquote><hr>",
            "<table><caption>c</caption><thead><tr><th scope=\"col\">h</th></tr></thead><tbody><tr><td colspan=\"2\">d</td></tr></tbody></table>",
            "<table><tr><td>a</td><td>b</td></tr>\n<tr><td>c</td></tr></table>",
            "<table><tbody><tr><td><table><tr><td>in</td></tr></table></td></tr></tbody></table>",
            "<pre><code>if a &lt; b {\n    c()\n}\n</code></pre>", "<pre>\n\nan empty line first</pre>",
            "<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "<p dir=\"rtl\" lang=\"ar\">سلام</p>",
            "<details open=\"\"><summary>s</summary>d</details>",
            "<figure><img alt=\"\"><figcaption>f</figcaption></figure>",
            "1<sup>st</sup> H<sub>2</sub>O <del datetime=\"2026-11-20\">x</del><ins>y</ins> <kbd>k</kbd><br>a<wbr>b",
            "<time datetime=\"2026-11-20\">today</time>&nbsp;<span title=\"x\">s</span>",
        ])
    func harmless(html: String) {
        #expect(HTMLSanitizer.sanitized(html) == html)
    }

    @Test("Where a policy wants it, URLs that are relative to nothing go, and an image becomes its alternative text")
    func relativeToNothing() {
        var policy = HTMLPolicy.standard
        policy.keepsRelativeURLs = false
        let html = """
            <a href="/a">a</a> <a href="#b">b</a> <a href="">c</a> <a href="https://example.org/d">d</a> \
            <img src="e.png" alt="the &lt;e&gt;"><img src="f.png"><img srcset="https://example.org/g.png 2x" src="g.png">
            """
        let clean = HTMLSanitizer.sanitized(html, policy: policy)
        #expect(
            clean == """
                <a>a</a> <a>b</a> <a>c</a> <a href="https://example.org/d">d</a> \
                the &lt;e&gt;<img srcset="https://example.org/g.png 2x">
                """)
        #expect(HTMLSanitizer.sanitized(clean, policy: policy) == clean)
        let based = HTMLSanitizer.sanitized(html, base: "https://example.org/x/", policy: policy)
        #expect(based.contains(#"<a href="https://example.org/x/#b">b</a>"#) && based.contains("/x/f.png"))
    }

    @Test(
        "What is written otherwise than by this project is written anew",
        arguments: [
            ("<P>a<P>b", "<p>a</p><p>b</p>"), ("<b>x<i>y</b>z</i>", "<b>x<i>y</i></b><i>z</i>"),
            ("<br/><BR></br>", "<br><br><br>"), ("<a href=x>y", "<a href=\"x\">y</a>"),
            ("<a href='x'/>y", "<a href=\"x\"></a>y"), ("a > b", "a &gt; b"),
            ("caf&eacute;\u{A0}&nbsp;", "café&nbsp;&nbsp;"),
            ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"), ("a\r\nb\rc", "a\nb\nc"), ("x\u{0}y\u{8}", "xy"),
            ("<table>x<tr><td>y</table>", "x<table><tr><td>y</td></tr></table>"), ("<p>a</div>b", "<p>ab</p>"),
            ("<td>a</td>b", "ab"), ("<p title=a title=b>c", "<p title=\"a\">c</p>"), ("I <3 you", "I &lt;3 you"),
            ("<p title=`a`>", "<p title=\"&#96;a&#96;\"></p>"), ("<p title>", "<p title=\"\"></p>"),
            (
                "a<image src=\"https://example.org/i.png\" alt=i>b",
                "a<img src=\"https://example.org/i.png\" alt=\"i\">b"
            ),
            ("<![CDATA[One. <b>two</b>]]>", "One. <b>two</b>"), ("<p><![CDATA[a<![CDATA[b]]></p>c", "<p>ab</p>c"),
            ("<![CDATA[cut <i>o", "cut <i>o</i>"),
            ("<i title=\"]]>\"><![CDATA[x</i>]]>y", "<i title=\"]]&gt;\">x</i>y"),
            ("<video src='v' autoplay loop>", "<video src=\"v\" loop=\"\" controls=\"\"></video>"),
        ])
    func rewritten(html: String, expected: String) {
        #expect(HTMLSanitizer.sanitized(html) == expected)
    }

    @Test(
        "What is not allowed goes; its text stays but for what no reader sees",
        arguments: [
            ("a<script>b</script>c", "ac"), ("a<style>b</style>c", "ac"), ("<!-- a -->b", "b"), ("a<script>b", "a"),
            ("<font color=red>a</font>", "a"), ("<blink>a</blink>", "a"), ("<center>a</center>", "<div>a</div>"),
            ("<p style='color:red' class=c id=i onclick=x()>a</p>", "<p>a</p>"), ("<my-tag>a</my-tag>", "a"),
            ("one<form action=/go><input name=n value=v>two<button>three</button></form>four", "one twothree four"),
            ("<select><option>a<option>b</select>", "a b"), ("<textarea>1 &lt; <b>2</textarea>", "1 &lt; &lt;b&gt;2"),
            ("<noscript>a <b>b</b></noscript>", "a <b>b</b>"), ("<object data=x.swf>a<embed src=y></object>", "a"),
            ("<svg><text>a</text></svg><math><mi>x</mi></math>", "ax"), ("<svg><image href=x></svg>a", "a"),
            ("<html><body>a</body></html>b", "a b"),
            ("<xmp>a<b></xmp>", "<pre>a&lt;b&gt;</pre>"),
            ("a<plaintext>b</plaintext>", "a<pre>b&lt;/plaintext&gt;</pre>"),
            (
                "<iframe src='https://video.example/embed/1'>old</iframe>b",
                "<a href=\"https://video.example/embed/1\">https://video.example/embed/1</a>b"
            ),
            ("<iframe src='javascript:x()'></iframe>b", "b"), ("<iframe/>b", "b"), ("<iframe>b <i>c</i>", "b <i>c</i>"),
            ("a<title>b<p>c", "ab<p>c</p>"), ("<a href='ftp://example.org/'>a</a>", "<a>a</a>"),
            ("<img src='data:image/png;base64,AAAA' alt=a>", "<img alt=\"a\">"),
            ("<img srcset='a.png 1x, data:image/png;base64 2x, b.png 3x'>", "<img srcset=\"a.png 1x, b.png 3x\">"),
        ])
    func removed(html: String, expected: String) {
        #expect(HTMLSanitizer.sanitized(html) == expected)
    }

    @Test("Relative URLs become absolute with a base, and stay without one")
    func base() {
        let html = "<a href=\"/a\"><img src=\"b\" srcset=\"c 1x, //d.example/e 2x\"></a>"
        #expect(HTMLSanitizer.sanitized(html) == html)
        #expect(
            HTMLSanitizer.sanitized(html, base: "https://example.org/x/")
                == "<a href=\"https://example.org/a\"><img src=\"https://example.org/x/b\" "
                + "srcset=\"https://example.org/x/c 1x, https://d.example/e 2x\"></a>")
        #expect(HTMLSanitizer.sanitized("<a href=x>", base: "javascript:1") == "<a href=\"x\"></a>")
    }

    @Test("A policy takes away, and adds nothing but schemes")
    func policy() {
        var policy = HTMLPolicy.standard
        policy.elements["img"] = nil
        policy.elements["script"] = ["src"]
        policy.elements["svg"] = []
        policy.elements["p"] = ["onclick", "style"]
        policy.commonAttributes = ["class", "lang"]
        policy.linkSchemes = ["gemini", "javascript"]
        let html = "<p onclick=x style=y class=z lang=ja title=t>a<img src=i><script>1</script><svg></svg>"
        #expect(HTMLSanitizer.sanitized(html, policy: policy) == "<p lang=\"ja\">a</p>")
        let links =
            "<a href='gemini://example.org/'>g</a><a href='javascript:x'>j</a><a href='https://example.org/'>h</a>"
        #expect(
            HTMLSanitizer.sanitized(links, policy: policy)
                == "<a href=\"gemini://example.org/\">g</a><a>j</a><a>h</a>")
    }

    @Test("A policy may have media leave links, within a link their text, and lower headings")
    func standIns() {
        var policy = HTMLPolicy.standard
        for name in ["img", "audio", "video", "source", "picture"] { policy.elements[name] = nil }
        policy.highestHeading = 3
        #expect(
            HTMLSanitizer.sanitized("<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><img src=i>", policy: policy)
                == "<h3>a</h3><h3>b</h3><h3>c</h3><h4>d</h4>")
        policy.linksLeftOutMedia = true
        let base = "https://example.org/"
        for (html, expected) in [
            ("<img src=i alt='A &lt; b'>", "<a href=\"https://example.org/i\">A &lt; b</a>"),
            ("<img src=i alt=' '>", "<a href=\"https://example.org/i\">https://example.org/i</a>"),
            ("<a href=p><img src=i alt=x></a>", "<a href=\"https://example.org/p\">x</a>"),
            ("<video><source src=v></video>", "<a href=\"https://example.org/v\">https://example.org/v</a>"),
            ("<img src='javascript:x' alt=a><img src='data:x'><img alt=b>", ""),
        ] {
            let once = HTMLSanitizer.sanitized(html, base: base, policy: policy)
            #expect(once == expected)
            #expect(HTMLSanitizer.sanitized(once, base: base, policy: policy) == once)
        }
    }

    @Test(
        "URLs that run something are known in every disguise",
        arguments: [
            ("javascript:x", true), (" JavaScript:x", true), ("java\nscript:x", true), ("\u{1}vbscript:x", true),
            ("data:text/html,x", true), ("https://example.org/javascript:x", false), ("/javascript:x", false),
            ("javascript", false), ("", false), ("mailto:a@example.org", false),
        ])
    func active(url: String, expected: Bool) {
        #expect(HTMLSanitizer.isActive(url: url) == expected)
    }
}
